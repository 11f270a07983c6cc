/**
 * Builds a new release: loads and validates the data, stages the files, and moves them into place. A failure before the last step
 * leaves the output folder unchanged. Build time.
 */

import { mkdirSync, rmSync } from 'node:fs';
import { validateAll } from '../../catalogue/validate-all.ts';
import { type Output, openOutput } from '../install/output.ts';
import { OutputError, outputError } from '../install/output-error.ts';
import type { PreviousSite } from '../install/previous-site.ts';
import type { BuildOptions, BuildResult, BuildSummary } from './build-options.ts';
import { ChangedFileError, changedProblem, type Inputs } from './inputs.ts';
import type { PageWriters } from './page-writer.ts';
import type { SiteData } from './stage.ts';
import { type StagedSite, stageSite } from './stage-site.ts';

/** The threads of a build; they end with it. */
export interface Threads {
  /** Restarted if they have ended; null if there are neither page files nor downloads. */
  writers(): PageWriters | null;
  stop(): Promise<void>;
}

const isDamage = (error: unknown): boolean => error instanceof Error && error.name === 'SiteDamagedError';

/** Stages the release. If files of the previous build turn out to be damaged, starts again and writes everything. */
async function stageRelease(
  release: string,
  data: SiteData,
  options: BuildOptions,
  output: Output,
  threads: Threads,
  isTrusted: boolean,
): Promise<StagedSite> {
  const stage = (isBuiltUpon: boolean) =>
    // No thread may still be writing when the staged files are moved or discarded.
    stageSite(release, data, options, output, threads.writers(), isBuiltUpon).finally(threads.stop);
  try {
    return await stage(isTrusted);
  } catch (error) {
    if (!isDamage(error) || !isTrusted || options.signal?.aborted) throw error;
    rmSync(output.staging, { recursive: true, force: true });
    mkdirSync(output.staging);
    return stage(false);
  }
}

/**
 * Builds a release. `id` is null if a file could not be read. `seen` is the previous content of the output folder, if it can be built
 * upon.
 */
export async function buildRelease(
  id: string | null,
  inputs: Inputs,
  seen: PreviousSite | null,
  options: BuildOptions,
  threads: Threads,
): Promise<BuildResult> {
  const { dataDir, out, signal, onProgress } = options;
  const loaded = validateAll(dataDir, onProgress, undefined, inputs.content, inputs.files);
  const { catalogue, problems, warnings } = loaded;
  if (catalogue === null) return { kind: 'problems', problems };
  if (id === null) {
    // A file that could not be read at first can be read now: another program is writing to the data.
    return { kind: 'problems', problems: inputs.unread.map(changedProblem) };
  }
  const output = openOutput(out, { ...options, seen });
  try {
    // The folder may now contain another site than the one that was read before.
    const isTrusted = seen !== null && output.previous === seen;
    const data = { inputs, catalogue };
    const staged = await stageRelease(id, data, options, output, threads, isTrusted);
    signal?.throwIfAborted();
    output.commit(staged.stale, staged.replaceable);
    return { kind: 'built', summary: summarise(staged, warnings.length) };
  } catch (error) {
    output.abandon();
    if (error instanceof ChangedFileError) return { kind: 'problems', problems: [changedProblem(error.path)] };
    if (!(error instanceof OutputError)) signal?.throwIfAborted();
    throw outputError(error, out);
  }
}

function summarise(
  { data, entries, files, size, written, stale, pageCount, recordCount, downloadCount }: StagedSite,
  warnings: number,
): BuildSummary {
  return {
    release: data.id,
    entries,
    packs: data.layout === 'pages' ? 0 : Object.values(data.packs).flat().length,
    pages: pageCount,
    details: recordCount,
    downloads: downloadCount,
    // The manifest does not list itself.
    files: files + 1,
    bytes: size,
    written: written + 1,
    removed: stale.length,
    warnings,
  };
}
