/** `stillwave import <kind> <file>`: merges a CSV file or a community catalog into the data folder. */

import { resolve } from 'node:path';
import { type ImportFileOptions, importFile } from '../../intake/import-file.ts';
import { countOf } from '../../report/count.ts';
import { shownPath } from '../../report/problems.ts';
import { printImport, printImportJson } from './import-report.ts';
import { withProgress } from './progress.ts';
import { explainMissingData, fail } from './report.ts';
import { writeOutput } from './write-files.ts';

export interface ImportOptions extends Omit<ImportFileOptions, 'renames'> {
  /** Pairs `name in the file=column`. */
  readonly map?: readonly (readonly [name: string, column: string])[];
  /** Path of the CSV file for rejected rows. */
  readonly rejected?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Runs the import and prints its report. Returns the exit status. */
export async function importCommand({ map = [], rejected, ...options }: ImportOptions): Promise<number> {
  if (rejected !== undefined && resolve(rejected) === resolve(options.file))
    return fail('--rejected is the imported file. Choose another one');
  const given = { ...options, renames: new Map(map) };
  const found = await withProgress(options.quiet, ({ update }) => importFile(given, update));
  const result = { ...found, problems: explainMissingData(found.problems, options.data) };
  const rows = result.rejectedCsv === null ? 0 : new Set(result.rejected.map(({ place }) => place.line)).size;
  if (rejected !== undefined && result.rejectedCsv !== null) {
    const state = 'The skipped rows were not saved; the others were imported.';
    writeOutput(rejected, result.rejectedCsv, '--rejected', state);
  }
  if (options.json) printImportJson(result);
  else printImport(options, result);
  if (rejected !== undefined && !options.json && !options.quiet && result.message === null) {
    const text = rows === 0 ? 'not written, because no row was skipped' : countOf(rows, 'row');
    process.stdout.write(`${shownPath(rejected)}: ${text}\n`);
  }
  return result.status;
}
