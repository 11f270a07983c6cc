/**
 * One build in `stillwave dev`: checks the data and the configuration as `validate` does and, if they are valid, builds packs into a
 * folder. A failed build leaves the previous release unchanged.
 */

import type { CatalogueCounts } from '../../catalogue/counts.ts';
import { checkFolder, readDataFolder, toProblems } from '../../catalogue/load.ts';
import { OutputError } from '../../fs/output-error.ts';
import { type Problem, sortProblems } from '../../report/problems.ts';
import { buildSite } from '../build.ts';
import type { Config } from '../config/config.ts';
import { loadConfig } from '../config/load-config.ts';

export interface RebuildOptions {
  readonly dataDir: string;
  /** Path of the configuration file, or null. */
  readonly config: string | null;
  /** Default: as configured. */
  readonly compatibility?: Config['compatibility'];
  /** The site's folder. */
  readonly out: string;
  readonly signal: AbortSignal;
}

export interface Rebuilt {
  /** Id of the new or unchanged release; null if there are problems. */
  readonly release: string | null;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** Null if the data have problems. */
  readonly counts: CatalogueCounts | null;
  /** Why the release could not be written; null if it was written, or if there are problems. */
  readonly failure: OutputError | null;
}

/** Leaves out content that only hosts without a handler need, and turns off browser caching. */
const forEditing = (config: Config): Config => ({
  ...config,
  layout: 'packs',
  downloads: [],
  compress: false,
  cache: { listings: { maxAge: 0, staleWhileRevalidate: 0 }, errors: { maxAge: 0 } },
});

/** The problems, warnings and counts of the data, without a build. */
function checkData(dataDir: string): Pick<Rebuilt, 'problems' | 'warnings' | 'counts'> {
  const folder = readDataFolder(dataDir);
  const { problems, warnings, counts } = checkFolder(folder);
  return { problems, warnings: toProblems(folder, warnings), counts };
}

/**
 * Checks the data, and builds if there are no problems. `lastBuilt` is the last result that has a release, or null. If aborted, rejects
 * with the signal's reason.
 */
export async function rebuild(options: RebuildOptions, lastBuilt: Rebuilt | null): Promise<Rebuilt> {
  const { dataDir, config: path, compatibility, out, signal } = options;
  const { config, problems: ofConfig } = loadConfig(path);
  const nothing: Rebuilt = { release: null, problems: [], warnings: [], counts: null, failure: null };
  if (config === null) {
    const checked = checkData(dataDir);
    return { ...nothing, ...checked, problems: sortProblems([...checked.problems, ...ofConfig]) };
  }
  try {
    const result = await buildSite({
      dataDir,
      out,
      config: forEditing({ ...config, ...(compatibility && { compatibility }) }),
      signal,
    });
    if (result.kind === 'unchanged') {
      return { ...(lastBuilt ?? { ...nothing, ...checkData(dataDir) }), release: result.release };
    }
    const warnings = result.warnings();
    if (result.kind === 'problems') return { ...nothing, problems: sortProblems(result.problems), warnings };
    return { ...nothing, release: result.summary.release, warnings, counts: result.counts };
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    return { ...nothing, ...checkData(dataDir), failure: error };
  }
}
