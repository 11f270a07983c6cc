/** `stillwave import <kind> <file>`: merges a CSV file, or a community catalog, into the data folder. */

import { existsSync, statSync } from 'node:fs';
import type { Lock } from '../../fs/lock.ts';
import { type CommunityOptions, mergeCommunity, openCommunityCatalog } from '../../intake/community/merge-catalog.ts';
import type { Delimiter } from '../../intake/csv/delimiter.ts';
import { readCsv } from '../../intake/csv/read-csv.ts';
import { DataSnapshot } from '../../intake/data-snapshot.ts';
import { columnsOfKind, readRow } from '../../intake/kinds/import-kind.ts';
import { IMPORT_KINDS, type ImportKind } from '../../intake/kinds/kind-names.ts';
import { IMPORTS } from '../../intake/kinds/kinds.ts';
import { DataMerge, type Merged, type NotMerged, readState } from '../../intake/merge/data-merge.ts';
import { ROWS } from '../../intake/merge/rejected-rows.ts';
import type { Problem } from '../../report/problems.ts';
import { lockDataFolder, retryIfChanged } from './data-lock.ts';
import { printImport, printImportJson } from './import-report.ts';
import { type ImportResult, install } from './install-merge.ts';

export { IMPORT_KINDS, type ImportKind };

export interface ImportOptions extends CommunityOptions {
  /** The kind of a CSV file, or `catalog`. */
  readonly kind: ImportKind | 'catalog';
  /** Path of the CSV file, or of the community catalog. */
  readonly csv: string;
  /** Path of the data folder. */
  readonly data: string;
  /** Of a CSV file, if its header does not tell. */
  readonly delimiter?: Delimiter;
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

type MergeOptions = Omit<ImportOptions, 'json' | 'quiet'>;

/** Runs the import and prints its report. Out: the exit status. */
export async function importCommand(options: ImportOptions): Promise<number> {
  const result = importFile(options);
  if (options.json) printImportJson(result);
  else printImport(options, result);
  return result.status;
}

/**
 * Merges a file into the data folder, or returns why that is not possible. Only one import runs at a time; it waits for another one.
 * Throws OutputError if that takes too long, or if the folder cannot be written.
 */
export function importFile(options: MergeOptions): ImportResult {
  // A folder that is missing or cannot be read is reported when it is read.
  const isWriting = !options.dryRun && existsSync(options.data) && statSync(options.data).isDirectory();
  const lock = isWriting ? lockDataFolder(options.data, 'Nothing was imported') : null;
  try {
    return retryIfChanged(() => mergeFile(options, lock));
  } finally {
    lock?.release();
  }
}

function mergeFile(options: MergeOptions, lock: Lock | null): ImportResult {
  const snapshot = new DataSnapshot(options.data);
  return install(mergeInto(snapshot, options), { snapshot, lock, nothing: 'Nothing was imported' });
}

function mergeInto(snapshot: DataSnapshot, options: MergeOptions): Merged | NotMerged {
  const { kind, csv: path, data, overwrite } = options;
  const policy = overwrite ? 'overwrite' : 'complete';
  const { state, problems } = readState(data, policy, snapshot.texts);
  if (!state) return { problems: problems.map(explainMissing), reason: 'the data have problems', rejected: 0 };
  const context = new DataMerge(state).context();
  if (kind === 'catalog') {
    const opened = openCommunityCatalog(path, context, options);
    if (!opened.file) return { problems: opened.problems, reason: 'the file cannot be used', rejected: 0 };
    return mergeCommunity(state, opened.file);
  }
  const definition = IMPORTS[kind];
  const { csv, problems: ofCsv } = readCsv(path, columnsOfKind(definition, context.known), options.delimiter);
  if (!csv) return { problems: ofCsv, reason: 'the CSV file cannot be used', rejected: 0 };
  const merge = new DataMerge(state, csv.rejected);
  merge.merge(
    definition,
    csv.rows.map((row) => ({ place: row.place, ...readRow(definition, row, context.known) })),
  );
  return merge.end(ROWS);
}

/** A folder without the files that every catalogue needs. */
function explainMissing(problem: Problem): Problem {
  const fix = 'add it; "stillwave init --empty" starts a catalogue with all files that it needs';
  return problem.code === 'D101' ? { ...problem, fix } : problem;
}
