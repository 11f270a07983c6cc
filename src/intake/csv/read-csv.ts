/**
 * Reads a CSV file for an import. Each row has its place in the file.
 *
 * The header is checked strictly, because the values in a misspelt column would be lost silently. A row with too many or too few cells is
 * skipped. The size is limited, because rows and cells take many times as much memory as their text.
 */

import { CsvError, parse } from 'csv-parse/sync';
import { TextPlaces } from '../../catalogue/files/data-file.ts';
import { readTextFile } from '../../catalogue/files/text-file.ts';
import { countOf } from '../../report/count.ts';
import { type Finding, failed, type Place, type Reading, toProblem } from '../../report/problems.ts';
import type { SourceItem, SourceRow } from '../merge/records.ts';
import { requiredColumns, type TableForm } from './columns.ts';
import { convertCells, convertedColumns, describeConversions } from './convert-cells.ts';
import { DECIMAL_MARKS, type DecimalMark, findDecimalMark, inMark, withPoints } from './decimal-mark.ts';
import { DELIMITERS, type Delimiter, findDelimiter } from './delimiter.ts';
import type { TableForms } from './header.ts';
import { otherFormat } from './other-formats.ts';
import {
  countColumns,
  findSecondHeader,
  findTable,
  numericPositions,
  type SpreadsheetTable,
  type TableRow,
} from './spreadsheet.ts';

/** The strain files in the shipped catalogue take 75,000 rows, or 20 MiB. */
const MAX_MIB = 256;
const MAX_ROWS = 1_000_000;
/** Maximum length of a row, in characters. */
const MAX_ROW_LENGTH = 1 << 20;

export interface CsvRow {
  readonly place: Place;
  readonly source: SourceRow;
  /** The trimmed text in a cell, with decimal points in columns of numbers; empty if the file does not have the column. */
  cell(column: string): string;
  /** The text in a cell with the file's own decimal mark, for messages. */
  original(column: string): string;
}

export interface CsvFile<Form extends TableForm = TableForm> {
  /** The form that the header matches. */
  readonly form: Form;
  readonly rows: readonly CsvRow[];
  /** The decimal mark of its numbers, for messages. */
  readonly mark: DecimalMark;
  /** Rows that could not be read. */
  readonly skipped: readonly SourceItem[];
  /** Sentences about converted and skipped parts, for the report. */
  readonly remarks: readonly string[];
}

export interface CsvOptions {
  /** By default, the header determines the delimiter. */
  readonly delimiter?: Delimiter;
  /** By default, the numbers determine the decimal mark. */
  readonly decimal?: keyof typeof DECIMAL_MARKS;
  /** Maps names in the header to column names. */
  readonly map?: ReadonlyMap<string, string>;
}

export function readCsv<Form extends TableForm>(
  path: string,
  forms: TableForms<Form>,
  options: CsvOptions = {},
): Reading<CsvFile<Form>> {
  // Spreadsheets write a byte order mark.
  const read = readTextFile(path, undefined, { allowBom: true, maxMiB: MAX_MIB });
  if (read.value === null) return read;
  const text = read.value;
  const places = new TextPlaces(path, text);
  const names = options.map ?? new Map();
  const count = (cells: readonly string[]): number => countColumns(cells, forms, names);
  const delimiter = findDelimiter(text, places, count, options.delimiter);
  if (!delimiter.value) return delimiter;
  const rows = parseRows(text, places, delimiter.value);
  const source = { text, rows: rows.value ?? [], delimiter: delimiter.value };
  const unusual = otherFormat(source, requiredColumns(forms[0]), count);
  if (unusual) return failed([toProblem(unusual, places.ofLine(unusual.line))]);
  if (!rows.value) return rows;
  const table = findTable(rows.value, places, forms, names);
  if (!table.value) return table;
  const mark = findDecimalMark(table.value, places, delimiter.value, options.decimal && DECIMAL_MARKS[options.decimal]);
  if (!mark.value) return mark;
  return { value: readRows(table.value, places, delimiter.value, mark.value), problems: [] };
}

