/**
 * Writes a release to the staging folder, in order: packs and index parts, then what threads write from them (records, pages, downloads),
 * then all other files, and the pointer. Build time.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '../../catalogue/types.ts';
import { createCollections } from '../../core/collections/registry.ts';
import type { Collection, Vocabulary } from '../../core/contract/collection.ts';
import { PACK_FOLDER, PART_FOLDER, RELEASE_ID_PATH, RELEASE_PATH } from '../../core/contract/paths.ts';
import {
  formatRelease,
  openRelease,
  RELEASE_FORMAT,
  type Release,
  type ReleaseData,
} from '../../core/handler/release.ts';
import type { PackNames } from '../../core/listing/compose.ts';
import { countEntries, type IndexData } from '../../core/listing/select.ts';
import { sha256 } from '../../fs/hash.ts';
import type { BuildSummary } from '../build.ts';
import type { Config } from '../config/config.ts';
import { readExplorer } from '../documents/explorer-files.ts';
import { renderDocuments, renderOtherFiles } from '../documents/other-files.ts';
import { csvColumns } from '../downloads/columns.ts';
import { createFileWriters, joinWritten } from '../install/file-writer.ts';
import { type FileGroup, filesOf } from '../install/manifest.ts';
import type { Output } from '../install/output.ts';
import { isUndamaged } from '../install/verify-site.ts';
import { type PlannedWork, planDownload, planOlder, planPages, planRecords } from '../pages/plan-work.ts';
import type { Pool } from '../pages/pool.ts';
import { indexPart, renderIndex } from '../render/packs.ts';
import { type SiteInput, type Staging, stageDocuments, stagePacks } from './stage-packs.ts';
import { createSteps, DOWNLOAD_GROUPS, OTHERS, PACK_GROUPS, RELEASE_GROUP, type StepResult } from './steps.ts';

export interface StagedSite {
  readonly groups: readonly FileGroup[];
  readonly summary: Omit<BuildSummary, 'removed' | 'warnings'>;
}

function vocabularyOf({ detectors, catalogs, parameters }: Catalogue): Vocabulary {
  return {
    detectors: detectors.map(({ code }) => code),
    catalogs: catalogs.map(({ name }) => name),
    parameters: parameters.map(({ name, unit, description }) => ({ name, unit, description })),
  };
}

/** The members of release.json that depend neither on its id nor on the collections. */
function describeRelease(
  { layout, baseUrl, links, archiveUrl, olderInterfaces, cache, enumerate }: Config,
  vocabulary: Vocabulary,
) {
  return {
    format: RELEASE_FORMAT,
    id: '',
    ...{ layout, baseUrl, links, archiveUrl, olderInterfaces, cache, enumerate, vocabulary },
    index: {},
    packs: {},
    documents: [],
    downloads: {},
    columns: csvColumns(),
  } as const satisfies ReleaseData;
}

/** Everything that threads write, the longest work first. */
function planWork(release: Release, { layout, compress, downloads }: Config): PlannedWork[] {
  const files = downloads.map((name) => planDownload(release, name));
  if (layout === 'packs') return files;
  const ofCollections = release.collections.flatMap((collection) => [
    ...planRecords(release, collection),
    ...collection.listings.flatMap((listing) => planPages(release, listing, compress)),
  ]);
  return [...files, ...planOlder(release, compress), ...ofCollections];
}

/** The downloads of a release, for its pointer. */
const describeDownloads = (groups: readonly FileGroup[]): ReleaseData['downloads'] =>
  Object.fromEntries(
    groups
      .filter(({ name }) => name.startsWith(DOWNLOAD_GROUPS))
      .flatMap((group) => Array.from(filesOf(group), ({ path, ...file }) => [path, file])),
  );

/** The content of release.json; it has packs and index parts only if the site does. */
function publicData(data: ReleaseData): ReleaseData {
  if (data.layout !== 'pages') return data;
  const whole = Object.entries(data.index).filter(([, { kind }]) => kind !== 'part');
  return { ...data, packs: {}, documents: [], index: Object.fromEntries(whole) };
}

/** Writes the packs of all collections. Out: their names. */
async function stageCollections(collections: readonly Collection[], site: Staging): Promise<PackNames> {
  const total = Object.values(site.data.index).reduce((sum, one) => sum + countEntries(one as IndexData), 0);
  let rendered = 0;
  const onRendered = (count: number) => {
    rendered += count;
    site.input.onProgress('rendering', rendered, total);
  };
  const packs: Record<string, readonly string[]> = {};
  for (const collection of collections) Object.assign(packs, await stagePacks(collection, site, onRendered));
  return packs;
}

/** Lets threads write records, pages and downloads. Resolves when all are written. */
async function stageWork(
  data: ReleaseData,
  { input, root, staging, previousGroups, steps }: Staging,
  pool: Pool,
): Promise<void> {
  const { config } = input.options;
  await steps.cached(planWork(openRelease(data), config), async (changed) => {
    const work = changed.flatMap((group) => group.work);
    const files = await pool.run({ data, work, compress: config.compress, root, staging, previousGroups }, (...done) =>
      input.onProgress('writing pages', ...done),
    );
    return changed.map(({ name }) => joinWritten(files.filter((_, n) => work[n]?.group === name)));
  });
}

