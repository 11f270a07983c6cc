/** Imports a file into a data folder: a CSV file of any kind, or a community catalog. */
import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { INPUT_FILES } from '../catalogue/files/input-files.ts';
import { fileProblem } from '../catalogue/files/text-file.ts';
import type { OnCheck } from '../catalogue/load.ts';
import { showCount } from '../report/count.ts';
import type { Problem } from '../report/problems.ts';
import { mergeCommunity, openCommunityCatalog } from './community/merge-catalog.ts';
import type { CommunityOptions } from './community/read-events.ts';
import { detectorsInCatalog } from './community/read-json.ts';
import type { DecimalMark } from './csv/decimal-mark.ts';
import type { Delimiter } from './csv/delimiter.ts';
import { type CsvFile, readCsv } from './csv/read-csv.ts';
import { formatRejected } from './csv/rejected-rows.ts';
import type { DataSnapshot } from './data-snapshot.ts';
import { type VersionFacts, withDetectors } from './kinds/event-versions.ts';
import { columnsOfKind, namesInCsv, readFacts } from './kinds/import-kind.ts';
import type { ImportKind } from './kinds/kind-names.ts';
import { IMPORTS } from './kinds/kinds.ts';
import { lacksBaseFiles, missingBaseFiles } from './merge/base-files.ts';
import { mergeStep, mergeSteps } from './merge/data-merge.ts';
import { readState } from './merge/data-state.ts';
import type { SourcedFacts } from './merge/facts.ts';
import type { Merged, NotMerged } from './merge/merged.ts';
import { ROWS } from './merge/rejected-facts.ts';
import { type ImportResult, mergeIntoFolder } from './merge-into-folder.ts';

export interface ImportFileOptions extends CommunityOptions {
  /** The kind of a CSV file, or `catalog`. */
  readonly kind: ImportKind | 'catalog';
  /** Path of the CSV file, or of the community catalog. */
  readonly file: string;
  /** Path of the data folder. */
  readonly data: string;
  /** Delimiter for a CSV file, if the header is ambiguous. */
  readonly delimiter?: Delimiter;
  /** Decimal mark in a CSV file, if its numbers are ambiguous. */
  readonly decimal?: DecimalMark;
  /** Maps names in a CSV file's header to column names. */
  readonly renames?: ReadonlyMap<string, string>;
  readonly overwrite?: boolean;
  /** If true, no file is written. */
  readonly dryRun?: boolean;
}

/** The result of the import, and the rejected rows as CSV in the imported file's form. `rejectedCsv` is null if no row was rejected. */
export interface FileImport extends ImportResult {
  readonly rejectedCsv: string | null;
}

/**
 * Merges a file into the data folder, or returns the reason why it cannot be merged. Only one import runs at a time; others wait. Throws
 * OutputError if the wait is too long, or if the folder cannot be written.
 */
export function importFile(options: ImportFileOptions, onProgress?: OnCheck): FileImport {
  let rejectedCsv: string | null = null;
  // A missing or unreadable folder is reported later, when its files are read.
  const isWriting = !options.dryRun && existsSync(options.data) && statSync(options.data).isDirectory();
  const result = mergeIntoFolder(options.data, 'Nothing was imported', isWriting, (snapshot) => {
    const { csv, merged } = mergeFile(snapshot, options, onProgress);
    rejectedCsv = csv && formatRejected(csv.source, merged.rejected);
    return merged;
  });
  return { ...result, rejectedCsv };
}

interface MergedFile {
  /** The CSV file's table; null for a community catalog, or if the data or the CSV file cannot be used. */
  readonly csv: CsvFile | null;
  readonly merged: Merged | NotMerged;
}

function mergeFile(snapshot: DataSnapshot, options: ImportFileOptions, onProgress: OnCheck | undefined): MergedFile {
  const notMerged = (problems: readonly Problem[], reason: string): MergedFile => ({
    csv: null,
    merged: { problems, reason, rejected: [] },
  });
  const { kind, file: path, data, overwrite } = options;
  const policy = overwrite ? 'overwrite' : 'complete';
  const { state, problems } = readState(data, policy, snapshot.texts, onProgress, baseFiles(options));
  if (!state) return notMerged(problems.map(explainDetectors), 'the data have problems');
  const { context } = state;
  if (kind === 'catalog') {
    const opened = openCommunityCatalog(path, context, options);
    if (!opened.file) return notMerged(opened.problems, 'the file cannot be used');
    return { csv: null, merged: mergeCommunity(state, opened.file) };
  }
  const definition = IMPORTS[kind];
  const { csv, problems: ofCsv } = readCsv(path, columnsOfKind(definition, context.known), options);
  if (!csv) return notMerged(ofCsv, 'the CSV file cannot be used');
  const { unit, maxRows = Number.POSITIVE_INFINITY } = definition;
  if (csv.rows.length > maxRows) {
    const message = `${showCount(csv.rows.length)} rows, but the data can have ${showCount(maxRows)} ${unit}`;
    const finding = { code: 'D114', message, fix: 'correct the table, or import fewer rows' } as const;
    return notMerged([fileProblem(path, finding)], 'the CSV file cannot be used');
  }
  const read = readFacts(definition, csv, context);
  // Only event versions have detectors that a table may lack.
  const facts = options.detectors
    ? withDetectors(read as SourcedFacts<VersionFacts>[], options.detectors, context)
    : read;
  const step = mergeStep(definition, (found) => {
    for (const one of csv.rejected) found.rejected.push(one);
    for (const one of facts) found.facts.push(one);
  });
  return { csv, merged: mergeSteps(state, [step], ROWS, { remarks: csv.remarks }) };
}

/** The required files that the data folder lacks, by path, created from the names in the imported file. */
function baseFiles(options: ImportFileOptions): ReadonlyMap<string, string> {
  const { kind, file: path, data, detectors = [] } = options;
  // A missing folder is reported separately.
  if (!existsSync(data) || !lacksBaseFiles(data)) return new Map();
  if (kind === 'catalog') return missingBaseFiles(data, { detectors: [...detectorsInCatalog(path), ...detectors] });
  const names = namesInCsv(path, IMPORTS[kind], options);
  return missingBaseFiles(data, { ...names, detectors: [...names.detectors, ...detectors] });
}

/** Adapts the fix for a missing detectors file, because an import creates the file if the imported file names detectors. */
function explainDetectors(problem: Problem): Problem {
  if (problem.code !== 'D101' || basename(problem.file) !== INPUT_FILES.detectors.pattern) return problem;
  return {
    ...problem,
    fix: 'add it, with code and name of each detector; or first import something that names detectors',
  };
}
