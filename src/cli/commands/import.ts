/** `stillwave import <kind> <file>`: merges a CSV file or a community catalog into the data folder. */

import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { DECIMAL_MARKS } from '../../intake/csv/decimal-mark.ts';
import { type FileImport, type ImportFileOptions, importFile } from '../../intake/import-file.ts';
import { KINDS_WITH_DETECTORS } from '../../intake/kinds/kind-names.ts';
import { countOf } from '../../report/count.ts';
import { shownPath } from '../../report/problems.ts';
import { printImport, printImportJson } from './import-report.ts';
import { withProgress } from './progress.ts';
import { explainMissingData, fail } from './report.ts';
import { writeOutput } from './write-files.ts';

export interface ImportOptions extends Omit<ImportFileOptions, 'renames' | 'decimal'> {
  readonly decimal?: keyof typeof DECIMAL_MARKS;
  /** Pairs `name in the file=column`. */
  readonly map?: readonly (readonly [name: string, column: string])[];
  /** Path of the CSV file for rejected rows. */
  readonly rejected?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Runs the import and prints its report. Returns the exit status. */
export async function importCommand(all: ImportOptions): Promise<number> {
  const unused = unusedOption(all);
  if (unused !== undefined) return fail(`--${unused} does not apply to "import ${all.kind}". Remove it`);
  const { map = [], rejected, decimal, ...options } = all;
  if (rejected !== undefined && resolve(rejected) === resolve(options.file))
    return fail('--rejected is the imported file. Choose another one');
  if (rejected !== undefined && isWithin(options.data, rejected))
    return fail('--rejected is in the data folder. Choose a file elsewhere');
  const given = { ...options, renames: new Map(map), ...(decimal && { decimal: DECIMAL_MARKS[decimal] }) };
  const found = await withProgress(options.quiet, ({ update }) => importFile(given, update));
  const result = { ...found, problems: explainMissingData(found.problems, options.data) };
  if (options.json) printImportJson(result);
  else printImport(options, result);
  // The report comes first, because the file may not be writable.
  if (rejected !== undefined) saveRejected(rejected, result, options);
  return result.status;
}

/** True if the path leads into the folder, also through symbolic links. */
function isWithin(folder: string, path: string): boolean {
  const real = (one: string): string => (existsSync(one) ? realpathSync(one) : resolve(one));
  const within = relative(real(folder), existsSync(path) ? real(path) : join(real(dirname(path)), basename(path)));
  return !within.startsWith('..') && !isAbsolute(within);
}

const CSV_OPTIONS = ['delimiter', 'decimal', 'map', 'rejected'] as const;

/** The first given option that the kind of import does not have. */
function unusedOption(options: ImportOptions): string | undefined {
  if (options.detectors && !KINDS_WITH_DETECTORS.includes(options.kind)) return 'detectors';
  const others = options.kind === 'catalog' ? CSV_OPTIONS : (['name'] as const);
  return others.find((name) => options[name] !== undefined);
}

/** Writes the file for rejected rows, and adds a line to the text report. A dry run only says what it would write. */
function saveRejected(
  path: string,
  result: FileImport,
  { dryRun, json, quiet }: Omit<ImportOptions, 'rejected'>,
): void {
  const { rejectedCsv, rejected, isWritten, message } = result;
  if (rejectedCsv !== null && !dryRun) {
    const others = isWritten ? '; the others were imported' : '';
    writeOutput(path, rejectedCsv, '--rejected', `The skipped rows were not saved${others}.`);
  }
  if (json || quiet || message !== null) return;
  const rows = countOf(new Set(rejected.map(({ place }) => place.line)).size, 'row');
  const written = dryRun ? `${rows} would be written` : rows;
  const text = rejectedCsv === null ? 'not written, because no row was skipped' : written;
  process.stdout.write(`${shownPath(path)}: ${text}\n`);
}