/** Writes files that are made anew in every build. */
async function stageFiles(
  group: string,
  files: Iterable<readonly [path: string, content: Uint8Array]>,
  { staging, previousGroups, steps }: Pick<Staging, 'staging' | 'previousGroups' | 'steps'>,
): Promise<void> {
  const writer = createFileWriters(staging, previousGroups)(group);
  for (const [path, content] of files) writer.write(path, content);
  await steps.cached([{ name: group, digest: '' }], async () => [writer.result()]);
}

/** An index as in release.json, with names in place of the parts that are files of their own. */
function nameParts(collections: readonly Collection[], index: Readonly<Record<string, IndexData>>) {
  const all = collections.map((one) => {
    const own = index[one.name] as IndexData;
    return [one.name, one.isPart ? indexPart(one, own).part : own] as const;
  });
  return Object.fromEntries(all);
}

/** The site that is built upon. */
export interface PreviousSite {
  readonly groups: readonly FileGroup[];
  readonly packs: PackNames;
}

/**
 * Writes the site to the staging folder. `previous` is null if everything is written. `pool` is null if there are neither page files nor
 * downloads; the caller stops it.
 */
export async function stageSite(
  input: SiteInput,
  { root, staging, previous }: Pick<Output, 'root' | 'staging'> & { readonly previous: PreviousSite | null },
  pool: Pool | null,
): Promise<StagedSite> {
  const { catalogue, options } = input;
  const { config } = options;
  const described = describeRelease(config, vocabularyOf(catalogue));
  const collections = createCollections(described.vocabulary);
  const index = Object.fromEntries(collections.map((one) => [one.name, renderIndex(one, catalogue)]));
  // Pages are composed from packs that are kept.
  const isKept = (group: FileGroup) => !group.name.startsWith(PACK_GROUPS) || isUndamaged(root, group);
  const previousGroups = previous?.groups.filter(isKept) ?? null;
  const steps = createSteps(previousGroups);
  const data: ReleaseData = { ...described, id: input.id, index };
  const site: Staging = { input, root, staging, previousGroups, previousPacks: previous?.packs ?? {}, steps, data };

  const packs = await stageCollections(collections, site);
  const content = { catalogue, config, explorer: readExplorer(options.explorer) };
  const documents = renderDocuments({ ...described, index }, content);
  const documentPacks = config.layout === 'pages' ? {} : await stageDocuments(documents, site);
  if (pool !== null) await stageWork({ ...data, packs }, site, pool);
  const downloads = describeDownloads(steps.results.map(({ group }) => group));
  await stageFiles(OTHERS, renderOtherFiles({ ...described, downloads }, documents, content), site);
  const named = { ...data, packs: { ...packs, ...documentPacks }, documents: documents.names, downloads };
  const pointer = publicData({ ...named, index: nameParts(collections, index) });
  // Written in any case, also if the manifest says that it is there.
  const text = Buffer.from(await formatRelease(pointer, sha256));
  const files = [[RELEASE_PATH, text] as const, [RELEASE_ID_PATH, Buffer.from(`${input.id}\n`)] as const];
  await stageFiles(RELEASE_GROUP, files, { ...site, previousGroups: null });
  // Only after the pages are composed from them.
  const unneeded = config.layout === 'pages' ? [PACK_FOLDER, PART_FOLDER] : [];
  for (const folder of unneeded) rmSync(join(staging, folder), { recursive: true, force: true });
  return {
    groups: steps.results.map(({ group }) => group),
    summary: summarise(pointer, index, steps.results, config.compress),
  };
}

/** `hasCopies`: files have compressed copies, which are not counted as pages and details. */
function summarise(
  { id, packs }: ReleaseData,
  index: Readonly<Record<string, IndexData>>,
  results: readonly StepResult[],
  hasCopies: boolean,
): StagedSite['summary'] {
  const sum = (value: (result: StepResult) => number) => results.reduce((total, one) => total + value(one), 0);
  const countOriginals = (group: FileGroup): number =>
    hasCopies ? Array.from(filesOf(group)).filter(({ path }) => !/\.(gz|br)$/.test(path)).length : group.files;
  const countFiles = (prefix: string) =>
    sum(({ group }) => (group.name.startsWith(prefix) ? countOriginals(group) : 0));
  const entries = Object.entries(index).map(([name, one]) => [name, countEntries(one)] as const);
  return {
    release: id,
    entries: Object.fromEntries(entries),
    packs: Object.values(packs).flat().length,
    pages: countFiles('pages '),
    details: countFiles('records '),
    downloads: sum(({ group }) => (group.name.startsWith(DOWNLOAD_GROUPS) ? group.files : 0)),
    // The manifest does not list itself.
    files: sum(({ group }) => group.files) + 1,
    bytes: sum(({ group }) => group.size),
    written: sum(({ written }) => written) + 1,
  };
}
