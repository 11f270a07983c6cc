/** Merges a source into the data folder: plans the changes, checks the resulting data, and writes. Shared by all commands that import. */

import type { Lock } from '../../fs/lock.ts';
import type { DataSnapshot } from '../../intake/data-snapshot.ts';
import { checkPlan } from '../../intake/import/check-plan.ts';
import { reportLeftOut } from '../../intake/import/left-out.ts';
import type { MergeResult, MergeSource } from '../../intake/import/plan.ts';
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
export function mergeSource(
  snapshot: DataSnapshot,
  source: MergeSource,
  warnings: number,
  lock: Lock | null,
): ImportResult {
  const plan = source.plan();
  const checked = checkPlan({ dataDir: snapshot.folder, texts: snapshot.texts }, plan);
  const leftOut = [...source.leftOut, ...plan.leftOut];
  const problems = [...source.problems, ...reportLeftOut(leftOut, source.words)];
  if (checked.conflicts.length > 0) {
    return refused([...problems, ...checked.conflicts], 'the merged data would have problems', {
      leftOut: leftOut.length,
    });
  }
  const isWritten = lock !== null && plan.texts.size > 0;
  if (isWritten) writeData(snapshot, plan.texts, lock, NOTHING_IMPORTED);
  const result = {
    problems: sortProblems(problems),
    notes: sortProblems(source.notes),
    leftOut: leftOut.length,
    mismatches: checked.mismatches,
    warnings: Math.max(0, checked.warnings - warnings),
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
