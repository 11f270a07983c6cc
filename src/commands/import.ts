/**
 * `stillwave import <kind> <csv>`: merges facts from a CSV file into the data folder.
 *
 * Out: exit status 0 (merged, or nothing to do), 1 (rows left out, though the others are merged; DATA segments and strain files that do
 * not fit each other, which a further import may fix; or a value would be replaced without --overwrite, or data or CSV are not
 * valid: then nothing is written), 2 (unknown kind, another import is running, or the folder cannot be written). Report to stdout, problems to stderr.
 */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { countOf, showCount } from '../catalogue/files/count.ts';
import { listInputFiles } from '../catalogue/files/input-files.ts';
import { printable } from '../catalogue/files/printable.ts';
import { type Problem, problemsToJson, shownPath, sortProblems } from '../catalogue/files/problems.ts';
import { readCsv } from '../catalogue/import/csv.ts';
import { IMPORT_KINDS, IMPORTS, type ImportKind } from '../catalogue/import/kinds.ts';
import type { FileOutcome, ImportPlan } from '../catalogue/import/plan.ts';
import { replaceFiles } from '../catalogue/import/write-files.ts';
import { loadCatalogue, MISMATCHES } from '../catalogue/load.ts';
import type { Catalogue } from '../catalogue/types.ts';
import { validateAll } from '../catalogue/validate-all.ts';
import { type Lock, LockedError, lockFolder } from '../site/output/lock.ts';
import { OutputError, outputError } from '../site/output/output-error.ts';
import { WORK_FOLDER } from '../site/output/site-files.ts';
import { EXIT } from './exit.ts';
import { createProgress } from './progress.ts';
import { explainMissingData, fail, printJson, printProblems } from './report.ts';

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
  /** Rows left out, or what stopped the import. */
  readonly problems: readonly Problem[];
  /** DATA segments and strain files that do not fit each other in the data as they are now. */
  readonly mismatches: readonly Problem[];
  /** Values replaced (with --overwrite only). */
  readonly replaced: readonly Problem[];
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
    if (options.json) printResult(result);
    else print(options, result);
    return result.status;
  } catch (error) {
    progress.end();
    if (error instanceof OutputError) return fail(error.message);
    throw error;
  }
}

/** For so long an import waits for another one. */
const WAIT_MS = 10_000;

