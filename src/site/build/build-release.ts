/**
 * Builds a new release, in a straight line: reads and validates the data, writes the files of the release to the staging folder, and
 * installs them. A failure before the last step leaves the output folder unchanged. Build time.
 */

import { mkdirSync, rmSync } from 'node:fs';
import { validateAll } from '../../catalogue/validate-all.ts';
import { ChangedFileError, changedProblem, type Inputs } from '../inputs/inputs.ts';
import { type Output, openOutput } from '../install/output.ts';
import { OutputError, outputError } from '../install/output-error.ts';
import { type Pool, startPool } from '../pages/pool.ts';
import type { BuildOptions, BuildResult } from './build-options.ts';
import type { SiteInput } from './stage-packs.ts';
import { type StagedSite, stageSite } from './stage-site.ts';

/** The threads of a build; null if there are neither page files nor downloads. */
const start = ({ layout, downloads }: BuildOptions['config']): Pool | null =>
  layout !== 'packs' || downloads.length > 0 ? startPool() : null;

/** Errors of other threads have lost their class. */
const isDamage = (error: unknown): boolean => error instanceof Error && error.name === 'SiteDamagedError';

/** Stages the release. If files of the previous build turn out to be damaged, starts again and writes everything. */
async function stage(
  input: SiteInput,
  output: Output,
  previous: Output['previous'],
  pool: Pool | null,
): Promise<StagedSite> {
  try {
    // No thread may still be writing when the staged files are moved or discarded.
    return await stageSite(input, { root: output.root, staging: output.staging, previous }, pool).finally(() =>
      pool?.stop(),
    );
  } catch (error) {
    if (!isDamage(error) || previous === null) throw error;
    rmSync(output.staging, { recursive: true, force: true });
    mkdirSync(output.staging);
    return stage(input, output, null, start(input.options.config));
  }
}

/**
 * Builds a release. `id` is null if a file could not be read. `current`: id of the release in the output folder that can be built upon; null
 * if there is none.
 */
export async function buildRelease(
  id: string | null,
  inputs: Inputs,
  current: string | null,
  options: BuildOptions,
): Promise<BuildResult> {
  const { dataDir, out, config, signal, onProgress } = options;
  const progress: NonNullable<BuildOptions['onProgress']> = (...step) => {
    signal?.throwIfAborted();
    onProgress?.(...step);
  };
  // Starting threads takes as long as reading the data.
  const pool = start(config);
  let output: Output | null = null;
  try {
    const { catalogue, problems, warnings, counts } = validateAll(
      dataDir,
      progress,
      undefined,
      inputs.content,
      inputs.files,
    );
    if (catalogue === null) return { kind: 'problems', problems, warnings };
    // A file that could not be read at first can be read now: another program is writing to the data.
    if (id === null) return { kind: 'problems', problems: inputs.unread.map(changedProblem), warnings };

    output = openOutput(out, options);
    const isTrusted = output.previous?.isSound && output.previous.release === current;
    const previous = isTrusted ? output.previous : null;
    const input: SiteInput = { id, catalogue, hashes: inputs.hashes, options, onProgress: progress };
    const staged = await stage(input, output, previous, pool);
    signal?.throwIfAborted();
    const removed = output.install(id, staged.groups);
    output = null;
    return { kind: 'built', summary: { ...staged.summary, removed, warnings: warnings.length }, warnings, counts };
  } catch (error) {
    if (error instanceof ChangedFileError) {
      return { kind: 'problems', problems: [changedProblem(error.path)], warnings: [] };
    }
    if (!(error instanceof OutputError)) signal?.throwIfAborted();
    throw outputError(error, out);
  } finally {
    await pool?.stop();
    output?.abandon();
  }
}
