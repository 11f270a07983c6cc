/**
 * Builds a site: catalogue and configuration in, `dist/` out. The steps, in order: is there anything to do; load and
 * validate; render packs; compose page and detail files; manifest and pointer; move everything into place.
 *
 * Whatever goes wrong before the last step leaves the output folder as it was.
 */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listInputFiles } from '../catalogue/input-files.ts';
import { loadCatalogue } from '../catalogue/load.ts';
import { type Problem, sortProblems } from '../catalogue/problems.ts';
import { readStatistics } from '../catalogue/statistics.ts';
import type { Catalogue } from '../catalogue/types.ts';
import { MANIFEST_PATH, PACK_FOLDER, RELEASE_PATH } from '../contract/paths.ts';
import { PACK_SETS, type PackNames } from '../listing/compose.ts';
import { countStrainFiles } from '../listing/strain-index.ts';
import { formatRelease, parseRelease, RELEASE_FORMAT, type ReleaseData } from '../rewrite/release.ts';
import { compressedCopies } from './compress.ts';
import type { Config } from './config.ts';
import { type Account, addAccounts, createFileWriter } from './file-writer.ts';
import { writeFixedBodies, writeHomePage } from './fixed-bodies.ts';
import { sha256 } from './hash.ts';
import { formatManifest, type ManifestFile, manifestLine, parseManifest } from './manifest.ts';
import { type Output, openOutput, settle } from './output.ts';
import { OutputError, outputError } from './output-error.ts';
import { writePages } from './page-writer.ts';
import { releaseId } from './release-id.ts';
import { renderPacks } from './render-packs.ts';
import { findForeign } from './site-files.ts';

export interface BuildOptions {
  readonly dataDir: string;
  readonly out: string;
  readonly config: Config;
  /** Writes every file, whatever the previous build wrote. */
  readonly force?: boolean;
  /** Has the disk confirm that files are written before they take their places. */
  readonly durable?: boolean;
  /** Ends the build, which then rejects with the signal's reason and leaves the output folder as it was. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (step: BuildStep, done: number, total: number) => void;
}

export type BuildStep = 'reading data' | 'rendering' | 'writing pages';

export interface BuildSummary {
  readonly release: string;
  readonly strainFiles: number;
  readonly eventVersions: number;
  readonly packs: number;
  /** Page files, and apart from them detail files. */
  readonly pages: number;
  readonly details: number;
  /** Of the whole site. */
  readonly files: number;
  readonly bytes: number;
  readonly written: number;
  readonly removed: number;
  /** Files and folders in the output folder that no build of ours wrote; they are left alone. */
  readonly foreign: readonly string[];
}

export type BuildResult =
  | { readonly kind: 'built'; readonly summary: BuildSummary }
  | { readonly kind: 'unchanged'; readonly release: string }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

/** Id of the release in a folder; null where there is none that can be used. */
async function currentRelease(out: string): Promise<string | null> {
  try {
    return (await parseRelease(readFileSync(join(out, RELEASE_PATH)), sha256)).id;
  } catch {
    return null;
  }
}

/** The id of the release that a build would make; null where the input cannot even be listed and read. */
function plannedRelease({ dataDir, config }: BuildOptions): string | null {
  const inputs = listInputFiles(dataDir);
  if (inputs.problems.length > 0) return null;
  try {
    return releaseId(dataDir, inputs.all, config);
  } catch {
    return null;
  }
}

const NO_PACKS = Object.fromEntries(PACK_SETS.map((set) => [set, []])) as unknown as PackNames;

/** Writes the staged site. Returns its files, or the problems that the statistics turned out to have. */
async function stageSite(id: string, catalogue: Catalogue, options: BuildOptions, output: Output) {
  const { config, signal } = options;
  const onProgress: NonNullable<BuildOptions['onProgress']> = (...step) => {
    signal?.throwIfAborted();
    options.onProgress?.(...step);
  };
  const { staging, previous } = output;
  const known = new Map(options.force ? [] : previous?.files.map(({ path, sha256 }) => [path, sha256]));
  const problems: Problem[] = [];
  const report = (problem: Problem) => problems.push(problem);
  const rendered = await renderPacks(
    catalogue,
    (dataset) => readStatistics(dataset, report),
    staging,
    (done, total) => onProgress('rendering', done, total),
  );
  if (problems.length > 0) return { problems: sortProblems(problems) };

  const data: ReleaseData = {
    format: RELEASE_FORMAT,
    id,
    layout: config.layout,
    baseUrl: config.baseUrl,
    links: config.links,
    archiveUrl: config.archiveUrl,
    cache: config.cache,
    enumerate: config.enumerate,
    vocabulary: {
      detectors: catalogue.detectors.map(({ code }) => code),
      catalogs: catalogue.catalogs.map(({ name }) => name),
      parameters: catalogue.parameters.map(({ name, unit, description }) => ({ name, unit, description })),
    },
    index: rendered.index,
    packs: rendered.packs,
  };
  const accounts: Account[] = [];
  if (config.layout !== 'pages') accounts.push(packAccount(rendered.files, known));
  if (config.layout !== 'pages' && config.compress) accounts.push(writePackCopies(rendered.files, staging, known));
  let pageCount = 0;
  if (config.layout !== 'packs') {
    const onFiles = (done: number, total: number) => options.onProgress?.('writing pages', done, total);
    const pages = await writePages(data, config.compress, staging, known, onFiles, signal);
    accounts.push(pages.account);
    pageCount = pages.fileCount;
  }
  // Not before the pages are composed, as they are read from the staged packs.
  if (config.layout === 'pages') rmSync(join(staging, PACK_FOLDER), { recursive: true, force: true });
  else unstage(rendered.files, staging, known);
  if (config.layout !== 'packs') accounts.push(writeFixedBodies(data, staging, known));
  accounts.push(writeHomePage(data, staging, known));
  const writer = createFileWriter(staging, NOTHING_KNOWN);
  writer.write(RELEASE_PATH, Buffer.from(await formatRelease(publicData(data), sha256)));
  const account = addAccounts([...accounts, writer.account()]);
  const manifest = formatManifest(id, account.lines);
  writeFileSync(join(staging, MANIFEST_PATH), manifest);
  return { data, account, manifest, pageCount };
}

