/**
 * Writes a release into the staging folder of an output: packs, page and detail files, fixed bodies, manifest and pointer.
 * What is in place with the same content is not written again. Build time.
 */

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Problem, sortProblems } from '../../catalogue/files/problems.ts';
import { readStatistics } from '../../catalogue/statistics.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import { createCollections } from '../../collections/registry.ts';
import type { Vocabulary } from '../../contract/collection.ts';
import { MANIFEST_PATH, PACK_FOLDER, PART_FOLDER, RELEASE_PATH } from '../../contract/paths.ts';
import { formatRelease, RELEASE_FORMAT, type ReleaseData } from '../../handler/release.ts';
import { countEntries, type IndexData } from '../../listing/select.ts';
import type { Config } from '../config/config.ts';
import { writeDocumentPack, writeOpenApiFile } from '../documents/write-documents.ts';
import { type Account, addAccounts, createFileWriter, type InPlace, isInPlace } from '../output/file-writer.ts';
import { sha256 } from '../output/hash.ts';
import { type ManifestFile, manifestLine, writeManifest } from '../output/manifest.ts';
import type { Output } from '../output/output.ts';
import { CSV_COLUMNS } from '../render/csv-columns.ts';
import type { BuildOptions } from './build-options.ts';
import { compressedCopies } from './compress.ts';
import { writeFixedBodies, writeHomePage } from './fixed-bodies.ts';
import { changedProblem, createStreamCheck, type Inputs } from './inputs.ts';
import type { PageWriters } from './page-writer.ts';
import { indexCatalogue, renderPacks, writeParts } from './render-packs.ts';

export interface StagedSite {
  readonly data: ReleaseData;
  /** Entries, by collection. */
  readonly entries: Readonly<Record<string, number>>;
  readonly account: Account;
  /** Page files, and detail files. */
  readonly pageCount: number;
  readonly recordCount: number;
}

function vocabularyOf({ detectors, catalogs, parameters }: Catalogue): Vocabulary {
  return {
    detectors: detectors.map(({ code }) => code),
    catalogs: catalogs.map(({ name }) => name),
    parameters: parameters.map(({ name, unit, description }) => ({ name, unit, description })),
  };
}

/** What release.json says, but for the names of packs and parts; it holds the whole index. */
function describeRelease(
  id: string,
  config: Config,
  catalogue: Catalogue,
): ReleaseData & { readonly index: Readonly<Record<string, IndexData>> } {
  const vocabulary = vocabularyOf(catalogue);
  return {
    format: RELEASE_FORMAT,
    id,
    layout: config.layout,
    baseUrl: config.baseUrl,
    links: config.links,
    archiveUrl: config.archiveUrl,
    cache: config.cache,
    enumerate: config.enumerate,
    vocabulary,
    index: indexCatalogue(catalogue, createCollections(vocabulary)),
    packs: {},
    documents: [],
    columns: CSV_COLUMNS,
  };
}

/**
 * Writes the site into the staging folder. Returns what it holds, or the problems that the statistics turned out to have.
 * `pageWriters` is null where the layout has no page files; the caller stops them.
 */
