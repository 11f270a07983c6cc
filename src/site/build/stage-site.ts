/**
 * Writes a release to the staging folder, in order: packs and index parts, then what threads write from them (records, pages, downloads),
 * then documents and other files, and the pointer. Build time.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '../../catalogue/types.ts';
import { createCollections } from '../../core/collections/registry.ts';
import type { Collection, Vocabulary } from '../../core/contract/collection.ts';
import { PACK_FOLDER, PART_FOLDER, RELEASE_PATH } from '../../core/contract/paths.ts';
import { formatRelease, RELEASE_FORMAT, type Release, type ReleaseData } from '../../core/handler/release.ts';
import type { PackNames } from '../../core/listing/compose.ts';
import { countEntries, type IndexData } from '../../core/listing/select.ts';
import { sha256 } from '../../fs/hash.ts';
import type { Config } from '../config/config.ts';
import { readExplorer } from '../documents/explorer-files.ts';
import { renderDocuments, renderOtherFiles } from '../documents/other-files.ts';
import { DOWNLOADS } from '../downloads/downloads.ts';
import { createFileWriters } from '../install/file-writer.ts';
import { filesOf, type Group, type ManifestFile } from '../install/manifest.ts';
import type { Output } from '../install/output.ts';
import { readRelease } from '../install/read-release.ts';
import { type PlannedGroup, planDownload, planPages, planRecords } from '../pages/plan-work.ts';
import type { Pool } from '../pages/pool.ts';
import { csvColumns } from '../render/csv-columns.ts';
import { indexPart, renderIndex } from '../render/packs.ts';
import type { BuildSummary } from './build-options.ts';
import { type SiteInput, type Staging, stageDocuments, stagePacks } from './stage-packs.ts';
import { createSteps, DOWNLOAD_GROUPS, OTHERS, RELEASE_GROUP, type StepResult } from './steps.ts';

export interface StagedSite {
  readonly groups: readonly Group[];
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
function describeRelease({ layout, baseUrl, links, archiveUrl, cache, enumerate }: Config, vocabulary: Vocabulary) {
  return {
    format: RELEASE_FORMAT,
    id: '',
    ...{ layout, baseUrl, links, archiveUrl, cache, enumerate, vocabulary },
    index: {},
    packs: {},
    documents: [],
    downloads: {},
    columns: csvColumns(),
  } as const satisfies ReleaseData;
}

/** The pointer of the previous build; null if it cannot be used. */
async function readPointer(root: string, previous: Output['previous']): Promise<ReleaseData | null> {
  try {
    const pointer = await readRelease(root);
    return pointer.id === previous?.release ? pointer : null;
  } catch {
    return null;
  }
}

/** Plans what threads write: for each collection, as soon as its packs exist, its downloads, records and pages. */
function createPlanner(release: Release, { layout, compress, downloads }: Config) {
  const waiting = new Set(downloads);
  const known = new Set<string>();
  return (collection: Collection): PlannedGroup[] => {
    known.add(collection.name);
    const ready = [...waiting].filter((name) => DOWNLOADS[name].collections.every((one) => known.has(one)));
    for (const name of ready) waiting.delete(name);
    const files = ready.map((name) => planDownload(release, name));
    if (layout === 'packs') return files;
    const pages = collection.listings.flatMap((listing) => planPages(release, listing, compress));
    return [...files, ...planRecords(release, collection), ...pages];
  };
}

/** The downloads of a release, for its pointer. */
const describeDownloads = (groups: readonly Group[]): ReleaseData['downloads'] =>
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

/** Writes the packs of all collections, and lets threads write from them. Out: the names of the packs. */
async function stageCollections(
  collections: readonly Collection[],
  site: Staging,
  pool: Pool | null,
): Promise<Record<string, readonly string[]>> {
  const { input, root, staging, known, steps, data } = site;
  const { config } = input.options;
  const release = pool?.begin({ data, compress: config.compress, root, staging, previous: known });
  const plan = release && createPlanner(release, config);
  const total = Object.values(data.index).reduce((sum, one) => sum + countEntries(one as IndexData), 0);
  let rendered = 0;
  const onRendered = (count: number) => {
    rendered += count;
    input.onProgress('rendering', rendered, total);
  };
  const packs: Record<string, readonly string[]> = {};
  for (const collection of collections) {
    const made = await stagePacks(collection, site, onRendered);
    Object.assign(packs, made);
    pool?.addPacks(made);
    for (const { name, digest, work } of plan?.(collection) ?? []) {
      void steps.cached(name, digest, () => (pool as Pool).run(work));
    }
  }
  return packs;
}

