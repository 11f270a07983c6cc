/**
 * One round of `stillwave dev`: checks data and configuration as `validate` does, and where they are sound builds packs into a folder.
 *
 * In: paths. Out: what was found, and the release that is there now. A release that could not be built leaves the one before as it was.
 * The process stays, so a round costs a third of what a fresh `build` costs: code is compiled, and what does not change is not written.
 */

import { type Problem, sortProblems } from '../../catalogue/files/problems.ts';
import { type Counts, validateAll } from '../../catalogue/validate-all.ts';
import { buildSite } from '../build/build-site.ts';
import type { Config } from '../config/config.ts';
import { loadConfig } from '../config/load-config.ts';

export interface RebuildOptions {
  readonly dataDir: string;
  /** Path of the configuration; null where there is none. */
  readonly config: string | null;
  /** Folder of the site. */
  readonly out: string;
  readonly signal: AbortSignal;
}

export interface Rebuilt {
  /** Id of the release that was built, or that is there already; null where there are problems. */
  readonly release: string | null;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** Null where there are problems in the data. */
  readonly counts: Counts | null;
}

/** What is edited is looked at here and now: nothing that only hosts without a handler need, nothing that a browser may keep. */
const forEditing = (config: Config): Config => ({
  ...config,
  layout: 'packs',
  downloads: [],
  compress: false,
  cache: { listings: { maxAge: 0, staleWhileRevalidate: 0 }, errors: { maxAge: 0 } },
});

/** Checks, and builds where there is no problem. Rejects with OutputError, or with the signal's reason. */
export async function rebuild({ dataDir, config: path, out, signal }: RebuildOptions): Promise<Rebuilt> {
  const { config, problems: ofConfig } = loadConfig(path);
  const checked = validateAll(dataDir);
  const warnings = sortProblems(checked.warnings.map((warning) => warning()));
  const problems = sortProblems([...checked.problems, ...ofConfig]);
  const { counts } = checked;
  if (config === null || problems.length > 0) return { release: null, problems, warnings, counts };
  const result = await buildSite({ dataDir, out, config: forEditing(config), signal });
  // Only where somebody wrote to a file since it was checked; another round follows.
  if (result.kind === 'problems') return { release: null, problems: result.problems, warnings, counts: null };
  const release = result.kind === 'built' ? result.summary.release : result.release;
  return { release, problems, warnings, counts };
}
