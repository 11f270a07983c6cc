/** `stillwave import <kind> <file>`: merges a CSV file, or a community catalog, into the data folder. */

import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { INPUT_FILES } from '../../catalogue/files/input-files.ts';
import type { validateAll } from '../../catalogue/validate-all.ts';
import { type CommunityOptions, mergeCommunity, openCommunityCatalog } from '../../intake/community/merge-catalog.ts';
import { detectorsInCatalog } from '../../intake/community/read-json.ts';
import type { Delimiter } from '../../intake/csv/delimiter.ts';
import { readCsv } from '../../intake/csv/read-csv.ts';
import type { DataSnapshot } from '../../intake/data-snapshot.ts';
import { columnsOfKind, namesInCsv, readRow } from '../../intake/kinds/import-kind.ts';
import type { ImportKind } from '../../intake/kinds/kind-names.ts';
import { IMPORTS } from '../../intake/kinds/kinds.ts';
import { missingBaseFiles } from '../../intake/merge/base-files.ts';
import { DataMerge, type Merged, type NotMerged, readState } from '../../intake/merge/data-merge.ts';
import { ROWS } from '../../intake/merge/rejected-rows.ts';
import type { Problem } from '../../report/problems.ts';
import { printImport, printImportJson } from './import-report.ts';
import { type ImportResult, mergeIntoFolder } from './merge-into-folder.ts';
import { withProgress } from './progress.ts';

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
type OnProgress = Parameters<typeof validateAll>[1];

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
export function importFile(options: MergeOptions, onProgress?: OnProgress): ImportResult {
  // A folder that is missing or cannot be read is reported when it is read.
  const isWriting = !options.dryRun && existsSync(options.data) && statSync(options.data).isDirectory();
  return mergeIntoFolder(options.data, 'Nothing was imported', isWriting, (snapshot) =>
    mergeFile(snapshot, options, onProgress),
  );
}

function mergeFile(snapshot: DataSnapshot, options: MergeOptions, onProgress: OnProgress): Merged | NotMerged {
  const { kind, csv: path, data, overwrite } = options;
  const policy = overwrite ? 'overwrite' : 'complete';
  const { state, problems } = readState(data, policy, snapshot.texts, onProgress, baseFiles(options));
  if (!state) return { problems: problems.map(explainDetectors), reason: 'the data have problems', rejected: 0 };
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

/** The files that the data folder lacks, as far as the imported file says what is in them. */
function baseFiles({ kind, csv: path, data, delimiter, detectors = [] }: MergeOptions): ReadonlyMap<string, string> {
  const isComplete = missingBaseFiles(data, { detectors: ANY_DETECTOR }).size === 0;
  // A missing folder is a problem of its own.
  if (isComplete || !existsSync(data)) return new Map();
  if (kind === 'catalog') return missingBaseFiles(data, { detectors: [...detectorsInCatalog(path), ...detectors] });
  return missingBaseFiles(data, namesInCsv(path, IMPORTS[kind], delimiter));
}

const ANY_DETECTOR = ['H1'];

/** Without a file of detectors, and none in the imported file, nothing says which there are. */
function explainDetectors(problem: Problem): Problem {
  if (problem.code !== 'D101' || basename(problem.file) !== INPUT_FILES.detectors.pattern) return problem;
  return {
    ...problem,
    fix: 'add it, with code and name of each detector; or first import something that names detectors',
  };
}
