/**
 * `stillwave import <kind> <file>`: merges a CSV file, or a community catalog, into the data folder.
 *
 * Out: exit status 0 (merged, or nothing to do), 1 (some rows left out, DATA segments and strain files that do not match, which another
 * import may fix, or invalid data or CSV, in which case nothing is written), 2 (unknown kind, another import is running, or the folder
 * cannot be written). Report to stdout, problems to stderr.
 */
import { existsSync, statSync } from 'node:fs';
import { MISMATCHES } from '../../catalogue/load.ts';
import { validateAll } from '../../catalogue/validate-all.ts';
import type { Lock } from '../../fs/lock.ts';
import { DataSnapshot } from '../../intake/data-snapshot.ts';
import { contextOf } from '../../intake/import/check-plan.ts';
import { type CommunityOptions, openCommunityCatalog } from '../../intake/import/community-catalog.ts';
import { readCsv } from '../../intake/import/csv.ts';
import { IMPORT_KINDS, type ImportKind } from '../../intake/import/kind-names.ts';
import { IMPORTS } from '../../intake/import/kinds.ts';
import { ROWS } from '../../intake/import/left-out.ts';
import type { MergeContext } from '../../intake/import/plan.ts';
import { OutputError } from '../../site/install/output-error.ts';
import { lockDataFolder, retryIfChanged } from './data-lock.ts';
import { printImport, printImportJson } from './import-report.ts';
import { type ImportResult, mergeSource, NOTHING_IMPORTED, refused } from './merge-source.ts';
import { createProgress } from './progress.ts';
import { explainMissingData, fail } from './report.ts';

export { IMPORT_KINDS, type ImportKind };

export interface ImportOptions extends CommunityOptions {
  /** The kind of a CSV file, or `catalog`. */
  readonly kind: ImportKind | 'catalog';
  /** Path of the CSV file, or of the community catalog. */
  readonly csv: string;
  /** Path of the data folder. */
  readonly data: string;
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
  /** Continues even if the data folder seems to be locked. */
  readonly takeLock?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

type MergeOptions = Omit<ImportOptions, 'json' | 'quiet'>;

/** Runs the import and prints its report. Out: the exit status. */
export async function importCommand(options: ImportOptions): Promise<number> {
  const progress = createProgress(options.quiet);
  try {
    const result = importFile(options, progress.update);
    progress.end();
    if (options.json) printImportJson(result);
    else printImport(options, result);
    return result.status;
  } catch (error) {
    progress.end();
    if (error instanceof OutputError) return fail(error.message);
    throw error;
  }
}

/**
 * Merges a file into the data folder, or returns why that is not possible. Only one import runs at a time; it waits for another one.
 * Throws OutputError if that takes too long, or if the folder cannot be written.
 */
export function importFile(options: MergeOptions, onProgress?: Parameters<typeof validateAll>[1]): ImportResult {
  // A folder that is missing or cannot be read is reported when it is read.
  const isWriting = !options.dryRun && existsSync(options.data) && statSync(options.data).isDirectory();
  const lock = isWriting ? lockDataFolder(options.data, options.takeLock, NOTHING_IMPORTED) : null;
  try {
    return retryIfChanged(() => mergeFile(options, onProgress, lock));
  } finally {
    lock?.release();
  }
}

function mergeFile(
  options: MergeOptions,
  onProgress: Parameters<typeof validateAll>[1],
  lock: Lock | null,
): ImportResult {
  const snapshot = new DataSnapshot(options.data);
  // This import may fix files that do not match yet.
  const { catalogue, problems, warnings } = validateAll(options.data, onProgress, MISMATCHES, snapshot.texts);
  if (!catalogue) return refused(explainMissingData(problems, options.data), 'the data have problems');
  const context = contextOf(options.data, snapshot.texts, catalogue, options.overwrite ? 'overwrite' : 'complete');
  return options.kind === 'catalog'
    ? mergeCommunity(options, context, snapshot, warnings.length, lock)
    : mergeCsv(options, options.kind, context, snapshot, warnings.length, lock);
}

function mergeCsv(
  options: MergeOptions,
  kind: ImportKind,
  context: MergeContext,
  snapshot: DataSnapshot,
  warnings: number,
  lock: Lock | null,
): ImportResult {
  const definition = IMPORTS[kind];
  const { csv, problems } = readCsv(options.csv, definition.columns(context.known.parameters));
  if (!csv) return refused(problems, 'the CSV file cannot be used');
  const source = {
    leftOut: csv.leftOut,
    problems: [],
    notes: [],
    plan: () => {
      const given = csv.rows.map((row) => ({ place: row.place, ...definition.read(row, context) }));
      return definition.plan(given, context);
    },
    words: ROWS,
  };
  return mergeSource(snapshot, source, warnings, lock);
}

function mergeCommunity(
  options: MergeOptions,
  context: MergeContext,
  snapshot: DataSnapshot,
  warnings: number,
  lock: Lock | null,
): ImportResult {
  const { import: opened, problems } = openCommunityCatalog(options.csv, context, options);
  if (!opened) return refused(problems, 'the file cannot be used');
  return mergeSource(snapshot, opened, warnings, lock);
}