/** An index as in release.json, with names in place of the parts that are files of their own. */
function nameParts(collections: readonly Collection[], index: Readonly<Record<string, IndexData>>) {
  const all = collections.map((one) => {
    const own = index[one.name] as IndexData;
    return [one.name, one.isPart ? indexPart(one, own).part : own] as const;
  });
  return Object.fromEntries(all);
}

/**
 * Writes the site to the staging folder. `previous`: the manifest of the site that is built upon; null if everything is written. `pool` is
 * null if there are neither page files nor downloads; the caller stops it. Rejects with SiteDamagedError if a pack of the previous build is
 * missing or does not match its name.
 */
export async function stageSite(
  input: SiteInput,
  { root, staging, previous }: Pick<Output, 'root' | 'staging' | 'previous'>,
  pool: Pool | null,
): Promise<StagedSite> {
  const { catalogue, options, onProgress } = input;
  const { config } = options;
  const described = describeRelease(config, vocabularyOf(catalogue));
  const collections = createCollections(described.vocabulary);
  const index = Object.fromEntries(collections.map((one) => [one.name, renderIndex(one, catalogue)]));
  const data: ReleaseData = { ...described, id: input.id, index };
  const before = await readPointer(root, previous);
  const known = previous?.groups ?? null;
  const steps = createSteps(before && known);
  const site: Staging = { input, root, staging, known, knownPacks: before?.packs ?? {}, steps, data };

  const packs = await stageCollections(collections, site, pool);
  const content = { catalogue, config, explorer: readExplorer(options.explorer) };
  const documents = await renderDocuments({ ...described, index }, content);
  if (config.layout !== 'pages') Object.assign(packs, await stageDocuments(documents, site));
  await pool?.finish((done, all) => onProgress('writing pages', done, all));

  const downloads = describeDownloads((await steps.finish()).map(({ group }) => group));
  const writer = createFileWriters(staging, known)(OTHERS);
  for (const [path, file] of renderOtherFiles({ ...described, downloads }, documents, content))
    writer.write(path, file);
  await steps.cached(OTHERS, '', async () => [writer.result()]);
  const named = nameParts(collections, index);
  const pointer = publicData({ ...data, packs, documents: documents.names, downloads, index: named });
  // Written in any case, also if the manifest says that it is there.
  const last = createFileWriters(staging, null)(RELEASE_GROUP);
  last.write(RELEASE_PATH, Buffer.from(await formatRelease(pointer, sha256)));
  await steps.cached(RELEASE_GROUP, '', async () => [last.result()]);
  // Only after the pages are composed from them.
  const unneeded = config.layout === 'pages' ? [PACK_FOLDER, PART_FOLDER] : [];
  for (const folder of unneeded) rmSync(join(staging, folder), { recursive: true, force: true });
  const results = await steps.finish();
  return { groups: results.map(({ group }) => group), summary: summarise(data, packs, results) };
}

function summarise({ id, layout, index }: ReleaseData, packs: PackNames, results: readonly StepResult[]) {
  const sum = (value: (result: StepResult) => number) => results.reduce((total, one) => total + value(one), 0);
  const isCopy = ({ path }: ManifestFile): boolean => /\.(gz|br)$/.test(path);
  const countFiles = (prefix: string) =>
    sum(({ group }) =>
      group.name.startsWith(prefix) ? [...filesOf(group)].filter((file) => !isCopy(file)).length : 0,
    );
  const entries = Object.entries(index).map(([name, one]) => [name, countEntries(one as IndexData)] as const);
  return {
    release: id,
    entries: Object.fromEntries(entries),
    packs: layout === 'pages' ? 0 : Object.values(packs).flat().length,
    pages: countFiles('pages '),
    details: countFiles('records '),
    downloads: sum(({ group }) => (group.name.startsWith(DOWNLOAD_GROUPS) ? group.files : 0)),
    // The manifest does not list itself.
    files: sum(({ group }) => group.files) + 1,
    bytes: sum(({ group }) => group.size),
    written: sum(({ written }) => written) + 1,
  };
}