const NOTHING_KNOWN: ReadonlyMap<string, string> = new Map();

/** What release.json says: packs only where the site has them. */
function publicData(data: ReleaseData): ReleaseData {
  return data.layout === 'pages' ? { ...data, packs: NO_PACKS } : data;
}

const isKept = ({ path, sha256 }: ManifestFile, known: ReadonlyMap<string, string>) => known.get(path) === sha256;

function packAccount(files: readonly ManifestFile[], known: ReadonlyMap<string, string>): Account {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const written = files.filter((file) => !isKept(file, known)).length;
  return { lines: files.map(manifestLine), count: files.length, bytes, written };
}

/** Writes compressed copies of the staged packs. */
function writePackCopies(files: readonly ManifestFile[], staging: string, known: ReadonlyMap<string, string>): Account {
  const writer = createFileWriter(staging, known);
  for (const { path } of files) {
    for (const copy of compressedCopies(path, readFileSync(join(staging, path)))) writer.write(...copy);
  }
  return writer.account();
}

/** Takes the packs that are in place already out of the staging folder. */
function unstage(files: readonly ManifestFile[], staging: string, known: ReadonlyMap<string, string>): void {
  for (const file of files) if (isKept(file, known)) rmSync(join(staging, file.path));
}

/** Puts the staged release in place. Returns how many files were removed, and those that are not ours. */
function commitSite({ root, previous, commit }: Output, manifest: string) {
  if (previous === null) {
    commit([]);
    return { removed: 0, foreign: [] };
  }
  const paths = new Set(parseManifest(manifest)?.files.map(({ path }) => path));
  const stale = previous.files.map(({ path }) => path).filter((path) => !paths.has(path));
  commit(stale);
  return { removed: stale.length, foreign: findForeign(root, paths.add(MANIFEST_PATH)) };
}

/** Builds the site. Rejects with OutputError where the output folder cannot be used or written; it is then as it was. */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  const { dataDir, out, config, force, signal, onProgress } = options;
  const id = plannedRelease(options);
  if (id !== null && !force) {
    settle(out);
    if ((await currentRelease(out)) === id) return { kind: 'unchanged', release: id };
  }
  const { catalogue, problems } = loadCatalogue(dataDir, undefined, (done, total) => {
    onProgress?.('reading data', done, total);
  });
  if (catalogue === null) return { kind: 'problems', problems };
  const output = openOutput(out, options);
  try {
    const staged = await stageSite(
      id ?? releaseId(dataDir, listInputFiles(dataDir).all, config),
      catalogue,
      options,
      output,
    );
    if ('problems' in staged) {
      output.abandon();
      return { kind: 'problems', problems: staged.problems };
    }
    signal?.throwIfAborted();
    return { kind: 'built', summary: summarise(staged, commitSite(output, staged.manifest)) };
  } catch (error) {
    output.abandon();
    if (!(error instanceof OutputError)) signal?.throwIfAborted();
    throw outputError(error, out);
  }
}

interface StagedSite {
  readonly data: ReleaseData;
  readonly account: Account;
  /** Page and detail files. */
  readonly pageCount: number;
}

function summarise({ data, account, pageCount }: StagedSite, moved: ReturnType<typeof commitSite>): BuildSummary {
  const { id, index, layout, packs } = data;
  const strainFiles = countStrainFiles(index.strainFiles);
  const eventVersions = index.eventVersions.names.length;
  const details = layout === 'packs' ? 0 : strainFiles + eventVersions;
  return {
    release: id,
    strainFiles,
    eventVersions,
    packs: layout === 'pages' ? 0 : Object.values(packs).flat().length,
    pages: pageCount - details,
    details,
    // The manifest, which is not in itself, is one more.
    files: account.count + 1,
    bytes: account.bytes,
    written: account.written + 1,
    ...moved,
  };
}
