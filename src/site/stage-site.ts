/**
 * Writes a release into the staging folder of an output: packs, page and detail files, fixed bodies, manifest and pointer.
 * What is in place with the same content is not written again. Build time.
 */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Problem, sortProblems } from '../catalogue/problems.ts';
import { readStatistics } from '../catalogue/statistics.ts';
import type { Catalogue } from '../catalogue/types.ts';
import { MANIFEST_PATH, PACK_FOLDER, RELEASE_PATH } from '../contract/paths.ts';
import { PACK_SETS, type PackNames } from '../listing/compose.ts';
import { formatRelease, RELEASE_FORMAT, type ReleaseData } from '../rewrite/release.ts';
import type { BuildOptions } from './build-options.ts';
import { compressedCopies } from './compress.ts';
import type { Config } from './config.ts';
import { type Account, addAccounts, createFileWriter } from './file-writer.ts';
import { writeFixedBodies, writeHomePage } from './fixed-bodies.ts';
import { sha256 } from './hash.ts';
import { formatManifest, type ManifestFile, manifestLine } from './manifest.ts';
import type { Output } from './output.ts';
import { writePages } from './page-writer.ts';
import { type RenderedPacks, renderPacks } from './render-packs.ts';

export interface StagedSite {
  readonly data: ReleaseData;
  readonly account: Account;
  /** Text of the manifest. */
  readonly manifest: string;
  /** Page and detail files. */
  readonly pageCount: number;
}

const NOTHING_KNOWN: ReadonlyMap<string, string> = new Map();

const NO_PACKS = Object.fromEntries(PACK_SETS.map((set) => [set, []])) as unknown as PackNames;

/** What release.json says, with the packs as they were rendered. */
function describeRelease(id: string, config: Config, catalogue: Catalogue, rendered: RenderedPacks): ReleaseData {
  return {
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
}

/** Writes the site into the staging folder. Returns what it holds, or the problems that the statistics turned out to have. */
export async function stageSite(
  id: string,
  catalogue: Catalogue,
  options: BuildOptions,
  output: Output,
): Promise<StagedSite | { readonly problems: readonly Problem[] }> {
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

  const data = describeRelease(id, config, catalogue, rendered);
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
