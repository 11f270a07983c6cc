/**
 * Builds a site: catalogue and configuration in, `dist/` out. The steps, in order: is there anything to do; load and
 * validate; render packs; compose page and detail files; manifest and pointer; move everything into place.
 *
 * Whatever goes wrong before the last step leaves the output folder as it was.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../../catalogue/files/problems.ts';
import { loadFiles } from '../../catalogue/load.ts';
import { MANIFEST_PATH, RELEASE_PATH } from '../../contract/paths.ts';
import { parseRelease } from '../../handler/release.ts';
import { sha256 } from '../output/hash.ts';
import { isManifestOf, parseManifest } from '../output/manifest.ts';
import { type Output, openOutput, settle } from '../output/output.ts';
import { OutputError, outputError } from '../output/output-error.ts';
import { findForeign } from '../output/site-files.ts';
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

/** Id of the release in a folder, which pointer and manifest must agree on; null where there is none that can be used. */
async function currentRelease(out: string): Promise<string | null> {
  try {
    const { id } = await parseRelease(readFileSync(join(out, RELEASE_PATH)), sha256);
    return isManifestOf(id, join(out, MANIFEST_PATH)) ? id : null;
  } catch {
    return null;
  }
}

/** The id of the release that a build would make; null where the input cannot even be listed and read. */
function plannedRelease({ files, hashes, unread }: Inputs, { dataDir, config }: BuildOptions): string | null {
  return files.problems.length + unread.length > 0 ? null : releaseId(dataDir, hashes, config);
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

async function buildRelease(
  release: string | null,
  inputs: Inputs,
  options: BuildOptions,
  pageWriters: PageWriters | null,
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
  const output = openOutput(out, options);
  try {
    // Nobody may still write when what is staged is moved or thrown away.
    const staged = await stageSite(release, catalogue, inputs, options, output, pageWriters).finally(pageWriters?.stop);
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

/** Builds the site. Rejects with OutputError where the output folder cannot be used or written; it is then as it was. */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  const { out, config, force, signal } = options;
  const inputs = readInputs(options.dataDir);
  const id = plannedRelease(inputs, options);
  if (id !== null && !force) {
    settle(out);
    if ((await currentRelease(out)) === id) return { kind: 'unchanged', release: id };
  }
  const pageWriters = config.layout === 'packs' ? null : startPageWriters();
  const stop = async () => pageWriters?.stop();
  signal?.addEventListener('abort', stop);
  try {
    return await buildRelease(id, inputs, options, pageWriters);
  } finally {
    signal?.removeEventListener('abort', stop);
    await stop();
  }
}

function summarise(
  { data, entries, account, pageCount, recordCount }: StagedSite,
  moved: ReturnType<typeof commitSite>,
): BuildSummary {
  return {
    release: data.id,
    entries,
    packs: data.layout === 'pages' ? 0 : Object.values(data.packs).flat().length,
    pages: pageCount,
    details: recordCount,
    // The manifest, which is not in itself, is one more.
    files: account.count + 1,
    bytes: account.bytes,
    written: account.written + 1,
    ...moved,
  };
}
