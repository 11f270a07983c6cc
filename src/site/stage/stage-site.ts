/**
 * Writes a release to the staging folder, in order: packs and index files, then records, pages and downloads, which threads compose from
 * packs, then all other files, and finally the pointer.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '../../catalogue/types.ts';
import { groupBy } from '../../core/base/group-by.ts';
import { createCollections } from '../../core/collections/registry.ts';
import type { Vocabulary } from '../../core/contract/collection.ts';
import { INDEX_FOLDER, PACK_FOLDER, RELEASE_ID_PATH, RELEASE_PATH } from '../../core/contract/site-paths.ts';
import type { PackLists } from '../../core/listing/compose.ts';
import { countEntries, type IndexData } from '../../core/listing/select.ts';
import { formatRelease, RELEASE_FORMAT, type ReleaseData } from '../../core/release/release.ts';
import { originalOf } from '../../fs/compress.ts';
import { sha256 } from '../../fs/hash.ts';
import { type BuiltRelease, openBuilt } from '../built-release.ts';
import { readExplorer } from '../documents/explorer-files.ts';
import { renderDocuments, renderOtherFiles, type SiteContent } from '../documents/other-files.ts';
import { csvColumns } from '../downloads/download-columns.ts';
import { createFileWriters, joinWritten } from '../install/file-writer.ts';
import { filesOf, type Group, type GroupKind, groupId, type WrittenGroup } from '../install/manifest.ts';
import type { Output } from '../install/output.ts';
import { isUndamaged } from '../install/site-files.ts';
import { planTasks } from '../pages/plan-tasks.ts';
import type { Pool } from '../pages/pool.ts';
import type { Task } from '../pages/tasks.ts';
import { setLimitsOf } from '../render/parameter-sets.ts';
import { rendererOf } from '../render/registry.ts';
import { createGroups } from './groups.ts';
import { stageDocuments, stagePacks } from './stage-packs.ts';
import type { PreviousSite, SiteCounts, SiteInput, StagedCollection, Staging } from './staging.ts';

function vocabularyOf({ detectors, catalogs, parameters }: Catalogue): Vocabulary {
  return {
    detectors: detectors.map(({ code }) => code),
    catalogs: catalogs.map(({ name }) => name),
    parameters: parameters.map(({ name, unit, description }) => ({ name, unit, description })),
  };
}

/** The cumulative catalogs that have events: those of their members. */
function cumulativeOf({ catalogs, eventVersions }: Catalogue): readonly string[] {
  const used = new Set(eventVersions.map(({ catalog }) => catalog));
  return catalogs.filter(({ members }) => members?.some((member) => used.has(member))).map(({ name }) => name);
}

function createRelease(
  { id, catalogue, config }: SiteInput,
  vocabulary: Vocabulary,
  index: Readonly<Record<string, IndexData>>,
): BuiltRelease {
  const { layout, baseUrl, links, compatibility, archiveUrl, legacyInterfaces, cache, enumerate } = config;
  const configured = { layout, baseUrl, links, compatibility, archiveUrl, legacyInterfaces, cache, enumerate };
  const members = csvColumns(compatibility);
  const ofExplorer = { cumulative: cumulativeOf(catalogue), setLimits: setLimitsOf(catalogue) };
  return { format: RELEASE_FORMAT, id, ...configured, vocabulary, index, members, ...ofExplorer };
}

/** Has threads write records, pages and downloads. Resolves when everything is written. */
async function stageTasks(
  built: BuiltRelease,
  packs: PackLists,
  { config, onProgress }: SiteInput,
  { root, staging, previous, groups }: Staging,
  pool: Pool,
): Promise<void> {
  const tasks = planTasks(openBuilt(built, packs), config).filter((task) => !groups.keep(task));
  if (tasks.length === 0) return;
  const previousGroups = previous?.groups ?? null;
  const shared = { built, packs, tasks, compress: config.compress, root, staging, previousGroups };
  const files = await pool.run(shared, (...done) => onProgress('writing pages', ...done));
  for (const numbered of groupBy(tasks.entries(), ([, task]) => groupId(task)).values()) {
    const [[, group]] = numbered as [[number, Task]];
    groups.write(group, joinWritten(numbered.flatMap(([number]) => files[number] ?? [])));
  }
}

/** A release's downloads, for its pointer. */
const describeDownloads = (groups: readonly WrittenGroup[]): ReleaseData['downloads'] =>
  Object.fromEntries(
    groups
      .filter(({ kind }) => kind === 'download')
      .flatMap((group) => Array.from(filesOf(group), ({ path, ...file }) => [path, file])),
  );

/** Writes the files that every build renders anew. */
function stageFiles(
  kind: GroupKind,
  files: Iterable<readonly [path: string, content: Uint8Array]>,
  { staging, previous, groups }: Pick<Staging, 'staging' | 'previous' | 'groups'>,
): void {
  const group: Group = { kind, key: '', digest: null };
  const writer = createFileWriters(staging, previous?.groups ?? null)(group);
  for (const [path, content] of files) writer.write(path, content);
  groups.write(group, writer.result());
}