/** Takes the lock of a data folder. Throws OutputError where that cannot be had. */
function lockData(data: string, takeOver: boolean | undefined): Lock {
  try {
    return lockFolder(join(data, WORK_FOLDER), { takeOver: takeOver ?? false, waitMs: WAIT_MS });
  } catch (error) {
    if (!(error instanceof LockedError)) throw outputError(error, data, NOTHING_IMPORTED);
    throw new OutputError(
      `another import is writing to ${data} (${error.holder}). ${NOTHING_IMPORTED} Try again; if there is no other import, do so with --take-lock, or remove ${error.path}`,
    );
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
  const lock = isWriting ? lockData(options.data, options.takeLock) : null;
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
  const { catalogue, problems } = validateAll(options.data, onProgress, MISMATCHES);
  if (!catalogue)
    return refused(explainMissingData(problems, options.data), 'Nothing was imported: the data have problems.');
  const planned = planImport(options, catalogue);
  if ('problems' in planned) return refused(planned.problems, 'Nothing was imported: the CSV file cannot be used.');
  const { leftOut, replaced, outcomes, texts, lines } = planned;
  if (replaced.length > 0 && !options.overwrite) {
    const message = 'Nothing was imported: values that are there would be replaced.';
    return refused([...leftOut, ...replaced], message);
  }
  const merged = loadCatalogue(options.data, texts, undefined, MISMATCHES);
  if (!merged.catalogue) {
    return refused([...leftOut, ...merged.problems], 'Nothing was imported: the merged data would have problems.');
  }
  const isWritten = !options.dryRun && texts.size + lines.size > 0;
  if (isWritten) {
    if (lock?.isHeld() === false)
      throw new OutputError(`another command took the lock of ${options.data} over. ${NOTHING_IMPORTED}`);
    try {
      replaceFiles(partsByPath(texts, lines));
    } catch (error) {
      throw outputError(error, options.data, NOTHING_IMPORTED);
    }
  }
  const mismatches = merged.problems;
  const status = leftOut.length + mismatches.length > 0 ? 1 : 0;
  return { status, problems: sortProblems(leftOut), mismatches, replaced, outcomes, isWritten, message: null };
}

function partsByPath(texts: ImportPlan['texts'], lines: ImportPlan['lines']): ReadonlyMap<string, Iterable<string>> {
  const parts = new Map<string, Iterable<string>>();
  for (const [path, text] of texts) parts.set(path, [text]);
  for (const [path, make] of lines) parts.set(path, make());
  return parts;
}

function refused(problems: readonly Problem[], message: string): ImportResult {
  const nothing = { mismatches: [], replaced: [], outcomes: [], isWritten: false };
  return { status: 1, problems: sortProblems(problems), ...nothing, message };
}

function planImport(
  options: Pick<ImportOptions, 'kind' | 'csv' | 'data'>,
  catalogue: Catalogue,
): ImportPlan | { problems: Problem[] } {
  const inputs = listInputFiles(options.data);
  const known = {
    detectors: catalogue.detectors.map((detector) => detector.code),
    runs: catalogue.runs.map((run) => run.name),
    catalogs: catalogue.catalogs.map((catalog) => catalog.name),
    cumulative: catalogue.catalogs.filter(({ members }) => members !== null).map(({ name }) => name),
    parameters: catalogue.parameters.map((parameter) => parameter.name),
  };
  const { columns, plan } = IMPORTS[options.kind];
  const { csv, problems } = readCsv(options.csv, columns(known.parameters));
  return csv ? plan({ csv, dataDir: options.data, inputs, catalogue, known }) : { problems };
}

/** Files whose records stay as they are were not touched. */
const isTouched = ({ added, completed, changed }: FileOutcome): boolean => added + completed + changed > 0;

function printResult(result: ImportResult): void {
  const { isWritten: written, message, outcomes, problems, mismatches, replaced } = result;
  const lists = { problems, mismatches, replaced };
  const counts = Object.entries(lists).map(([name, list]) => [name, list.length] as const);
  const files = outcomes.filter(isTouched).map((outcome) => ({ ...outcome, path: shownPath(outcome.path) }));
  const shown = Object.entries(lists).map(([name, list]) => [name, problemsToJson(list)] as const);
  printJson(
    result.status === EXIT.clean,
    { ...sumOf(outcomes), ...Object.fromEntries(counts) },
    { written, message, files, ...Object.fromEntries(shown) },
  );
}

function print(options: ImportOptions, result: ImportResult): void {
  const shownProblems = [...result.problems, ...result.mismatches];
  printProblems(shownProblems);
  if (result.message !== null) {
    process.stderr.write(`${printable(result.message)}\n`);
    return;
  }
  if (options.quiet) return;
  const lines = result.replaced.map((problem) => `replaced: ${problem.message}`);
  lines.push(
    ...result.outcomes.filter(isTouched).map((outcome) => `${shownPath(outcome.path)}: ${countsText(outcome)}`),
  );
  const leftOut = `${countOf(result.problems.length, 'row')} left out`;
  lines.push(`${IMPORTS[options.kind].unit}: ${countsText(sumOf(result.outcomes))}, ${leftOut}`);
  if (options.dryRun) lines.push('Dry run: nothing was written.');
  process.stdout.write(lines.map((line) => `${printable(line)}\n`).join(''));
}

function sumOf(outcomes: readonly FileOutcome[]): Omit<FileOutcome, 'path'> {
  const sums = { added: 0, completed: 0, changed: 0, kept: 0 };
  for (const { added, completed, changed, kept } of outcomes) {
    sums.added += added;
    sums.completed += completed;
    sums.changed += changed;
    sums.kept += kept;
  }
  return sums;
}

function countsText(counts: Omit<FileOutcome, 'path'>): string {
  const { added, completed, changed, kept } = counts;
  const shown = Object.entries({ added, completed, changed, kept }).map(([what, n]) => `${showCount(n)} ${what}`);
  return shown.join(', ');
}
