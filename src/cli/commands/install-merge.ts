/** Writes what an import or a harvest merged, and turns it into the command's result. */

import type { Lock } from '../../fs/lock.ts';
import type { DataSnapshot } from '../../intake/data-snapshot.ts';
import type { Merged, NotMerged } from '../../intake/merge/data-merge.ts';
import { sortProblems } from '../../report/problems.ts';
import { writeData } from './data-lock.ts';
import { EXIT, explainMissingData } from './report.ts';

/** The result of an import or a harvest. `message` is set if nothing was merged, and says why. */
export interface ImportResult extends Omit<Merged, 'files'> {
  readonly status: typeof EXIT.clean | typeof EXIT.problems;
  readonly isWritten: boolean;
  readonly message: string | null;
}

interface Circumstances {
  readonly snapshot: DataSnapshot;
  /** Without a lock nothing is written. */
  readonly lock: Lock | null;
  /** Says that nothing was merged: `Nothing was imported`. */
  readonly nothing: string;
}

/** Throws FileChangedError and OutputError. */
export function install(merged: Merged | NotMerged, { snapshot, lock, nothing }: Circumstances): ImportResult {
  if ('reason' in merged) return refused(merged, snapshot.folder, nothing);
  const { files, ...result } = merged;
  const isWritten = lock !== null && files.size > 0;
  if (isWritten) writeData(snapshot, files, lock, nothing);
  const isSound = result.problems.length === 0 && result.mismatches.length === 0;
  return { ...result, status: isSound ? EXIT.clean : EXIT.problems, isWritten, message: null };
}

function refused({ problems, reason, rejected }: NotMerged, data: string, nothing: string): ImportResult {
  return {
    status: EXIT.problems,
    problems: sortProblems(explainMissingData(problems, data)),
    notes: [],
    rejected,
    mismatches: [],
    warnings: [],
    created: [],
    changes: [],
    outcomes: [],
    isWritten: false,
    message: `${nothing}: ${reason}.`,
  };
}
