/**
 * Converts the composed body of a JSON page to CSV (RFC 4180): UTF-8, with a header line and one row for each entry.
 *
 * Members become columns. Null and missing values become empty cells; lists are joined with `|`; a list of objects stays JSON. A list of
 * parameter objects becomes four columns for each parameter in the catalogue, and `import` can read these columns. The columns depend on
 * the line set, not on the entries. Downloads use the same cells. Pure.
 */

import { floatText } from '../base/float-text.ts';
import type { Vocabulary } from '../contract/collection.ts';
import { PARAMETER_COLUMNS } from '../contract/parameters.ts';
import type { ParameterObject } from '../contract/wire.ts';
import { parseBody } from './compose.ts';

/** Members that are lists of parameter objects. */
export const PARAMETER_LISTS: readonly string[] = ['default_parameters', 'parameters'];
/** The members that bodies write as floats. Parsing loses the form of integers among them. */
const FLOATS: readonly string[] = ['gps', 'best', 'upper_error', 'lower_error'];
const NO_VALUES = PARAMETER_COLUMNS.map(() => null);

type Parameters = Vocabulary['parameters'];
export type CsvCell = string | number | boolean | null;
export type CsvEntry = Readonly<Record<string, unknown>>;

/** The columns for entries with these members. */
export function nameColumns(members: readonly string[], parameters: Parameters): string[] {
  return members.flatMap((member) => {
    if (!PARAMETER_LISTS.includes(member)) return [member];
    return parameters.flatMap(({ name }) => PARAMETER_COLUMNS.map((ending) => name + ending));
  });
}

const floatCell = (value: number | null): CsvCell => (value === null ? null : floatText(value));

function cellOf(value: unknown): CsvCell {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'object') return value as CsvCell;
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  return isPlainList ? value.join('|') : JSON.stringify(value);
}

function parameterCells(objects: readonly ParameterObject[], parameters: Parameters): CsvCell[] {
  const cells: CsvCell[] = [];
  for (const { name } of parameters) {
    const found = objects.find((one) => one.name === name);
    if (found === undefined) cells.push(...NO_VALUES);
    else {
      const limit = found.is_upper_limit ? 'upper' : found.is_lower_limit ? 'lower' : null;
      cells.push(floatCell(found.best), floatCell(found.lower_error), floatCell(found.upper_error), limit);
    }
  }
  return cells;
}

/** Creates the function that returns an entry's cells, one for each column. */
export function createCellReader(members: readonly string[], parameters: Parameters): (entry: CsvEntry) => CsvCell[] {
  const readers = members.map((member) => {
    return { member, isList: PARAMETER_LISTS.includes(member), isFloat: FLOATS.includes(member) };
  });
  return (entry) => {
    const cells: CsvCell[] = [];
    for (const { member, isList, isFloat } of readers) {
      const value = entry[member];
      if (isList) cells.push(...parameterCells((value ?? []) as readonly ParameterObject[], parameters));
      else if (typeof value === 'string') cells.push(value);
      else cells.push(isFloat && typeof value === 'number' ? floatText(value) : cellOf(value));
    }
    return cells;
  };
}

const quoted = (cell: CsvCell): CsvCell =>
  typeof cell === 'string' && /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** A CSV line. */
export const formatRow = (cells: readonly CsvCell[]): string => `${cells.map(quoted).join(',')}\r\n`;

const encoder = new TextEncoder();

/**
 * Converts a page's body to CSV. `members` names the entry members that become columns; entries that are not objects become one column.
 * Throws MissingLineError if the body is truncated.
 */
export function toCsv(json: Uint8Array, members: readonly string[], parameters: Parameters): Uint8Array {
  const results: readonly unknown[] = parseBody(json).results;
  const [only = ''] = members;
  const cellsOf = createCellReader(members, parameters);
  const rows = results.map((result) => {
    const entry = typeof result === 'object' ? (result as CsvEntry) : { [only]: result };
    return formatRow(cellsOf(entry));
  });
  return encoder.encode(formatRow(nameColumns(members, parameters)) + rows.join(''));
}
