/**
 * Writes a release to the staging folder, in order: packs and index files, then records, pages and downloads, which threads compose from
 * packs, then all other files, and finally the pointer.
 */

import type { Catalogue } from '../../catalogue/types.ts';
import { groupBy } from '../../core/base/group-by.ts';
import { createCollections } from '../../core/collections/registry.ts';
import type { Collection, Vocabulary } from '../../core/contract/collection.ts';
import { lineSetsOf } from '../../core/contract/line-sets.ts';
import { PACK_FOLDER, RELEASE_ID_PATH, RELEASE_PATH } from '../../core/contract/site-paths.ts';
import { countEntries, type IndexData } from '../../core/listing/select.ts';
import {
  formatRelease,
  openRelease,
  RELEASE_FORMAT,
  type Release,
  type ReleaseData,
} from '../../core/release/release.ts';
import { originalOf } from '../../fs/compress.ts';
import { sha256 } from '../../fs/hash.ts';
import { openPacks } from '../built/built-release.ts';
import { renderDocuments } from '../documents/documents.ts';
import { renderOtherFiles } from '../documents/other-files.ts';
import { csvColumns } from '../downloads/columns.ts';
import { joinWritten } from '../groups/file-writer.ts';
import { filesOf, type Group, type GroupKind, groupId, type WrittenGroup } from '../groups/manifest.ts';
import { createStage, type Stage } from '../groups/stage.ts';
import type { Output } from '../install/output.ts';
import { isUndamaged } from '../install/site-files.ts';
import { setLimitsOf } from '../render/parameter-sets.ts';
import { rendererOf } from '../render/registry.ts';
import { planTasks } from '../tasks/plan-tasks.ts';
import type { Pool } from '../tasks/pool.ts';
import type { Task } from '../tasks/tasks.ts';
import type { SiteInput } from './site-input.ts';
import { stageDocuments, stagePacks } from './stage-packs.ts';

export interface SiteCounts {
  readonly release: string;
  /** Number of entries, by collection. */
  readonly entries: Readonly<Record<string, number>>;
  readonly packs: number;
  /** Number of page files; `details`: the number of files with records. */
  readonly pages: number;
  readonly details: number;
  /** Number of files in downloads/. */
  readonly downloads: number;
  /** Number of files in the whole site, and their total size. */
  readonly files: number;
  readonly bytes: number;
  readonly written: number;
}

function vocabularyOf({ detectors, catalogs, parameters }: Catalogue): Vocabulary {
  return {
    detectors: detectors.map(({ code }) => code),
    catalogs: catalogs.map(({ name }) => name),
    parameters: parameters.map(({ name, unit, description }) => ({ name, unit, description })),
  };
}

/** The cumulative catalogs whose members have events. */
function cumulativeOf({ catalogs, eventVersions }: Catalogue): readonly string[] {
  const used = new Set(eventVersions.map(({ catalog }) => catalog));
  return catalogs.filter(({ members }) => members?.some((member) => used.has(member))).map(({ name }) => name);
}

function createRelease(
  { id, catalogue, config }: SiteInput,
  vocabulary: Vocabulary,
  { index, packs }: Pick<ReleaseData, 'index' | 'packs'>,
): ReleaseData {
  const { layout, baseUrl, links, compatibility, archiveUrl, legacyInterfaces, cache, enumerate } = config;
  const configured = { layout, baseUrl, links, compatibility, archiveUrl, legacyInterfaces, cache, enumerate };
  const members = csvColumns(compatibility);
  const ofExplorer = { cumulative: cumulativeOf(catalogue), setLimits: setLimitsOf(catalogue) };
  const ofFiles = { documents: [], downloads: {}, packs };
  return { format: RELEASE_FORMAT, id, ...configured, vocabulary, index, members, ...ofExplorer, ...ofFiles };
}

