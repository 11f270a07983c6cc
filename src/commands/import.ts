/**
 * `stillwave import <kind> <csv>`: merges facts from a CSV file into the data folder.
 *
 * Out: exit status 0 (merged, or nothing to do), 1 (rows left out, though the others are merged; DATA segments and strain files that do
 * not fit each other, which a further import may fix; or data or CSV are not valid: then nothing is written), 2 (unknown kind, another
 * import is running, or the folder cannot be written). Report to stdout, problems to stderr.
 */

import { statSync } from 'node:fs';
import { type Problem, sortProblems } from '../catalogue/files/problems.ts';
import { readCsv } from '../catalogue/import/csv.ts';
import { IMPORT_KINDS, IMPORTS, type ImportKind } from '../catalogue/import/kinds.ts';
import { reportLeftOut } from '../catalogue/import/left-out.ts';
import type { FileOutcome, ImportPlan, RecordChange } from '../catalogue/import/plan.ts';
import { planRows } from '../catalogue/import/plan-rows.ts';
import { replaceFiles } from '../catalogue/import/write-files.ts';
import { MISMATCHES } from '../catalogue/load.ts';
import { validateAll } from '../catalogue/validate-all.ts';
import type { Lock } from '../site/output/lock.ts';
import { OutputError, outputError } from '../site/output/output-error.ts';
import { lockData } from './data-lock.ts';
import { printImport, printImportJson } from './import-report.ts';
import { createProgress } from './progress.ts';
import { explainMissingData, fail } from './report.ts';

export { IMPORT_KINDS, type ImportKind };

export interface ImportOptions {
  readonly kind: ImportKind;
  /** Path of the CSV file. */
  readonly csv: string;
  /** Path of the data folder. */
  readonly data: string;
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
  /** Goes on though the lock of the data folder looks held. */
  readonly takeLock?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** What an import came to. `message` is set where nothing was merged, and says why. */
export interface ImportResult {
  readonly status: 0 | 1;
  /** What is wrong with the rows left out, or what stopped the import. */
  readonly problems: readonly Problem[];
  /** How many rows were left out. */
  readonly leftOut: number;
  /** DATA segments and strain files that do not fit each other in the data as they are now. */
  readonly mismatches: readonly Problem[];
  /** How many more warnings `validate` has of the merged data. */
  readonly warnings: number;
  /** What was merged, or in a dry run would be. */
  readonly changes: readonly RecordChange[];
  readonly outcomes: readonly FileOutcome[];
  readonly isWritten: boolean;
  readonly message: string | null;
}

/** Runs the import and prints its report. Out: the exit status. */
export async function importCommand(options: ImportOptions): Promise<number> {
  const progress = createProgress(options.quiet);
  try {
    const result = importFile(options, progress.update);
    progress.end();
    if (options.json) printImportJson(result);
    else printImport(options, result, IMPORTS[options.kind].unit);
    return result.status;
  } catch (error) {
    progress.end();
    if (error instanceof OutputError) return fail(error.message);
    throw error;
  }
}

const NOTHING_IMPORTED = 'Nothing was imported.';

/**
 * Merges the CSV file into the data folder, or finds out why not. One import at a time: another one is waited for. Throws
 * OutputError where that takes too long, or where the folder cannot be written.
 */
export function importFile(
  options: Omit<ImportOptions, 'json' | 'quiet'>,
  onProgress?: Parameters<typeof validateAll>[1],
): ImportResult {
  // What is not there is for the reader to report.
  const isWriting = !options.dryRun && statSync(options.data, { throwIfNoEntry: false })?.isDirectory() === true;
  const lock = isWriting ? lockData(options.data, options.takeLock, NOTHING_IMPORTED) : null;
  try {
    return mergeFile(options, onProgress, lock);
  } finally {
    lock?.release();
  }
}

function mergeFile(
  options: Omit<ImportOptions, 'json' | 'quiet'>,
  onProgress: Parameters<typeof validateAll>[1],
  lock: Lock | null,
): ImportResult {
  // Files that do not fit each other yet may be what this import is about, one file after the other.
  const { catalogue, problems, warnings: before } = validateAll(options.data, onProgress, MISMATCHES);
  if (!catalogue) return refused(explainMissingData(problems, options.data), 'the data have problems');
  const { columns } = IMPORTS[options.kind];
  const { csv, problems: csvProblems } = readCsv(options.csv, columns(catalogue.parameters.map(({ name }) => name)));
  if (!csv) return refused(csvProblems, 'the CSV file cannot be used');
  const target = { data: options.data, catalogue, policy: options.overwrite ? 'overwrite' : 'complete' } as const;
  const { plan, problems: remaining, mismatches, warnings: after } = planRows(IMPORTS[options.kind], csv.rows, target);
  const warnings = Math.max(0, after - before.length);
  const leftOut = [...csv.leftOut, ...plan.leftOut];
  if (remaining.length > 0) {
    return refused([...reportLeftOut(leftOut), ...remaining], 'the merged data would have problems', leftOut.length);
  }
  const isWritten = !options.dryRun && plan.texts.size + plan.lines.size > 0;
  if (isWritten) write(plan, options.data, lock);
  const status = leftOut.length + mismatches.length > 0 ? 1 : 0;
  const { outcomes, changes } = plan;
  const reported = { problems: sortProblems(reportLeftOut(leftOut)), leftOut: leftOut.length, mismatches };
  return { status, ...reported, warnings, changes, outcomes, isWritten, message: null };
}

/** Writes all files of the plan, or none. Throws OutputError where that is not possible. */
function write({ texts, lines }: ImportPlan, data: string, lock: Lock | null): void {
  if (lock?.isHeld() === false) {
    throw new OutputError(`another command took the lock of ${data} over. ${NOTHING_IMPORTED}`);
  }
  const parts = new Map<string, Iterable<string>>();
  for (const [path, text] of texts) parts.set(path, [text]);
  for (const [path, make] of lines) parts.set(path, make());
  try {
    replaceFiles(parts);
  } catch (error) {
    throw outputError(error, data, NOTHING_IMPORTED);
  }
}

function refused(problems: readonly Problem[], reason: string, leftOut = 0): ImportResult {
  const nothing = { mismatches: [], warnings: 0, changes: [], outcomes: [], isWritten: false };
  return {
    status: 1,
    problems: sortProblems(problems),
    leftOut,
    ...nothing,
    message: `Nothing was imported: ${reason}.`,
  };
}
