/** Imports a file into a data folder: a CSV file of any kind, or a community catalog. */
import { existsSync, statSync } from 'node:fs';
import { fileProblem } from '../catalogue/files/text-file.ts';
import type { OnCheck } from '../catalogue/load.ts';
import type { Catalogue } from '../catalogue/types.ts';
import { showCount } from '../report/count.ts';
import { failed, type Reading } from '../report/problems.ts';
import { readCommunityCatalog } from './community/read-catalog.ts';
import type { CommunityOptions } from './community/read-events.ts';
import { detectorsInCatalog } from './community/read-json.ts';
import type { DecimalMark } from './csv/decimal-mark.ts';
import type { Delimiter } from './csv/delimiter.ts';
import { type CsvSource, readCsv } from './csv/read-csv.ts';
import { formatSkipped } from './csv/skipped-rows.ts';
import { giveDetectors } from './kinds/event-versions.ts';
import { formsOf, namesInCsv, readItems } from './kinds/import-kind.ts';
import { IMPORTS, type ImportKind } from './kinds/kinds.ts';
import { lacksBaseFiles, missingBaseFiles } from './merge/base-files.ts';
import { merge, type Source } from './merge/merge.ts';
import { EVENTS, ROWS, type Wording } from './merge/report-skipped.ts';
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

/** The result of the import, and the skipped rows as CSV in the imported file's form. `skippedCsv` is null if no row was skipped. */
export interface FileImport extends ImportResult {
  readonly skippedCsv: string | null;
}

/**
 * Merges a file into the data folder, or returns the reason why it cannot be merged. Only one import runs at a time; others wait. Throws
 * OutputError if the wait is too long, or if the folder cannot be written.
 */
export function importFile(options: ImportFileOptions, onProgress?: OnCheck): FileImport {
  const { kind, data, overwrite = false, dryRun = false } = options;
  let table: CsvSource | null = null;
  // A missing or unreadable folder is reported later, when its files are read.
  const isWriting = !dryRun && existsSync(data) && statSync(data).isDirectory();
  const result = mergeIntoFolder(data, 'Nothing was imported', isWriting, () =>
    merge({ data, created: baseFiles(options), overwrite, words: wordsOf(kind), onProgress }, (catalogue) => {
      if (kind === 'catalog') return readCommunityCatalog(options.file, catalogue, options);
      const read = readTable(kind, options, catalogue);
      table = read.value?.table ?? null;
      return read;
    }),
  );
  return { ...result, skippedCsv: table && formatSkipped(table, result.skipped) };
}

const wordsOf = (kind: ImportFileOptions['kind']): Wording =>
  kind === 'catalog' ? EVENTS : { ...ROWS, unit: IMPORTS[kind].unit };

function readTable(
  kind: ImportKind,
  options: ImportFileOptions,
  catalogue: Catalogue,
): Reading<Source & { readonly table: CsvSource }> {
  const { file: path, detectors } = options;
  const csv = readCsv(path, formsOf(IMPORTS[kind], catalogue), options);
  if (!csv.value) return csv;
  const { unit, maxRows = Number.POSITIVE_INFINITY } = IMPORTS[kind];
  const { rows, remarks, source: table } = csv.value;
  if (rows.length > maxRows) {
    const message = `${showCount(rows.length)} rows, but the data can have ${showCount(maxRows)} ${unit}`;
    return failed([fileProblem(path, { code: 'D114', message, fix: 'correct the table, or import fewer rows' })]);
  }
  // Only event versions have detectors that a table may lack.
  const items = readItems(csv.value, catalogue, detectors && giveDetectors(detectors, catalogue));
  return { value: { items, remarks, table }, problems: [] };
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
