/**
 * Builds a release that is not there yet: load and validate; stage; move everything into place. Whatever goes wrong before the last
 * step leaves the output folder as it was. Build time.
 */

import { mkdirSync, rmSync } from 'node:fs';
import type { Problem } from '../../catalogue/files/problems.ts';
import { loadFiles } from '../../catalogue/load.ts';
import { type Output, openOutput } from '../output/output.ts';
import { OutputError, outputError } from '../output/output-error.ts';
import type { PreviousSite } from '../output/previous-site.ts';
import type { BuildOptions, BuildResult, BuildSummary } from './build-options.ts';
import { changedProblem, type Inputs, isStrainDataKnown } from './inputs.ts';
import type { PageWriters } from './page-writer.ts';
import type { SiteData } from './stage.ts';
import { type StagedSite, stageSite } from './stage-site.ts';

/** The threads of a build, which are ended with it. */
export interface Threads {
  /** Started anew where they were ended; null where there are neither page files nor downloads. */
  writers(): PageWriters | null;
  stop(): Promise<void>;
}

const isDamage = (error: unknown): boolean => error instanceof Error && error.name === 'SiteDamagedError';

/** Stages the release; anew and in full, where files of the build before turn out to be damaged. */
async function stageRelease(
  release: string,
  data: SiteData,
  options: BuildOptions,
  output: Output,
  threads: Threads,
  isTrusted: boolean,
): Promise<StagedSite | { readonly problems: readonly Problem[] }> {
  const stage = (isBuiltUpon: boolean) =>
    // Nobody may still write when what is staged is moved or thrown away.
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
 * Builds a release; `id` is null where not every file could be read. `seen` is what the output folder held, if that is sound
 * enough to be built upon.
 */
export async function buildRelease(
  id: string | null,
  inputs: Inputs,
  seen: PreviousSite | null,
  options: BuildOptions,
  threads: Threads,
): Promise<BuildResult> {
  const { dataDir, out, signal, onProgress } = options;
  const loaded = loadFiles(
    dataDir,
    inputs.files,
    inputs.content,
    (done, total) => onProgress?.('reading data', done, total),
    undefined,
    seen !== null && isStrainDataKnown(seen, inputs),
  );
  const { catalogue, problems, warnings, isStrainDataClean } = loaded;
  if (catalogue === null) return { kind: 'problems', problems };
  if (id === null) {
    // What could not be read at first could be read now: somebody writes there.
    return { kind: 'problems', problems: inputs.unread.map(changedProblem) };
  }
  const output = openOutput(out, { ...options, seen });
  try {
    // What is there now may be another site than the one that was looked at.
    const isTrusted = seen !== null && output.previous === seen;
    const data = { inputs, catalogue, isStrainDataClean };
    const staged = await stageRelease(id, data, options, output, threads, isTrusted);
    if ('problems' in staged) {
      output.abandon();
      return { kind: 'problems', problems: staged.problems };
    }
    signal?.throwIfAborted();
    output.commit(staged.stale, staged.replaceable);
    return { kind: 'built', summary: summarise(staged, warnings.length) };
  } catch (error) {
    output.abandon();
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
    // The manifest, which is not in itself, is one more.
    files: files + 1,
    bytes: size,
    written: written + 1,
    removed: stale.length,
    warnings,
  };
}