/** Has threads write records, pages and downloads. Resolves when everything is written. `packFolders`: where the packs are. */
async function stageTasks(
  release: Release,
  packFolders: readonly string[],
  { config, onProgress }: SiteInput,
  stage: Stage,
  pool: Pool,
): Promise<void> {
  const tasks = (await planTasks(release, config)).filter((task) => !stage.keep(task));
  if (tasks.length === 0) return;
  const shared = { tasks, built: release.data, packFolders, folder: stage.folder };
  const files = await pool.run(shared, (...done) => onProgress('writing pages', ...done));
  for (const numbered of groupBy(tasks.entries(), ([, task]) => groupId(task)).values()) {
    const [[, group]] = numbered as [[number, Task]];
    stage.add(group, joinWritten(numbered.flatMap(([number]) => files[number] ?? [])));
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
  stage: Stage,
): void {
  const group: Group = { kind, key: '', digest: null };
  const writer = stage.writerOf(group);
  for (const [path, content] of files) writer.write(path, content);
  stage.add(group, writer.result());
}

/** What release.json says about a site's packs. Index files name the packs of their collections. */
function withPacks(
  { index, packs }: Pick<ReleaseData, 'index' | 'packs'>,
  collections: readonly Collection[],
  documents: readonly string[],
): Pick<ReleaseData, 'index' | 'packs' | 'documents'> {
  const named = collections.filter(({ name }) => index[name]?.kind === 'file').flatMap(lineSetsOf);
  const others = Object.entries(packs).filter(([set]) => !named.includes(set));
  return { index, documents, packs: Object.fromEntries(others) };
}

/** The same for a site without packs, which has no index files either. */
function withoutPacks({ index }: Pick<ReleaseData, 'index'>): Pick<ReleaseData, 'index' | 'packs' | 'documents'> {
  const whole = Object.entries(index).filter(([, one]) => one.kind !== 'file');
  return { index: Object.fromEntries(whole), documents: [], packs: {} };
}

/**
 * Writes the site to the staging folder. Keeps the unchanged files of `current`, the site's release; writes all files if it is null.
 * `pool` is null if there are neither page files nor downloads; the caller stops the pool.
 */
export async function stageSite(
  input: SiteInput,
  { root, staging, scratch, previous }: Pick<Output, 'root' | 'staging' | 'scratch' | 'previous'>,
  current: Release | null,
  pool: Pool | null,
): Promise<{ readonly groups: readonly WrittenGroup[]; readonly counts: SiteCounts }> {
  const { catalogue, config } = input;
  const { compress } = config;
  // Pages are composed from kept packs, so damaged packs are not kept. The pointer is always written.
  const isKept = (group: WrittenGroup) =>
    group.kind !== 'pointer' && (group.kind !== 'packs' || isUndamaged(root, group));
  const kept = current && (previous?.groups.filter(isKept) ?? null);
  const stage = createStage({ path: staging, previous: kept, compress });
  // Pages are composed from packs even if the site does not keep the packs.
  const keepsPacks = config.layout !== 'pages';
  const packStage = keepsPacks ? stage : createStage({ path: scratch, previous: null, compress: false });

  const vocabulary = vocabularyOf(catalogue);
  const collections = createCollections(vocabulary);
  const indexes = Object.fromEntries(collections.map((one) => [one.name, rendererOf(one).index(catalogue)]));
  const staged = await stagePacks(collections, indexes, input, packStage, current);
  const packFolders = [packStage.folder.path, root];
  const built = createRelease(input, vocabulary, { index: indexes, packs: staged.packs });
  const release = openRelease(built, openPacks(built, packFolders));
  const documents = await renderDocuments(release, input);
  const packs = { ...staged.packs, ...stageDocuments(documents, packStage) };
  if (pool !== null) await stageTasks(release, packFolders, input, stage, pool);
  const downloads = describeDownloads(stage.all());
  stageFiles('other', renderOtherFiles(release, Object.keys(downloads), documents, input), stage);
  const stored = keepsPacks ? withPacks({ ...staged, packs }, collections, documents.names) : withoutPacks(staged);
  const text = Buffer.from(await formatRelease({ ...built, ...stored, downloads }, sha256));
  const files = [[RELEASE_PATH, text] as const, [RELEASE_ID_PATH, Buffer.from(`${input.id}\n`)] as const];
  stageFiles('pointer', files, stage);
  const groups = stage.all();
  return { groups, counts: countSite(input.id, indexes, groups, compress) };
}

/** `hasCopies`: whether files have compressed copies, which are counted only among all files. */
function countSite(
  id: string,
  indexes: Readonly<Record<string, IndexData>>,
  groups: readonly WrittenGroup[],
  hasCopies: boolean,
): SiteCounts {
  const sum = (value: (group: WrittenGroup) => number) => groups.reduce((total, one) => total + value(one), 0);
  const countOriginals = (kind: GroupKind, start = '') =>
    sum((group) => {
      if (group.kind !== kind) return 0;
      if (!hasCopies && start === '') return group.files;
      return Array.from(filesOf(group)).filter(({ path }) => path.startsWith(start) && path === originalOf(path))
        .length;
    });
  const entries = Object.entries(indexes).map(([name, one]) => [name, countEntries(one)] as const);
  return {
    release: id,
    entries: Object.fromEntries(entries),
    packs: countOriginals('packs', `${PACK_FOLDER}/`),
    pages: countOriginals('pages'),
    details: countOriginals('records'),
    downloads: sum((group) => (group.kind === 'download' ? group.files : 0)),
    // The manifest does not list itself.
    files: sum(({ files }) => files) + 1,
    bytes: sum(({ size }) => size),
    written: sum(({ written }) => written) + 1,
  };
}