function parseRows(text: string, places: TextPlaces, delimiter: Delimiter): Reading<readonly TableRow[]> {
  const refused = (message: string, fix: string, line: number) =>
    failed([toProblem({ code: 'D170', message, fix }, places.ofLine(line))]);
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
  /** The first line after a row that is not blank. */
  const nextLine = (last: number): number => {
    let line = last + 1;
    while (places.isBlank(line)) line++;
    return line;
  };
  const parseUntil = (to: number): TableRow[] => {
    let last = 0;
    const rows = parse(text, { ...options, to }) as unknown as { record: string[]; info: { lines: number } }[];
    return rows.map(({ record, info: { lines } }) => {
      const line = lines === last + 1 ? lines : nextLine(last);
      last = lines;
      return { cells: record, line, lastLine: lines };
    });
  };
  try {
    const rows = parseUntil(MAX_ROWS + 1);
    if (rows.length <= MAX_ROWS) return { value: rows, problems: [] };
    return refused('more than a million rows', 'split the file', 1);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message = `not valid CSV: ${faultName(error.code)}`;
    // The faulty row begins after the last complete row; a quote that is not closed ends at the next quote, often much later.
    const complete = Number(error.records ?? 0);
    const line = nextLine(complete === 0 ? 0 : (parseUntil(complete).at(-1)?.lastLine ?? 0));
    const isLong = error.code === 'CSV_QUOTE_NOT_CLOSED' || Number(error.lines ?? line) > line;
    const fix = isLong ? 'close the quote in this row, or remove it' : 'check the quotes';
    return refused(message, fix, line);
  }
}

function readRows<Form extends TableForm>(
  table: SpreadsheetTable<Form>,
  places: TextPlaces,
  delimiter: Delimiter,
  mark: DecimalMark,
): CsvFile<Form> {
  const { form, header, positions } = table;
  const required = requiredColumns(form);
  const numeric = numericPositions(table);
  const converted = convertedColumns(table);
  const ofRows = { delimiter, header: table.source.cells, columns: header };
  const counts = { times: 0, rounded: 0, values: 0 };
  const rows: CsvRow[] = [];
  const skipped: SourceItem[] = [];
  for (const row of table.rows) {
    const { cells, line } = row;
    const place = places.ofLine(line);
    const source = { line, cells, table: ofRows };
    const own = (column: string): string => cells[positions.get(column) ?? -1] ?? '';
    const wrong =
      cells.length === header.length
        ? findSecondHeader(own, required, [...positions.keys()])
        : lengthFinding(row, header.length, delimiter);
    if (wrong) {
      skipped.push({ place, label: null, records: [], problems: [toProblem(wrong, place)], row: source });
      continue;
    }
    const withPoint = (column: string): string => (numeric.has(column) ? withPoints(own(column), mark) : own(column));
    const texts = convertCells(withPoint, converted, counts);
    rows.push({
      place,
      source,
      cell: (column) => texts.get(column) ?? withPoint(column),
      original: (column) => {
        const text = texts.get(column);
        return text === undefined ? own(column) : inMark(text, mark);
      },
    });
  }
  return { form, rows, mark, skipped, remarks: [...describeSkipped(table), ...describeConversions(counts)] };
}

function lengthFinding({ cells, line, lastLine }: TableRow, length: number, delimiter: Delimiter): Finding {
  const sign = DELIMITERS[delimiter];
  const more = cells.length - length;
  const count = `it has ${countOf(Math.abs(more), 'cell')} too ${more > 0 ? 'many' : 'few'}`;
  if (lastLine > line) {
    const message = `${count}, and a cell in quotes ends in line ${lastLine}`;
    return { code: 'D172', message, fix: 'close the quote in this row, or remove it' };
  }
  const fix = `correct the ${sign}s, or put a cell that has a ${sign} in quotes`;
  return { code: 'D172', message: count, fix };
}

/** Sentences about skipped lines and columns. */
function describeSkipped({ above, source, hasIndex }: SpreadsheetTable): string[] {
  const lines = above.map(({ cells }) => `"${cells.filter((cell) => cell !== '').join(' ')}"`);
  return [
    ...(lines.length > 0 ? [`the header is in line ${source.line}; skipped above it: ${lines.join(', ')}`] : []),
    ...(hasIndex ? ['the first column was skipped: it has no name, and numbers the rows'] : []),
  ];
}

/** `CSV_INVALID_CLOSING_QUOTE` as "invalid closing quote". */
const faultName = (code: string): string => code.replace(/^CSV_/, '').replaceAll('_', ' ').toLowerCase();