export async function stageSite(
  id: string,
  catalogue: Catalogue,
  inputs: Inputs,
  options: BuildOptions,
  output: Output,
  pageWriters: PageWriters | null,
): Promise<StagedSite | { readonly problems: readonly Problem[] }> {
  const { config, signal } = options;
  const onProgress: NonNullable<BuildOptions['onProgress']> = (...step) => {
    signal?.throwIfAborted();
    options.onProgress?.(...step);
  };
  const { root, staging, previous } = output;
  const known = new Map(options.force ? [] : previous?.files.map(({ path, sha256 }) => [path, sha256]));
  const inPlace: InPlace = { root, known };
  const problems: Problem[] = [];
  const report = (problem: Problem) => problems.push(problem);
  const streams = createStreamCheck(inputs.hashes);
  const unnamed = describeRelease(id, config, catalogue);
  pageWriters?.begin({ data: unnamed, compress: config.compress, staging, inPlace });
  const collections = createCollections(unnamed.vocabulary);
  const counts = Object.entries(unnamed.index).map(([name, index]) => [name, countEntries(index)] as const);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const rendered = await renderPacks(
    catalogue,
    collections,
    (dataset) => {
      const { statisticsFile: file } = dataset;
      return file === null ? [] : readStatistics(dataset, report, catalogue.timelines, streams.watch(file));
    },
    staging,
    (set, name, bytes) => pageWriters?.addPack(set, name, bytes),
    (done) => onProgress('rendering', done, total),
  );
  const changed = streams.changedFiles();
  if (changed.length > 0) return { problems: changed.map(changedProblem) };
  if (problems.length > 0) return { problems: sortProblems(problems) };

  const { documents, openApi, ...written } = await writeDocumentPack(unnamed, staging);
  const packs = { ...rendered.packs, ...written.packs };
  const packFiles = [...rendered.files, ...written.files];
  const parts = writeParts(unnamed.index, collections, staging);
  const files = [...packFiles, ...parts.files];
  const data = { ...unnamed, packs, documents, index: parts.index };
  const kept = new Set(files.filter((file) => isInPlace(file, inPlace)));
  const accounts: Account[] = [];
  if (config.layout !== 'pages') accounts.push(packAccount(files, kept));
  if (config.layout !== 'pages' && config.compress) {
    const onPacks = (done: number, total: number) => onProgress('compressing packs', done, total);
    accounts.push(await writePackCopies(packFiles, staging, inPlace, onPacks));
  }
  const pages = await pageWriters?.finish((done, total) => onProgress('writing pages', done, total));
  if (pages) accounts.push(pages.account, writeFixedBodies(data, staging, inPlace));
  // Not before the pages are composed, as they are read from the staged packs.
  if (config.layout === 'pages') {
    for (const folder of [PACK_FOLDER, PART_FOLDER]) rmSync(join(staging, folder), { recursive: true, force: true });
  } else {
    // What is in place already is not moved there.
    for (const { path } of kept) rmSync(join(staging, path));
  }
  accounts.push(writeHomePage(data, staging, inPlace), writeOpenApiFile(openApi, staging, inPlace));
  const writer = createFileWriter(staging, { root, known: new Map() });
  writer.write(RELEASE_PATH, Buffer.from(await formatRelease(publicData(data), sha256)));
  const account = addAccounts([...accounts, writer.account()]);
  writeManifest(join(staging, MANIFEST_PATH), id, account.lines);
  const { fileCount = 0, recordCount = 0 } = pages ?? {};
  return {
    data,
    entries: Object.fromEntries(counts),
    account,
    pageCount: fileCount - recordCount,
    recordCount,
  };
}

/** What release.json says: packs and parts only where the site has them. */
function publicData(data: ReleaseData): ReleaseData {
  if (data.layout !== 'pages') return data;
  const whole = Object.entries(data.index).filter(([, { kind }]) => kind !== 'part');
  return { ...data, packs: {}, documents: [], index: Object.fromEntries(whole) };
}

function packAccount(files: readonly ManifestFile[], kept: ReadonlySet<ManifestFile>): Account {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return { lines: files.map(manifestLine), count: files.length, bytes, written: files.length - kept.size };
}

/** Writes compressed copies of the staged packs. */
async function writePackCopies(
  files: readonly ManifestFile[],
  staging: string,
  inPlace: InPlace,
  onProgress: (done: number, total: number) => void,
): Promise<Account> {
  const writer = createFileWriter(staging, inPlace);
  for (const [done, { path }] of files.entries()) {
    // Lets timers and signals have their turn.
    await setImmediate();
    onProgress(done, files.length);
    for (const copy of compressedCopies(path, readFileSync(join(staging, path)))) writer.write(...copy);
  }
  return writer.account();
}
