/** `stillwave import <kind> <file>`: merges a CSV file, or a community catalog, into the data folder. */

import { existsSync, statSync } from 'node:fs';
import type { OnValidation } from '../../catalogue/validate-all.ts';
import { type ImportFileOptions, mergeFile } from '../../intake/import-file.ts';
import { printImport, printImportJson } from './import-report.ts';
import { type ImportResult, mergeIntoFolder } from './merge-into-folder.ts';
import { withProgress } from './progress.ts';

interface MergeOptions extends ImportFileOptions {
  readonly dryRun?: boolean;
}

export interface ImportOptions extends MergeOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Runs the import and prints its report. Out: the exit status. */
export async function importCommand(options: ImportOptions): Promise<number> {
  const result = await withProgress(options.quiet, ({ update }) => importFile(options, update));
  if (options.json) printImportJson(result);
  else printImport(options, result);
  return result.status;
}

/**
 * Merges a file into the data folder, or returns why that is not possible. Only one import runs at a time; it waits for another one.
 * Throws OutputError if that takes too long, or if the folder cannot be written.
 */
export function importFile(options: MergeOptions, onProgress?: OnValidation): ImportResult {
  // A folder that is missing or cannot be read is reported when it is read.
  const isWriting = !options.dryRun && existsSync(options.data) && statSync(options.data).isDirectory();
  return mergeIntoFolder(options.data, 'Nothing was imported', isWriting, (snapshot) =>
    mergeFile(snapshot, options, onProgress),
  );
}
