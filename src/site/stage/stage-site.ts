/**
 * Writes a release to the staging folder, in order: packs and index parts, then records, pages and downloads, which threads compose from
 * packs, then all other files, and finally the pointer.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '../../catalogue/types.ts';
import { groupBy } from '../../core/base/group-by.ts';
import { createCollections } from '../../core/collections/registry.ts';
import type { Collection, Vocabulary } from '../../core/contract/collection.ts';
import { lineSetsOf } from '../../core/contract/line-sets.ts';
import { PACK_FOLDER, PART_FOLDER, RELEASE_ID_PATH, RELEASE_PATH } from '../../core/contract/paths.ts';
import {
  formatRelease,
  openRelease,
  RELEASE_FORMAT,
  type Release,
  type ReleaseData,
} from '../../core/handler/release.ts';
import type { PackLists } from '../../core/listing/compose.ts';
import { countEntries, type IndexData } from '../../core/listing/select.ts';
import { sha256 } from '../../fs/hash.ts';
import type { Config } from '../config/config.ts';
import { readExplorer } from '../documents/explorer-files.ts';
import { renderDocuments, renderOtherFiles, type SiteContent } from '../documents/other-files.ts';
import { csvColumns } from '../downloads/download-columns.ts';
import { createFileWriters, joinWritten } from '../install/file-writer.ts';
import { type FileGroup, filesOf, type GroupKey, type GroupKind, groupId } from '../install/manifest.ts';
import type { Output } from '../install/output.ts';
import { isUndamaged } from '../install/site-files.ts';
import { type PlannedWork, planDownload, planLegacy, planPages, planRecords } from '../pages/plan-work.ts';
import type { Pool } from '../pages/pool.ts';
import { withShortNames } from '../render/event-facts.ts';
import { indexPart, renderIndex } from '../render/packs.ts';
import { stageDocuments, stagePacks } from './stage-packs.ts';
import type { SiteCounts, SiteInput, StagedSite, Staging } from './staging.ts';
import { createSteps, type StepResult } from './steps.ts';

function vocabularyOf({ detectors, catalogs, parameters }: Catalogue): Vocabulary {
  return {
    detectors: detectors.map(({ code }) => code),
    catalogs: catalogs.map(({ name }) => name),
    parameters: parameters.map(({ name, unit, description }) => ({ name, unit, description })),
  };
}

/** A release as far as the configuration and the data say. Later steps add packs, documents and downloads. */
function describeRelease(
  { id, config }: SiteInput,
  vocabulary: Vocabulary,
  index: Readonly<Record<string, IndexData>>,
): ReleaseData {
  const { layout, baseUrl, links, compatibility, archiveUrl, legacyInterfaces, cache, enumerate } = config;
  const configured = { layout, baseUrl, links, compatibility, archiveUrl, legacyInterfaces, cache, enumerate };
  const columns = csvColumns(compatibility);
  const described = { format: RELEASE_FORMAT, id, ...configured, vocabulary, index, columns } as const;
  return { ...described, packs: {}, documents: [], downloads: {} };
}

/** Plans everything that threads write, longest work first. */
function planWork(release: Release, { layout, compress, downloads }: Config): PlannedWork[] {
  const files = downloads.map((name) => planDownload(release, name));
  if (layout === 'packs') return files;
  const ofCollections = release.collections.flatMap((collection) => [
    ...planRecords(release, collection),
    ...collection.listings.flatMap((listing) => planPages(release, listing, compress)),
  ]);
  return [...files, ...planLegacy(release, compress), ...ofCollections];
}

/** Has threads write records, pages and downloads. Resolves when everything is written. */
async function stageWork(
  data: ReleaseData,
  { config, onProgress }: SiteInput,
  { root, staging, previousGroups, steps }: Staging,
  pool: Pool,
): Promise<void> {
  const planned = planWork(openRelease(data), config);
  const changed = planned.filter((group) => !steps.cached(group));
  const work = changed.flatMap((group) => group.work);
  if (work.length === 0) return;
  const job = { data, work, compress: config.compress, root, staging, previousGroups };
  const files = await pool.run(job, (...done) => onProgress('writing pages', ...done));
  const ofGroups = groupBy(files.entries(), ([number]) => groupId(work[number]?.group as GroupKey));
  for (const group of changed) {
    const written = ofGroups.get(groupId(group)) ?? [];
    steps.write(group, joinWritten(written.map(([, one]) => one)));
  }
}

/** A release's downloads, for its pointer. */
const describeDownloads = (results: readonly StepResult[]): ReleaseData['downloads'] =>
  Object.fromEntries(
    results
      .filter(({ group }) => group.kind === 'download')
      .flatMap(({ group }) => Array.from(filesOf(group), ({ path, ...file }) => [path, file])),
  );

/** Writes the files that every build renders anew. */
function stageFiles(
  group: GroupKey,
  files: Iterable<readonly [path: string, content: Uint8Array]>,
  { staging, previousGroups, steps }: Pick<Staging, 'staging' | 'previousGroups' | 'steps'>,
): void {
  const writer = createFileWriters(staging, previousGroups)(group);
  for (const [path, content] of files) writer.write(path, content);
  steps.write({ ...group, digest: null }, writer.result());
}