const mergePacks = (staged: Iterable<StagedCollection>): PackLists =>
  Object.assign({}, ...Array.from(staged, ({ packs }) => packs));

/** The content of release.json. Packs and index files are listed only if the site has them. */
function pointerOf(
  built: BuiltRelease,
  staged: ReadonlyMap<string, StagedCollection>,
  ofDocuments: PackLists,
  named: Pick<ReleaseData, 'documents' | 'downloads'>,
): ReleaseData {
  const whole = [...staged].filter(([, { index }]) => index.kind !== 'file');
  const hasPacks = built.layout !== 'pages';
  const index = (hasPacks ? [...staged] : whole).map(([name, one]) => [name, one.index] as const);
  const packs = hasPacks ? { ...mergePacks(whole.map(([, one]) => one)), ...ofDocuments } : {};
  return { ...built, ...named, documents: hasPacks ? named.documents : [], packs, index: Object.fromEntries(index) };
}

/**
 * Writes the site to the staging folder. `previous` is null if everything is to be written. `pool` is null if there are neither page files
 * nor downloads; the caller stops the pool.
 */
export async function stageSite(
  input: SiteInput,
  { root, staging, ...site }: Pick<Output, 'root' | 'staging'> & { readonly previous: PreviousSite | null },
  pool: Pool | null,
): Promise<{ readonly groups: readonly WrittenGroup[]; readonly counts: SiteCounts }> {
  const { catalogue, config } = input;
  // Pages are composed from kept packs, so damaged packs are not kept.
  const isKept = (group: WrittenGroup) => group.kind !== 'packs' || isUndamaged(root, group);
  const previous = site.previous && { ...site.previous, groups: site.previous.groups.filter(isKept) };
  const groups = createGroups(previous?.groups ?? null);
  const to: Staging = { root, staging, previous, groups };
  const content: SiteContent = { catalogue, config, explorer: readExplorer(input.explorer) };

  const vocabulary = vocabularyOf(catalogue);
  const collections = createCollections(vocabulary);
  const indexes = Object.fromEntries(collections.map((one) => [one.name, rendererOf(one).index(catalogue)]));
  const built = createRelease(input, vocabulary, indexes);
  const staged = await stagePacks(collections, indexes, input, to);
  const packs = mergePacks(staged.values());
  const documents = renderDocuments(built, content);
  const ofDocuments = config.layout === 'pages' ? {} : stageDocuments(documents, input, to);
  if (pool !== null) await stageTasks(built, packs, input, to, pool);
  const downloads = describeDownloads(groups.all());
  stageFiles('other', renderOtherFiles(built, Object.keys(downloads), documents, content), to);
  const pointer = pointerOf(built, staged, ofDocuments, { documents: documents.names, downloads });
  const text = Buffer.from(await formatRelease(pointer, sha256));
  const files = [[RELEASE_PATH, text] as const, [RELEASE_ID_PATH, Buffer.from(`${input.id}\n`)] as const];
  // Always written, even if the manifest says that the files exist.
  stageFiles('pointer', files, { ...to, previous: null });
  // Packs can be removed only after the pages have been composed from them.
  const unneeded = config.layout === 'pages' ? [PACK_FOLDER, INDEX_FOLDER] : [];
  for (const folder of unneeded) rmSync(join(staging, folder), { recursive: true, force: true });
  const written = groups.all();
  return { groups: written, counts: countSite(built, { ...packs, ...ofDocuments }, written, config.compress) };
}

/** `hasCopies`: whether files have compressed copies, which are not counted as pages or details. */
function countSite(
  { id, layout, index }: BuiltRelease,
  packs: PackLists,
  groups: readonly WrittenGroup[],
  hasCopies: boolean,
): SiteCounts {
  const sum = (value: (group: WrittenGroup) => number) => groups.reduce((total, one) => total + value(one), 0);
  const countOriginals = (group: WrittenGroup): number =>
    hasCopies ? Array.from(filesOf(group)).filter(({ path }) => path === originalOf(path)).length : group.files;
  const countFiles = (kind: GroupKind) => sum((group) => (group.kind === kind ? countOriginals(group) : 0));
  const entries = Object.entries(index).map(([name, one]) => [name, countEntries(one)] as const);
  return {
    release: id,
    entries: Object.fromEntries(entries),
    packs: layout === 'pages' ? 0 : Object.values(packs).flatMap(({ names }) => names).length,
    pages: countFiles('pages'),
    details: countFiles('records'),
    downloads: sum((group) => (group.kind === 'download' ? group.files : 0)),
    // The manifest does not list itself.
    files: sum(({ files }) => files) + 1,
    bytes: sum(({ size }) => size),
    written: sum(({ written }) => written) + 1,
  };
}
