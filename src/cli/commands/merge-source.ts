/** Merges a source into the data folder: plans the changes, checks the resulting data, and writes. Shared by all commands that import. */

import type { Lock } from '../../fs/lock.ts';
import type { DataSnapshot } from '../../intake/data-snapshot.ts';
import type { ImportPlan, MergeResult, MergeSource, Place } from '../../intake/import/plan.ts';
import { planRows } from '../../intake/import/plan-rows.ts';
import { type Problem, sortProblems } from '../../report/problems.ts';
import { writeData } from './data-lock.ts';
import { EXIT } from './exit.ts';

export const NOTHING_IMPORTED = 'Nothing was imported';

/** The result of an import or a harvest. `message` is set if nothing was merged, and says why. */
export interface ImportResult extends MergeResult {
  readonly status: typeof EXIT.clean | typeof EXIT.problems;
  readonly isWritten: boolean;
  readonly message: string | null;
}

/** `warnings` is the number of warnings before the import; without a lock nothing is written. Throws FileChangedError and OutputError. */
export function mergeSource<Row extends { readonly place: Place }>(
  snapshot: DataSnapshot,
  source: MergeSource<Row>,
  warnings: number,
  lock: Lock | null,
): ImportResult {
  const planned = planRows({ dataDir: snapshot.folder, texts: snapshot.texts }, source.rows, source.plan);
  const { plan, mismatches } = planned;
  const leftOut = [...source.leftOut, ...plan.leftOut];
  const problems = [...source.problems, ...source.report(leftOut)];
  if (planned.problems.length > 0) {
    return refused([...problems, ...planned.problems], 'the merged data would have problems', {
      leftOut: leftOut.length,
    });
  }
  const files = filesOf(plan);
  const isWritten = lock !== null && files.size > 0;
  if (isWritten) writeData(snapshot, files, lock, NOTHING_IMPORTED);
  const result = {
    problems: sortProblems(problems),
    notes: sortProblems(source.notes),
    leftOut: leftOut.length,
    mismatches,
    warnings: Math.max(0, planned.warnings - warnings),
    changes: plan.changes,
    outcomes: plan.outcomes,
  };
  return merged(result, isWritten);
}

/** The changes were merged, or would be without a dry run. */
export function merged(result: MergeResult, isWritten: boolean): ImportResult {
  const isSound = result.problems.length === 0 && result.mismatches.length === 0;
  return { ...result, status: isSound ? EXIT.clean : EXIT.problems, isWritten, message: null };
}

/** The new content of all files that a plan changes. */
function filesOf({ texts, lines }: Pick<ImportPlan, 'texts' | 'lines'>): Map<string, Iterable<string>> {
  const files = new Map<string, Iterable<string>>();
  for (const [path, text] of texts) files.set(path, [text]);
  for (const [path, make] of lines) files.set(path, make());
  return files;
}

/** Nothing was merged, for this reason. `nothing` says so in the command's words. */
export function refused(
  problems: readonly Problem[],
  reason: string,
  { leftOut = 0, nothing = NOTHING_IMPORTED }: { readonly leftOut?: number; readonly nothing?: string } = {},
): ImportResult {
  return {
    status: EXIT.problems,
    problems: sortProblems(problems),
    notes: [],
    leftOut,
    mismatches: [],
    warnings: 0,
    changes: [],
    outcomes: [],
    isWritten: false,
    message: `${nothing}: ${reason}.`,
  };
}
