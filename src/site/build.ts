/**
 * Builds a site: reads and validates the data, writes the new release's files to the staging folder, and installs them. Does nothing if the
 * site already has this release. A failure leaves the output folder unchanged.
 */

import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { CatalogueCounts } from '../catalogue/counts.ts';
import { allPaths } from '../catalogue/files/input-files.ts';
import type { Layout } from '../core/contract/site-paths.ts';
import type { Release } from '../core/release/release.ts';
import { OutputError, outputError } from '../fs/output-error.ts';
import { countOf } from '../report/count.ts';
import type { Problem } from '../report/problems.ts';
import type { Config } from './config/config.ts';
import { readExplorer } from './documents/explorer-files.ts';
import { type GroupKind, readManifest, type WrittenGroup } from './groups/manifest.ts';
import { releaseId } from './inputs/digests.ts';
import { changedProblem, InputChangedError, type Inputs, readInputs } from './inputs/inputs.ts';
import { PHASES } from './install/locked-folder.ts';
import { type OutputOptions, openOutput, recoverInterruptedBuild } from './install/output.ts';
import { currentRelease } from './install/site-files.ts';
import type { OnBuildProgress } from './stage/site-input.ts';
import type { SiteCounts } from './stage/stage-site.ts';

export interface BuildOptions extends OutputOptions {
  readonly dataDir: string;
  readonly out: string;
  readonly config: Config;
  /** Folder with the bundled explorer. Default: the output folder of `npm run build`. */
  readonly explorer?: string;
  /** If the layout has no pages, rejects with OutputError instead of removing the site's existing pages. */
  readonly keepPages?: boolean;
  /** Aborts the build, which then rejects with the signal's reason and leaves the output folder unchanged. */
  readonly signal?: AbortSignal;
  readonly onProgress?: OnBuildProgress;
}

export interface BuildSummary extends SiteCounts {
  readonly removed: number;
  /** Warnings about data that are valid but implausible. */
  readonly warnings: number;
}

export type BuildResult =
  | {
      readonly kind: 'built';
      readonly summary: BuildSummary;
      /** Warnings about the data. A function, because locating them in the files takes time. */
      readonly warnings: () => readonly Problem[];
      readonly counts: CatalogueCounts;
    }
  | { readonly kind: 'unchanged'; readonly release: string }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[]; readonly warnings: () => readonly Problem[] };

/** Throws OutputError if a build with this layout would remove a site's pages. */
function checkKeepsPages(out: string, groups: readonly WrittenGroup[], layout: Layout): void {
  const responses: readonly GroupKind[] = ['pages', 'records', 'legacy'];
  const lost = groups.filter(({ kind }) => responses.includes(kind));
  const count = lost.reduce((sum, { files }) => sum + files, 0);
  if (layout !== 'packs' || count === 0) return;
  throw new OutputError(
    `layout packs has no pages, so this would remove ${countOf(count, 'file')} of ${out}. Build without --layout, or add --force to remove them`,
  );
}

/** Total size of input files in bytes; a missing file counts as 0 and is reported elsewhere. */
const sizeOf = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);

/** Builds the release with this id; `id` is null if an input file could not be read. `current`: the site to build on, or null. */
async function buildRelease(
  id: string | null,
  inputs: Inputs,
  current: Release | null,
  options: BuildOptions,
): Promise<BuildResult> {
  const { dataDir, out, config, signal } = options;
  const onProgress: OnBuildProgress = (...step) => {
    signal?.throwIfAborted();
    options.onProgress?.(...step);
  };
  // Loaded only now, because most builds of an existing site have nothing to do.
  const { checkFolder, readDataFolder, toProblems } = await import('../catalogue/load.ts');
  const { stageSite } = await import('./stage/stage-site.ts');
  const { withShortNames } = await import('./render/event-facts.ts');
  const { countThreads, startPool } = await import('./tasks/pool.ts');
  const needsPool = config.layout !== 'packs' || config.downloads.length > 0;
  // The threads start up while the data are being read.
  const pool = needsPool ? startPool(countThreads(availableParallelism(), sizeOf(allPaths(inputs.files)))) : null;
  let output: ReturnType<typeof openOutput> | undefined;
  try {
    const folder = readDataFolder(dataDir, { onProgress, overlay: inputs.content, inputs: inputs.files });
    const { catalogue, problems, counts, ...checked } = checkFolder(folder, onProgress);
    const warnings = () => toProblems(folder, checked.warnings);
    if (catalogue === null || counts === null || problems.length > 0) return { kind: 'problems', problems, warnings };
    // A file that was unreadable before is readable now, so another program is writing to the data.
    if (id === null) return { kind: 'problems', problems: inputs.unread.map(changedProblem), warnings };

    output = openOutput(out, options);
    if (options.keepPages) checkKeepsPages(out, output.previous?.groups ?? [], config.layout);
    // Another build may have replaced the release before the folder was locked.
    const kept = output.previous?.release === current?.data.id ? current : null;
    const named = withShortNames(catalogue, config.compatibility);
    const explorer = readExplorer(options.explorer);
    const input = { id, catalogue: named, hashes: inputs.hashes, config, explorer, onProgress };
    const { groups, counts: site } = await stageSite(input, output, kept, pool);
    // No thread may still be writing when the staged files are moved.
    await pool?.stop();
    signal?.throwIfAborted();
    const removed = output.install(id, groups);
    return { kind: 'built', summary: { ...site, removed, warnings: checked.warnings.length }, warnings, counts };
  } catch (error) {
    if (error instanceof InputChangedError) {
      return { kind: 'problems', problems: [changedProblem(error.path)], warnings: () => [] };
    }
    if (!(error instanceof OutputError)) signal?.throwIfAborted();
    throw outputError(error, out, PHASES.staging);
  } finally {
    await pool?.stop();
    output?.close();
  }
}

/** Builds the site. If the output folder cannot be used or written, rejects with OutputError and leaves the folder unchanged. */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  const { dataDir, out, config, force } = options;
  const inputs = readInputs(dataDir);
  const { files, hashes, unread } = inputs;
  // If files cannot be listed or read, there is no release, only problems.
  const id = files.problems.length + unread.length > 0 ? null : releaseId(dataDir, hashes, config);
  let current: Release | null = null;
  if (id !== null && !force) {
    recoverInterruptedBuild(out);
    current = await currentRelease(out);
    // The manifest has to remember other options even if they give the same release.
    const isRemembered = isDeepStrictEqual(readManifest(out)?.options ?? {}, options.remembered ?? {});
    if (current?.data.id === id && isRemembered) return { kind: 'unchanged', release: id };
  }
  return buildRelease(id, inputs, current, options);
}
