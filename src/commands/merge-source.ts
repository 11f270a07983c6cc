/** Merges a source into the data folder: plans the changes, checks the resulting data, and writes. Shared by all commands that import. */
import { type Problem, sortProblems } from '../catalogue/files/problems.ts';
import type { FileOutcome, ImportPlan, LeftOut, Place, RecordChange } from '../catalogue/import/plan.ts';
import { planRows } from '../catalogue/import/plan-rows.ts';
import { replaceFiles } from '../catalogue/import/write-files.ts';
import type { Lock } from '../site/output/lock.ts';
import { OutputError, outputError } from '../site/output/output-error.ts';
import { lockDataFolder } from './data-lock.ts';

const NOTHING_IMPORTED = 'Nothing was imported.';

/** Takes the lock of a data folder for an import. Throws OutputError if it is not available. */
export const lockData = (data: string, takeOver: boolean | undefined): Lock =>
  lockDataFolder(data, takeOver, NOTHING_IMPORTED);

/** The result of an import. `message` is set if nothing was merged, and says why. */
export interface ImportResult {
  readonly status: 0 | 1;
  /** Problems of the rows left out, or of the whole import. */
  readonly problems: readonly Problem[];
  /** Warnings about unsupported content. */
  readonly notes: readonly Problem[];
  /** Number of rows, or events, left out. */
  readonly leftOut: number;
  /** DATA segments and strain files in the resulting data that do not match. */
  readonly mismatches: readonly Problem[];
  /** Number of additional warnings from `validate` for the merged data. */
  readonly warnings: number;
  /** The changes that were merged, or would be without a dry run. */
  readonly changes: readonly RecordChange[];
  readonly outcomes: readonly FileOutcome[];
  readonly isWritten: boolean;
  readonly message: string | null;
}

/** The source: rows of a CSV file, or events of a community catalog. */
export interface Source<Row extends { readonly place: Place }> {
  readonly rows: readonly Row[];
  /** Rows that could not be read. */
  readonly leftOut: readonly LeftOut[];
  /** Other problems, which do not prevent merging the rows. */
  readonly problems: readonly Problem[];
  readonly notes: readonly Problem[];
  readonly plan: (rows: readonly Row[]) => ImportPlan;
  readonly report: (leftOut: readonly LeftOut[]) => Problem[];
}

/** `warnings` is the number of warnings before the import. Throws OutputError if the folder cannot be written. */
export function mergeSource<Row extends { readonly place: Place }>(
  options: { readonly data: string; readonly dryRun?: boolean },
  source: Source<Row>,
  warnings: number,
  lock: Lock | null,
): ImportResult {
  const planned = planRows(options.data, source.rows, source.plan);
  const { plan, mismatches } = planned;
  const leftOut = [...source.leftOut, ...plan.leftOut];
  const problems = [...source.problems, ...source.report(leftOut)];
  if (planned.problems.length > 0) {
    return refused([...problems, ...planned.problems], 'the merged data would have problems', leftOut.length);
  }
  const isWritten = !options.dryRun && plan.texts.size + plan.lines.size > 0;
  if (isWritten) write(plan, options.data, lock);
  const status = problems.length + mismatches.length > 0 ? 1 : 0;
  const { outcomes, changes } = plan;
  return {
    status,
    problems: sortProblems(problems),
    notes: sortProblems(source.notes),
    leftOut: leftOut.length,
    mismatches,
    warnings: Math.max(0, planned.warnings - warnings),
    changes,
    outcomes,
    isWritten,
    message: null,
  };
}

/** Writes all files of the plan, or none. Throws OutputError if that fails. */
function write({ texts, lines }: ImportPlan, data: string, lock: Lock | null): void {
  if (lock?.isHeld() === false) {
    throw new OutputError(`another command took the lock of ${data} over. ${NOTHING_IMPORTED}`);
  }
  const parts = new Map<string, Iterable<string>>();
  for (const [path, text] of texts) parts.set(path, [text]);
  for (const [path, make] of lines) parts.set(path, make());
  try {
    replaceFiles(parts, data);
  } catch (error) {
    throw outputError(error, data, NOTHING_IMPORTED);
  }
}

export function refused(problems: readonly Problem[], reason: string, leftOut = 0): ImportResult {
  const nothing = { notes: [], mismatches: [], warnings: 0, changes: [], outcomes: [], isWritten: false };
  return {
    status: 1,
    problems: sortProblems(problems),
    leftOut,
    ...nothing,
    message: `Nothing was imported: ${reason}.`,
  };
}
