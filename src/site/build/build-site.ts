/**
 * Builds a site: catalogue and configuration in, `dist/` out. The steps, in order: is there anything to do; load and
 * validate; render packs; compose page and detail files; manifest and pointer; move everything into place.
 *
 * Whatever goes wrong before the last step leaves the output folder as it was.
 */

import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../../catalogue/files/problems.ts';
import { readRegularFile } from '../../catalogue/files/regular-file.ts';
import { loadFiles } from '../../catalogue/load.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import { wholeListings } from '../../contract/collection.ts';
import {
  API_ROOT,
  HOME_PATH,
  HOME_SCRIPT_PATH,
  MANIFEST_PATH,
  PACK_FOLDER,
  PART_FOLDER,
  RELEASE_PATH,
} from '../../contract/paths.ts';
import { openRelease, parseRelease, type ReleaseData } from '../../handler/release.ts';
import { sha256 } from '../output/hash.ts';
import { type ManifestFile, readFirstFiles, readManifest, readStoredManifest } from '../output/manifest.ts';
import { type Output, openOutput, settle } from '../output/output.ts';
import { OutputError, outputError } from '../output/output-error.ts';
import { openPrevious, type PreviousSite } from '../output/previous-site.ts';
import { findForeign, isFileOfSize } from '../output/site-files.ts';
import { namedFiles } from '../output/verify-site.ts';
import type { BuildOptions } from './build-options.ts';
import { changedProblem, type Inputs, readInputs } from './inputs.ts';
import { type PageWriters, startPageWriters } from './page-writer.ts';
import { releaseId } from './release-id.ts';
import { type StagedSite, stageSite } from './stage-site.ts';

