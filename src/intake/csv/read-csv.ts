/**
 * Reads a CSV file, possibly compressed with gzip, for an import. In: the path, and the columns of the kind of import. Out: rows with their
 * places.
 *
 * The header is checked strictly: a misspelt column would lose its values silently. A row with too many or too few cells is left out. Size is
 * limited: a few hundred kilobytes can contain 256 MiB when decompressed, and rows and cells take many times their text in memory.
 */

import { gunzipSync } from 'node:zlib';
import { CsvError, parse } from 'csv-parse/sync';
import { TextPlaces } from '../../catalogue/files/data-file.ts';
import { fileProblem, readTextFile, tooLarge } from '../../catalogue/files/text-file.ts';
import { countOf } from '../../report/count.ts';
import type { Finding, Place, Problem } from '../../report/problems.ts';
import type { Rejected, SourceRow } from '../merge/facts.ts';
import { type CsvColumns, resolveHeader } from './columns.ts';
import { DELIMITERS, type Delimiter, findDelimiter, findDoubt, withDecimalPoint } from './delimiter.ts';

/** The strain files of the shipped catalogue are 75,000 rows in 20 MiB. */
const MAX_MIB = 256;
const MAX_ROWS = 1_000_000;
/** Characters of a row. */
const MAX_ROW_LENGTH = 1 << 20;

export interface CsvRow extends SourceRow {
  /** The line on which the row ends. */
  readonly place: Place;
  /** Trimmed text of a cell; empty if the file does not have the column. */
  cell(column: string): string;
  /** The same for a number, with a decimal point. */
  numeral(column: string): string;
}

export interface CsvFile {
  readonly rows: readonly CsvRow[];
  /** Rows that could not be read. */
  readonly rejected: readonly Rejected[];
}

interface ParsedRow {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

type CsvResult = { csv: CsvFile; problems: [] } | { csv: null; problems: Problem[] };

/** Reads the file; `problems` is not empty if the file or its header cannot be used. Without `given` the header tells the delimiter. */
export function readCsv(path: string, columns: CsvColumns, given?: Delimiter): CsvResult {
  // Spreadsheets write a byte order mark.
  const read = readTextFile(path, undefined, { allowBom: true, maxMiB: MAX_MIB, decode: decompress });
  if ('problem' in read) return { csv: null, problems: [read.problem] };
  const failed = (finding: Finding, line = 1): CsvResult => ({
    csv: null,
    problems: [fileProblem(path, finding, line)],
  });
  if (/^\s*[[{]/.test(read.text)) return failed(JSON_FOUND);
  const delimiter = given ?? findDelimiter(read.text);
  if (typeof delimiter !== 'string') return failed(delimiter);
  let parsed: ParsedRow[];
  try {
    // Every kind of line end in any row: files are put together from parts.
    const ends = { record_delimiter: ['\r\n', '\n', '\r'] };
    const limits = { to: MAX_ROWS + 1, max_record_size: MAX_ROW_LENGTH };
    const reading = { delimiter, info: true, relax_column_count: true, skip_empty_lines: true, trim: true };
    const options = { ...ends, ...limits, ...reading };
    parsed = parse(read.text, options) as unknown as ParsedRow[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message = `not valid CSV: ${faultName(error.code)}`;
    return failed({ code: 'D170', message, fix: 'check the quotes' }, Number(error.lines ?? 1));
  }
  if (parsed.length > MAX_ROWS)
    return failed({ code: 'D170', message: 'more than a million rows', fix: 'split the file' });
  const [head, ...body] = parsed;
  if (!head) return failed({ code: 'D105', message: 'the file is empty', fix: 'give a header and rows' });
  const { positions, findings } = resolveHeader(head.record, columns);
  if (findings.length > 0) {
    return { csv: null, problems: findings.map((finding) => fileProblem(path, finding, head.info.lines)) };
  }
  const hasCommas = delimiter !== ',' && body.some(({ record }) => record.some((cell) => cell.includes(',')));
  const doubt = hasCommas && !given ? findDoubt(body.flatMap(({ record }) => record)) : null;
  if (doubt) return failed(doubt);
  return { csv: readRows(path, read.text, head.record, positions, body, delimiter), problems: [] };
}

function readRows(
  path: string,
  text: string,
  header: readonly string[],
  positions: ReadonlyMap<string, number>,
  body: readonly ParsedRow[],
  delimiter: Delimiter,
): CsvFile {
  const sign = DELIMITERS[delimiter];
  const places = new TextPlaces(path, text);
  const rows: CsvRow[] = [];
  const rejected: Rejected[] = [];
  for (const { record, info } of body) {
    const place = places.ofLine(info.lines);
    if (record.length === header.length) {
      const cell = (column: string): string => record[positions.get(column) ?? -1] ?? '';
      rows.push({
        place,
        texts: record,
        differingColumns: (other) => header.filter((_, n) => record[n] !== other.texts[n]),
        cell,
        numeral: (column) => (delimiter === ',' ? cell(column) : withDecimalPoint(cell(column))),
      });
      continue;
    }
    const message = `it has ${countOf(record.length, 'cell')}, the header has ${header.length}`;
    const fix = `correct the ${sign}s, or put a cell that has a ${sign} in quotes`;
    rejected.push({ place, label: null, problems: [{ ...place, code: 'D172', message, fix }] });
  }
  return { rows, rejected };
}

const JSON_FOUND: Finding = {
  code: 'D170',
  message: 'this is JSON, but a CSV file is expected',
  fix: 'save the rows as CSV with a header; a community catalog comes with "import catalog"',
};

/** `CSV_INVALID_CLOSING_QUOTE` as "invalid closing quote". */
const faultName = (code: string): string => code.replace(/^CSV_/, '').replaceAll('_', ' ').toLowerCase();

/** The first bytes of a compressed file: RFC 1952, section 2.3.1. */
const MAGIC = Buffer.from([0x1f, 0x8b]);

/**
 * Decompresses a file, or returns the reason why this is not possible. Bytes that are not compressed are returned unchanged. Stops if
 * the content becomes too large, so that a small file cannot fill the memory.
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
