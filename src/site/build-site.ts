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
import type { Config } from './config.ts';
import { type Account, addAccounts, createFileWriter } from './file-writer.ts';
import { writeFixedBodies, writeHomePage } from './fixed-bodies.ts';
import { sha256 } from './hash.ts';
import { formatManifest, type Manifest, type ManifestFile, manifestLine, parseManifest } from './manifest.ts';
import { hasUnfinishedBuild, type Output, openOutput } from './output.ts';
import { countPages, writePages } from './page-writer.ts';
import { releaseId } from './release-id.ts';
import { renderPacks } from './render-packs.ts';

export interface BuildOptions {
  readonly dataDir: string;
  readonly out: string;
  readonly config: Config;
  /** Writes every file, whatever the previous build wrote. */
  readonly force?: boolean;
  readonly onProgress?: (step: BuildStep, done: number, total: number) => void;
}

export type BuildStep = 'rendering' | 'writing pages';

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
  const { config, onProgress = () => {} } = options;
  const { staging, previous } = output;
  const known = new Map(options.force ? [] : previous?.files.map(({ path, sha256 }) => [path, sha256]));
  const problems: Problem[] = [];
  const report = (problem: Problem) => problems.push(problem);
  const rendered = renderPacks(
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
  if (config.layout !== 'pages') accounts.push(keepPacks(rendered.files, staging, known));
  if (config.layout !== 'packs') {
    const total = countPages(data);
    accounts.push(await writePages(data, staging, known, (done) => onProgress('writing pages', done, total)));
  }
  if (config.layout === 'pages') rmSync(join(staging, PACK_FOLDER), { recursive: true, force: true });

  if (config.layout !== 'packs') accounts.push(writeFixedBodies(data, staging, known));
  accounts.push(writeHomePage(data, staging, known));
  const writer = createFileWriter(staging, NOTHING_KNOWN);
  writer.write(RELEASE_PATH, Buffer.from(await formatRelease(publicData(data), sha256)));
  const account = addAccounts([...accounts, writer.account()]);
  const manifest = formatManifest(id, account.lines);
  writeFileSync(join(staging, MANIFEST_PATH), manifest);
  return { data, account, manifest };
}

const NOTHING_KNOWN: ReadonlyMap<string, string> = new Map();

/** What release.json says: packs only where the site has them. */
function publicData(data: ReleaseData): ReleaseData {
  return data.layout === 'pages' ? { ...data, packs: NO_PACKS } : data;
}

/** Takes the staged packs into account, and those that are in place already out of the staging folder. */
function keepPacks(files: readonly ManifestFile[], staging: string, known: ReadonlyMap<string, string>): Account {
  const old = files.filter(({ path, sha256 }) => known.get(path) === sha256);
  for (const { path } of old) rmSync(join(staging, path));
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return { lines: files.map(manifestLine), count: files.length, bytes, written: files.length - old.length };
}

/** Paths of the previous release that the new one no longer has. */
function stalePaths(previous: Manifest | null, manifest: string): string[] {
  if (previous === null) return [];
  const paths = new Set(parseManifest(manifest)?.files.map(({ path }) => path));
  return previous.files.map(({ path }) => path).filter((path) => !paths.has(path));
}

/** Builds the site. Throws OutputError where the output folder cannot be used. */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  const { dataDir, out, config, force } = options;
  const id = plannedRelease(options);
  if (id !== null && !force && !hasUnfinishedBuild(out) && (await currentRelease(out)) === id) {
    return { kind: 'unchanged', release: id };
  }
  const { catalogue, problems } = loadCatalogue(dataDir);
  if (catalogue === null) return { kind: 'problems', problems };
  const output = openOutput(out);
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
    const remove = stalePaths(output.previous, staged.manifest);
    output.commit(remove);
    return { kind: 'built', summary: summarise(staged.data, staged.account, remove.length) };
  } catch (error) {
    output.abandon();
    throw error;
  }
}

function summarise(data: ReleaseData, account: Account, removed: number): BuildSummary {
  const { id, index, layout, packs } = data;
  const strainFiles = countStrainFiles(index.strainFiles);
  const eventVersions = index.eventVersions.names.length;
  const details = layout === 'packs' ? 0 : strainFiles + eventVersions;
  return {
    release: id,
    strainFiles,
    eventVersions,
    packs: layout === 'pages' ? 0 : Object.values(packs).flat().length,
    pages: layout === 'packs' ? 0 : countPages(data) - details,
    details,
    // The manifest, which is not in itself, is one more.
    files: account.count + 1,
    bytes: account.bytes,
    written: account.written + 1,
    removed,
  };
}