export interface BuildSummary {
  readonly release: string;
  /** Entries, by collection. */
  readonly entries: Readonly<Record<string, number>>;
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

const isPackOrPart = (path: string): boolean =>
  path.startsWith(`${PACK_FOLDER}/`) || path.startsWith(`${PART_FOLDER}/`);

/** True where everything that the pointer names, and the folder of each collection's page files, is in place. */
function isWhole(out: string, release: ReleaseData, packFiles: readonly ManifestFile[]): boolean {
  const sizes = new Map(packFiles.map(({ path, size }) => [path, size]));
  const isThere = (path: string) => isFileOfSize(join(out, path), sizes.get(path) ?? -1);
  const { collections } = openRelease(release);
  const folders = release.layout === 'packs' ? [] : wholeListings(collections).map(({ path }) => `${API_ROOT}/${path}`);
  return (
    namedFiles(release).every(({ path }) => sizes.has(path)) &&
    [...sizes.keys()].every(isThere) &&
    [HOME_PATH, HOME_SCRIPT_PATH, ...folders].every((path) => existsSync(join(out, path)))
  );
}

/**
 * Id of the release in a folder, which pointer and manifest must agree on; null where there is none that can be used, or
 * where packs, parts or folders of it are missing. Its page files are not looked at one by one.
 */
async function currentRelease(out: string): Promise<string | null> {
  try {
    const release = await parseRelease(readRegularFile(join(out, RELEASE_PATH)), sha256);
    const packFiles = readFirstFiles(release.id, join(out, MANIFEST_PATH), isPackOrPart);
    return packFiles && isWhole(out, release, packFiles) ? release.id : null;
  } catch {
    return null;
  }
}

/** The id of the release that a build would make; null where the input cannot even be listed and read. */
function plannedRelease({ files, hashes, unread }: Inputs, { dataDir, config }: BuildOptions): string | null {
  return files.problems.length + unread.length > 0 ? null : releaseId(dataDir, hashes, config);
}

/** Puts the staged release in place. Returns how many files were removed, and those that are not ours. */
function commitSite({ root, previous, commit }: Output, { stale, replaceable, wasExact }: StagedSite, isSeen: boolean) {
  commit(stale, replaceable);
  if (previous === null || (isSeen && wasExact)) return { removed: stale.length, foreign: [] };
  const paths = new Set(readManifest(root)?.files.map(({ path }) => path));
  return { removed: stale.length, foreign: findForeign(root, paths.add(MANIFEST_PATH)) };
}

const isDamage = (error: unknown): boolean => error instanceof Error && error.name === 'SiteDamagedError';

/** Stages the release; anew and in full, where files of the build before turn out to be damaged. */
async function stageRelease(
  release: string,
  catalogue: Catalogue,
  inputs: Inputs,
  options: BuildOptions,
  output: Output,
  threads: Threads,
): Promise<StagedSite | { readonly problems: readonly Problem[] }> {
  const stage = (isTrusted: boolean) =>
    // Nobody may still write when what is staged is moved or thrown away.
    stageSite(release, catalogue, inputs, options, output, threads.writers(), isTrusted).finally(threads.stop);
  try {
    return await stage(true);
  } catch (error) {
    if (!isDamage(error) || options.signal?.aborted) throw error;
    rmSync(output.staging, { recursive: true, force: true });
    mkdirSync(output.staging);
    return stage(false);
  }
}

async function buildRelease(
  release: string | null,
  inputs: Inputs,
  seen: PreviousSite | null,
  options: BuildOptions,
  threads: Threads,
): Promise<BuildResult> {
  const { dataDir, out, signal, onProgress } = options;
  const { catalogue, problems } = loadFiles(dataDir, inputs.files, inputs.content, (done, total) => {
    onProgress?.('reading data', done, total);
  });
  if (catalogue === null) return { kind: 'problems', problems };
  if (release === null) {
    // What could not be read at first could be read now: somebody writes there.
    return { kind: 'problems', problems: inputs.unread.map(changedProblem) };
  }
  const output = openOutput(out, { ...options, seen });
  try {
    const staged = await stageRelease(release, catalogue, inputs, options, output, threads);
    if ('problems' in staged) {
      output.abandon();
      return { kind: 'problems', problems: staged.problems };
    }
    signal?.throwIfAborted();
    return { kind: 'built', summary: summarise(staged, commitSite(output, staged, output.previous === seen)) };
  } catch (error) {
    output.abandon();
    if (!(error instanceof OutputError)) signal?.throwIfAborted();
    throw outputError(error, out);
  }
}

/** The threads of a build, which are ended with it. */
interface Threads {
  /** Null where the layout has no page files. */
  writers(): PageWriters | null;
  stop(): Promise<void>;
}

function createThreads({ config }: BuildOptions): Threads {
  let writers: PageWriters | null = null;
  return {
    writers() {
      if (config.layout !== 'packs') writers ??= startPageWriters();
      return writers;
    },
    async stop() {
      const stopped = writers;
      writers = null;
      await stopped?.stop();
    },
  };
}

/** What the folder holds, before it is locked. */
function look(out: string): PreviousSite | null {
  try {
    const root = realpathSync(out);
    const manifest = readStoredManifest(root);
    return manifest && openPrevious(root, manifest);
  } catch {
    return null;
  }
}

/** Builds the site. Rejects with OutputError where the output folder cannot be used or written; it is then as it was. */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  const { out, force, takeLock, signal } = options;
  const inputs = readInputs(options.dataDir);
  const id = plannedRelease(inputs, options);
  if (id !== null && !force) {
    settle(out, takeLock);
    if ((await currentRelease(out)) === id) return { kind: 'unchanged', release: id };
  }
  const threads = createThreads(options);
  signal?.addEventListener('abort', threads.stop);
  try {
    const writers = threads.writers();
    const seen = force ? null : look(out);
    if (seen) writers?.lookUp(seen);
    return await buildRelease(id, inputs, seen, options, threads);
  } finally {
    signal?.removeEventListener('abort', threads.stop);
    await threads.stop();
  }
}

function summarise(
  { data, entries, files, size, written, pageCount, recordCount }: StagedSite,
  moved: ReturnType<typeof commitSite>,
): BuildSummary {
  return {
    release: data.id,
    entries,
    packs: data.layout === 'pages' ? 0 : Object.values(data.packs).flat().length,
    pages: pageCount,
    details: recordCount,
    // The manifest, which is not in itself, is one more.
    files: files + 1,
    bytes: size,
    written: written + 1,
    ...moved,
  };
}