/**
 * The content of release.json: an index in a separate file is replaced by the file's name, and that file also names its collection's packs.
 * Packs and parts are listed only if the site has them.
 */
function pointerOf(
  data: ReleaseData,
  collections: readonly Collection[],
  indexes: Readonly<Record<string, IndexData>>,
): ReleaseData {
  const packs = { ...data.packs };
  const named = collections.map((one) => {
    const own = indexes[one.name] as IndexData;
    const found = indexPart(one, own, packs);
    if (found === null) return [one.name, own] as const;
    for (const set of lineSetsOf(one)) delete packs[set];
    return [one.name, found.part] as const;
  });
  if (data.layout !== 'pages') return { ...data, packs, index: Object.fromEntries(named) };
  const whole = named.filter(([, { kind }]) => kind !== 'part');
  return { ...data, packs: {}, documents: [], index: Object.fromEntries(whole) };
}

/** The site to build on. */
export interface PreviousSite {
  readonly groups: readonly FileGroup[];
  readonly packs: PackLists;
}

/**
 * Writes the site to the staging folder. `previous` is null if everything is to be written. `pool` is null if there are neither page files
 * nor downloads; the caller stops the pool.
 */
export async function stageSite(
  given: Omit<SiteInput, 'catalogue'> & { readonly catalogue: Catalogue },
  { root, staging, previous }: Pick<Output, 'root' | 'staging'> & { readonly previous: PreviousSite | null },
  pool: Pool | null,
): Promise<StagedSite> {
  const { config } = given;
  const catalogue = withShortNames(given.catalogue, config.compatibility);
  const input = { ...given, catalogue };
  // Pages are composed from kept packs, so damaged packs are not kept.
  const isKept = (group: FileGroup) => group.kind !== 'packs' || isUndamaged(root, group);
  const previousGroups = previous?.groups.filter(isKept) ?? null;
  const steps = createSteps(previousGroups);
  const site: Staging = { root, staging, previousGroups, previousPacks: previous?.packs ?? {}, steps };
  const content: SiteContent = { catalogue, config, explorer: readExplorer(input.explorer) };

  const vocabulary = vocabularyOf(catalogue);
  const collections = createCollections(vocabulary);
  const indexes = Object.fromEntries(collections.map((one) => [one.name, renderIndex(one, catalogue)]));
  const described = describeRelease(input, vocabulary, indexes);
  const packs = await stagePacks(collections, indexes, input, site);
  const documents = renderDocuments(described, content);
  const documentPacks = config.layout === 'pages' ? {} : stageDocuments(documents, input, site);
  const packed = { ...described, packs: { ...packs, ...documentPacks }, documents: documents.names };
  if (pool !== null) await stageWork(packed, input, site, pool);
  const data = { ...packed, downloads: describeDownloads(steps.results()) };
  stageFiles({ kind: 'other', key: '' }, renderOtherFiles(data, documents, content), site);
  const pointer = pointerOf(data, collections, indexes);
  // Always written, even if the manifest says that the files exist.
  const text = Buffer.from(await formatRelease(pointer, sha256));
  const files = [[RELEASE_PATH, text] as const, [RELEASE_ID_PATH, Buffer.from(`${input.id}\n`)] as const];
  stageFiles({ kind: 'pointer', key: '' }, files, { ...site, previousGroups: null });
  // Packs can be removed only after the pages have been composed from them.
  const unneeded = config.layout === 'pages' ? [PACK_FOLDER, PART_FOLDER] : [];
  for (const folder of unneeded) rmSync(join(staging, folder), { recursive: true, force: true });
  const results = steps.results();
  return { groups: results.map(({ group }) => group), counts: countSite(data, indexes, results, config.compress) };
}

/** `hasCopies`: whether files have compressed copies, which are not counted as pages or details. */
function countSite(
  { id, layout, packs }: ReleaseData,
  indexes: Readonly<Record<string, IndexData>>,
  results: readonly StepResult[],
  hasCopies: boolean,
): SiteCounts {
  const sum = (value: (result: StepResult) => number) => results.reduce((total, one) => total + value(one), 0);
  const countOriginals = (group: FileGroup): number =>
    hasCopies ? Array.from(filesOf(group)).filter(({ path }) => !/\.(gz|br)$/.test(path)).length : group.files;
  const countFiles = (kind: GroupKind) => sum(({ group }) => (group.kind === kind ? countOriginals(group) : 0));
  const entries = Object.entries(indexes).map(([name, one]) => [name, countEntries(one)] as const);
  return {
    release: id,
    entries: Object.fromEntries(entries),
    packs: layout === 'pages' ? 0 : Object.values(packs).flatMap(({ names }) => names).length,
    pages: countFiles('pages'),
    details: countFiles('records'),
    downloads: sum(({ group }) => (group.kind === 'download' ? group.files : 0)),
    // The manifest does not list itself.
    files: sum(({ group }) => group.files) + 1,
    bytes: sum(({ group }) => group.size),
    written: sum(({ written }) => written) + 1,
  };
}
