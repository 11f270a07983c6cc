/**
 * Reads a CSV file, possibly compressed with gzip, for an import. Each row has its place in the file.
 *
 * The header is checked strictly, because the values in a misspelt column would be lost silently. A row with too many or too few cells is
 * skipped. The size is limited, because a few hundred kilobytes can decompress to 256 MiB, and rows and cells take many times as much
 * memory as their text.
 */

import { gunzipSync } from 'node:zlib';
import { CsvError, parse } from 'csv-parse/sync';
import { TextPlaces } from '../../catalogue/files/data-file.ts';
import { fileProblem, readTextFile, tooLarge } from '../../catalogue/files/text-file.ts';
import { countOf } from '../../report/count.ts';
import type { Finding, Place, Problem } from '../../report/problems.ts';
import type { Rejected, SourceRow } from '../merge/facts.ts';
import type { CsvColumns } from './csv-columns.ts';
import { DELIMITERS, type Delimiter, findDelimiter, findDoubt, withDecimalPoint } from './delimiter.ts';
import {
  convertCells,
  convertedColumns,
  countColumns,
  describeConversions,
  findTable,
  findUnits,
  type SpreadsheetTable,
  type TableRow,
} from './spreadsheet.ts';

/** The strain files in the shipped catalogue take 75,000 rows, or 20 MiB. */
const MAX_MIB = 256;
const MAX_ROWS = 1_000_000;
/** Maximum length of a row, in characters. */
const MAX_ROW_LENGTH = 1 << 20;

export interface CsvRow extends SourceRow {
  /** The line on which the row ends. */
  readonly place: Place;
  /** The trimmed text in a cell; empty if the file does not have the column. */
  cell(column: string): string;
  /** Like `cell`, but with a decimal point if a number has a decimal comma. */
  numeral(column: string): string;
}

export interface CsvFile {
  readonly rows: readonly CsvRow[];
  /** True if the header has the alternative columns, `instead`. */
  readonly isInstead: boolean;
  /** Rows that could not be read. */
  readonly rejected: readonly Rejected[];
  /** Sentences about converted and skipped parts, for the report. */
  readonly remarks: readonly string[];
  /** The file's unchanged table. */
  readonly source: CsvSource;
}

export interface CsvSource {
  readonly delimiter: Delimiter;
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
}

export interface CsvOptions {
  /** By default, the header determines the delimiter. */
  readonly delimiter?: Delimiter | undefined;
  /** Maps names in the header to column names. */
  readonly renames?: ReadonlyMap<string, string> | undefined;
}

