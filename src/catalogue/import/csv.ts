/**
 * Reads a CSV file for an import. In: path and the columns that the kind of import knows. Out: rows with their line numbers.
 *
 * The header is checked strictly: a misspelt column would lose its values silently. A row with too many or too few cells is a
 * problem of that row, and left out.
 */
import { CsvError, parse } from 'csv-parse/sync';
import { countOf } from '../files/count.ts';
import { suggest } from '../files/did-you-mean.ts';
import type { Finding, Problem } from '../files/problems.ts';
import { fileProblem, readTextFile } from '../files/text-file.ts';
import { excerptOf } from '../files/yaml-file.ts';

export interface CsvRow {
  /** Line on which the row ends, from 1. */
  readonly line: number;
  /** Text of the cell without surrounding blanks; empty where the file has no such column. */
  cell(column: string): string;
}

/** Names of the columns that a kind of import knows. */
export interface CsvColumns {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

export interface CsvFile {
  readonly rows: readonly CsvRow[];
  /** Rows that could not be read. */
  readonly leftOut: readonly Problem[];
  problem(row: CsvRow, finding: Finding): Problem;
}

interface ParsedRow {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

/** Reads the file; `problems` is not empty where it, or its header, cannot be used. */
export function readCsv(
  path: string,
  columns: CsvColumns,
): { csv: CsvFile; problems: [] } | { csv: null; problems: Problem[] } {
  const read = readTextFile(path);
  if ('problem' in read) return { csv: null, problems: [read.problem] };
  let parsed: ParsedRow[];
  try {
    const options = { info: true, relax_column_count: true, skip_empty_lines: true, trim: true };
    parsed = parse(read.text, options) as unknown as ParsedRow[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error.lines ?? 1);
    const finding = {
      code: 'D170',
      message: `not valid CSV: ${faultName(error.code)}`,
      fix: 'check the quotes',
    } as const;
    return { csv: null, problems: [fileProblem(path, finding, line)] };
  }
  const [head, ...body] = parsed;
  if (!head) {
    const finding = { code: 'D105', message: 'the file is empty', fix: 'give a header and rows' } as const;
    return { csv: null, problems: [fileProblem(path, finding)] };
  }
  const headerProblems = checkHeader(head.record, columns).map((finding) =>
    fileProblem(path, finding, head.info.lines),
  );
  if (headerProblems.length > 0) return { csv: null, problems: headerProblems };

  const lines = read.text.split('\n');
  const place = (line: number, finding: Finding): Problem => {
    const excerpt = excerptOf(lines[line - 1] ?? '', 1);
    return { file: path, line, column: 1, ...finding, excerpt };
  };
  const index = new Map(head.record.map((name, position) => [name, position]));
  const rows: CsvRow[] = [];
  const leftOut: Problem[] = [];
  for (const { record, info } of body) {
    if (record.length !== head.record.length) {
      const message = `row left out: it has ${countOf(record.length, 'cell')}, the header has ${head.record.length}`;
      leftOut.push(place(info.lines, { code: 'D172', message, fix: 'correct the commas or quotes' }));
      continue;
    }
    rows.push({ line: info.lines, cell: (column) => record[index.get(column) ?? -1] ?? '' });
  }
  return { csv: { rows, leftOut, problem: (row, finding) => place(row.line, finding) }, problems: [] };
}

function checkHeader(header: readonly string[], columns: CsvColumns): Finding[] {
  const known = [...columns.required, ...columns.optional];
  const unknown = header.flatMap((name, index): Finding[] => {
    if (header.indexOf(name) < index) {
      return [{ code: 'D171', message: `column "${name}" is given twice`, fix: 'keep one of the two' }];
    }
    if (known.includes(name)) return [];
    return [{ code: 'D171', message: `unknown column "${name}"`, fix: suggest(name, known, 'remove or rename it') }];
  });
  const missing = columns.required.filter((name) => !header.includes(name));
  const absent = missing.map(
    (name): Finding => ({ code: 'D171', message: `column "${name}" is missing`, fix: 'add it' }),
  );
  return [...unknown, ...absent];
}

/** Without leading zeros, which some programs take for octal numbers. */
const NUMBER = /^[-+]?((0|[1-9]\d*)(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/;

/** The number that a cell holds; undefined where it is empty, the text itself where it is no number. */
export function numberCell(text: string): number | string | undefined {
  if (text === '') return undefined;
  return NUMBER.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** The text that a cell holds; undefined where it is empty. */
export function textCell(text: string): string | undefined {
  return text === '' ? undefined : text;
}

/** `['H1', 'L1']` for `H1|L1`; undefined where the cell is empty. */
export function listCell(text: string): string[] | undefined {
  return text === '' ? undefined : text.split('|').filter((one) => one !== '');
}

/** A finding where the cell has none of the allowed texts. */
export function choiceFinding(row: CsvRow, column: string, allowed: readonly string[]): Finding | null {
  const text = row.cell(column);
  if (allowed.includes(text)) return null;
  const words = allowed.map((word) => (word === '' ? 'nothing' : word));
  const fix = `use ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return { code: 'D113', message: `${column} cannot be "${text}"`, fix };
}

/** `CSV_INVALID_CLOSING_QUOTE` as "invalid closing quote". */
const faultName = (code: string): string => code.replace(/^CSV_/, '').replaceAll('_', ' ').toLowerCase();
