/** Imports a file into a data folder: a CSV file of any kind, or a community catalog. */
import { existsSync, statSync } from 'node:fs';
import type { OnCheck } from '../catalogue/load.ts';
import type { Catalogue } from '../catalogue/types.ts';
import { showCount } from '../report/count.ts';
import { failed, placeOfFile, type Reading, toProblem } from '../report/problems.ts';
import { detectorsInCatalog, readCommunityCatalog } from './community/read-catalog.ts';
import type { CommunityOptions } from './community/read-events.ts';
import { type CsvOptions, readCsv } from './csv/read-csv.ts';
import { formsOf, namesInCsv, readItems } from './kinds/import-kind.ts';
import { IMPORTS, type ImportKind } from './kinds/kinds.ts';
import { type GivenNames, missingBaseFiles, missingKinds } from './merge/base-files.ts';
import { merge, type Source, unusableSource } from './merge/merge.ts';
import { EVENTS, ROWS, type Wording } from './merge/report-skipped.ts';
import { type ImportResult, mergeIntoFolder } from './merge-into-folder.ts';

interface ImportOptions {
  /** Path of the imported file. */
  readonly file: string;
  /** Path of the data folder. */
  readonly data: string;
  /** Detectors of new event versions that have none in the file. */
  readonly detectors?: readonly string[];
  readonly overwrite?: boolean;
  /** If true, no file is written. */
  readonly dryRun?: boolean;
  readonly onProgress?: OnCheck;
}

export interface CsvImportOptions extends ImportOptions, CsvOptions {
  readonly kind: ImportKind;
}

/**
 * Merges a CSV file into the data folder, or returns the reason why it cannot be merged. Only one import runs at a time; others wait. Throws
 * OutputError if the wait is too long, or if the folder cannot be written.
 */
export function importCsv(options: CsvImportOptions): ImportResult {
  const { noun } = IMPORTS[options.kind];
  const readNames = () => namesInCsv(options.file, IMPORTS[options.kind], options);
  return importSource(options, { ...ROWS, noun }, readNames, (catalogue) => readTable(options, catalogue));
}

/** Does the same with a community catalog. */
export function importCommunityCatalog(options: ImportOptions & CommunityOptions): ImportResult {
  const { file } = options;
  const readNames = () => detectorsInCatalog(file);
  return importSource(options, EVENTS, readNames, (catalogue) => readCommunityCatalog(file, catalogue, options));
}

function readTable(options: CsvImportOptions, catalogue: Catalogue): Reading<Source> {
  const { file: path, kind, detectors } = options;
  const { noun, maxRows = Number.POSITIVE_INFINITY, giveDetectors } = IMPORTS[kind];
  const csv = readCsv(path, formsOf(IMPORTS[kind], catalogue), options);
  if (!csv.value) return csv;
  const { rows, remarks } = csv.value;
  if (rows.length > maxRows) {
    const message = `${showCount(rows.length)} rows, but the data can have ${showCount(maxRows)} ${noun}`;
    const found = { code: 'D114', message, fix: 'correct the table, or import fewer rows' } as const;
    return failed([toProblem(found, placeOfFile(path))]);
  }
  const items = readItems(csv.value, catalogue, detectors && giveDetectors?.(detectors, catalogue));
  return { value: { items, remarks }, problems: [] };
}

/** `readNames` returns the names in the file, for required files that the data folder lacks. */
function importSource(
  { data, detectors = [], overwrite = false, dryRun = false, onProgress }: ImportOptions,
  words: Wording,
  readNames: () => Reading<GivenNames>,
  read: (catalogue: Catalogue) => Reading<Source>,
): ImportResult {
  // A missing or unreadable folder is reported when its files are read.
  const isFolder = existsSync(data) && statSync(data).isDirectory();
  return mergeIntoFolder(data, 'Nothing was imported', isFolder && !dryRun, () => {
    const options = { data, overwrite, words, onProgress };
    if (!isFolder || missingKinds(data).length === 0) return merge({ ...options, created: new Map() }, read);
    const { value: names, problems } = readNames();
    if (!names) return unusableSource(words, problems);
    const created = missingBaseFiles(data, { ...names, detectors: [...names.detectors, ...detectors] });
    return merge({ ...options, created }, read);
  });
}
