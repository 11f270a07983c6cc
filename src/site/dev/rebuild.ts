/**
 * One build of `stillwave dev`: checks data and configuration like `validate`, and builds packs into a folder if they are valid.
 *
 * In: paths. Out: problems, and the current release. If a build fails, the previous release is unchanged. A build takes a third of the time
 * of a first `build`, because the code is already compiled and unchanged files are not written.
 */

import { type Counts, validateAll } from '../../catalogue/validate-all.ts';
import { type Problem, sortProblems } from '../../report/problems.ts';
import { buildSite } from '../build/build-site.ts';
import type { Config } from '../config/config.ts';
import { loadConfig } from '../config/load-config.ts';
import { OutputError } from '../install/output-error.ts';

export interface RebuildOptions {
  readonly dataDir: string;
  /** Path of the configuration; null if there is none. */
  readonly config: string | null;
  /** Default: as configured. */
  readonly fileLinks?: Config['fileLinks'];
  /** Folder of the site. */
  readonly out: string;
  readonly signal: AbortSignal;
}

export interface Rebuilt {
  /** Id of the new or unchanged release; null if there are problems. */
  readonly release: string | null;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** Null if the data have problems. */
  readonly counts: Counts | null;
  /** Why the release could not be written; null if it was, or if there are problems. */
  readonly failure: OutputError | null;
}

/** True if a file cannot be read or written: with a permission or space on the disk, that changes although nothing is saved. */
export const isWorthRepeating = ({ problems, failure }: Rebuilt): boolean =>
  failure !== null || problems.some(({ code }) => code === 'D102');

/** Without content that only hosts without a handler need, and without caching in browsers. */
const forEditing = (config: Config): Config => ({
  ...config,
  layout: 'packs',
  downloads: [],
  compress: false,
  cache: { listings: { maxAge: 0, staleWhileRevalidate: 0 }, errors: { maxAge: 0 } },
});

/** Checks, and builds if there are no problems. Rejects with the signal's reason. */
export async function rebuild({ dataDir, config: path, fileLinks, out, signal }: RebuildOptions): Promise<Rebuilt> {
  const { config, problems: ofConfig } = loadConfig(path);
  const checked = validateAll(dataDir);
  const warnings = sortProblems(checked.warnings.map((warning) => warning()));
  const problems = sortProblems([...checked.problems, ...ofConfig]);
  const { counts } = checked;
  const nothing = { release: null, problems, warnings, counts, failure: null };
  if (config === null || problems.length > 0) return nothing;
  try {
    const result = await buildSite({
      dataDir,
      out,
      config: forEditing({ ...config, ...(fileLinks && { fileLinks }) }),
      signal,
    });
    // Only if a file has changed since it was checked; then another build follows.
    if (result.kind === 'problems') return { ...nothing, problems: result.problems, counts: null };
    return { ...nothing, release: result.kind === 'built' ? result.summary.release : result.release };
  } catch (error) {
    if (error instanceof OutputError) return { ...nothing, failure: error };
    throw error;
  }
}