interface ParsedRow {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

type CsvResult = { csv: CsvFile; problems: [] } | { csv: null; problems: Problem[] };

/** Reads the file; `problems` is not empty if the file or its header cannot be used. */
export function readCsv(path: string, columns: CsvColumns, { delimiter: given, renames }: CsvOptions = {}): CsvResult {
  // Spreadsheets write a byte order mark.
  const read = readTextFile(path, undefined, { allowBom: true, maxMiB: MAX_MIB, decode: decompress });
  if ('problem' in read) return { csv: null, problems: [read.problem] };
  const failed = (finding: Finding, line = 1): CsvResult => ({
    csv: null,
    problems: [fileProblem(path, finding, line)],
  });
  const { text } = read;
  if (/^\s*[[{]/.test(text)) return failed(JSON_FOUND);
  const names = renames ?? new Map();
  const delimiter = given ?? findDelimiter(text, (cells) => countColumns(cells, columns, names));
  if (typeof delimiter !== 'string') return failed(delimiter);
  const parsed = parseRows(text, delimiter);
  if ('finding' in parsed) return failed(parsed.finding, parsed.line);
  const table = findTable(parsed.rows, columns, names);
  if (!table) return failed({ code: 'D105', message: 'the file is empty', fix: 'give a header and rows' });
  if (table.findings.length > 0) {
    return { csv: null, problems: table.findings.map((finding) => fileProblem(path, finding, table.source.line)) };
  }
  const csv = { ...readRows(path, text, table, delimiter), isInstead: table.columns !== columns };
  const hasCommas = delimiter !== ',' && table.rows.some(({ cells }) => cells.some((cell) => cell.includes(',')));
  const doubt = hasCommas && !given ? findDoubt(table.rows.flatMap(({ cells }) => cells)) : null;
  return doubt ? failed(doubt) : { csv, problems: [] };
}

type ParseResult = { readonly rows: readonly TableRow[] } | { readonly finding: Finding; readonly line: number };

function parseRows(text: string, delimiter: Delimiter): ParseResult {
  // Any row may have any kind of line ending, because people put files together from parts.
  const options = {
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_ROW_LENGTH,
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  };
  const parseUntil = (to: number): TableRow[] =>
    (parse(text, { ...options, to }) as unknown as ParsedRow[]).map(({ record, info }) => {
      return { cells: record, line: info.lines };
    });
  try {
    const rows = parseUntil(MAX_ROWS + 1);
    if (rows.length <= MAX_ROWS) return { rows };
    return { finding: { code: 'D170', message: 'more than a million rows', fix: 'split the file' }, line: 1 };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message = `not valid CSV: ${faultName(error.code)}`;
    const finding: Finding = { code: 'D170', message, fix: 'check the quotes' };
    if (error.code !== 'CSV_QUOTE_NOT_CLOSED') return { finding, line: Number(error.lines ?? 1) };
    // The row whose quote stays open until the end of the file is the first row after the last complete row; empty lines do not count as
    // rows.
    const complete = Number(error.records ?? 0);
    const last = complete === 0 ? 0 : (parseUntil(complete).at(-1)?.line ?? 0);
    const lines = text.split(/\r\n|\n|\r/).slice(last);
    const line = last + 1 + lines.findIndex((one) => one.trim() !== '');
    return { finding: { ...finding, fix: 'close the quote in this row, or remove it' }, line };
  }
}

function readRows(
  path: string,
  text: string,
  table: SpreadsheetTable,
  delimiter: Delimiter,
): Omit<CsvFile, 'isInstead'> {
  const { header, positions, source } = table;
  const sign = DELIMITERS[delimiter];
  const places = new TextPlaces(path, text);
  const converted = convertedColumns(table, delimiter !== ',');
  const counts = { times: 0, values: 0 };
  const rows: CsvRow[] = [];
  const rejected: Rejected[] = [];
  for (const { cells, line } of table.rows) {
    const place = places.ofLine(line);
    const reject = (finding: Finding) => rejected.push({ place, label: null, problems: [{ ...place, ...finding }] });
    if (cells.length !== header.length) {
      const message = `it has ${countOf(cells.length, 'cell')}, the header has ${header.length}`;
      const fix = `correct the ${sign}s, or put a cell that has a ${sign} in quotes`;
      reject({ code: 'D172', message, fix });
      continue;
    }
    const own = (column: string): string => cells[positions.get(column) ?? -1] ?? '';
    const units = findUnits(own, table);
    if (units) {
      reject(units);
      continue;
    }
    const texts = convertCells(own, converted, counts);
    const cell = texts.size === 0 ? own : (column: string): string => texts.get(column) ?? own(column);
    rows.push({
      place,
      texts: cells,
      differingColumns: (other) => header.filter((_, n) => cells[n] !== other.texts[n]),
      cell,
      numeral: (column) => (delimiter === ',' ? cell(column) : withDecimalPoint(cell(column))),
    });
  }
  const titled = table.isBelowTitle ? [`the header is in line ${source.line}; the lines above it were skipped`] : [];
  const remarks = [...titled, ...describeConversions(counts)];
  return { rows, rejected, remarks, source: { delimiter, header: source.cells, rows: table.rows } };
}

const JSON_FOUND: Finding = {
  code: 'D170',
  message: 'this is JSON, but a CSV file is expected',
  fix: 'save the rows as CSV with a header; for a community catalog, use "import catalog"',
};

/** `CSV_INVALID_CLOSING_QUOTE` as "invalid closing quote". */
const faultName = (code: string): string => code.replace(/^CSV_/, '').replaceAll('_', ' ').toLowerCase();

/** The first bytes of a compressed file: RFC 1952, section 2.3.1. */
const MAGIC = Buffer.from([0x1f, 0x8b]);

/**
 * Decompresses a file, or returns a finding that explains why that fails. Uncompressed bytes are returned unchanged. Stops if the content
 * becomes too large, so that a small file cannot exhaust memory.
 */
function decompress(bytes: Buffer): Buffer | Finding {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_MIB * 2 ** 20 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const large = tooLarge(MAX_MIB);
    if (code === 'ERR_BUFFER_TOO_LARGE') return { ...large, message: `${large.message} when decompressed` };
    if (!String(code).startsWith('Z_')) throw error;
    const message = `the compressed file is damaged: ${(error as Error).message}`;
    return { code: 'D102', message, fix: 'download or compress it again' };
  }
}
