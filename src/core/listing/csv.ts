/**
 * Converts the composed body of a JSON page to CSV (RFC 4180): UTF-8, with a header line and one row for each entry.
 *
 * Members become columns. Null and missing values become empty cells; lists are joined with `|`; a list of objects stays JSON. A list of
 * parameter objects becomes four columns for each parameter in the catalogue, and `import` can read these columns. The columns depend on
 * the line set, not on the entries. Downloads use the same cells.
 */

import { floatText } from '../base/float-text.ts';
import type { Vocabulary } from '../contract/collection.ts';
import { type Compatibility, legacyParameters } from '../contract/compatibility.ts';
import { PARAMETER_COLUMNS } from '../contract/parameter-forms.ts';
import type { Envelope, ParameterObject } from '../contract/wire.ts';
import { parseBody } from './compose.ts';

/** Members that are lists of parameter objects. */
export const PARAMETER_LISTS: readonly string[] = ['default_parameters', 'parameters'];
/** The members that bodies write as floats. Parsing loses the form of integers among them. */
export const FLOATS: readonly string[] = ['gps', 'best', 'upper_error', 'lower_error'];

/** The parameters in a table, by name, and the endings of each parameter's columns. */
interface ParameterColumns {
  readonly names: readonly string[];
  readonly endings: readonly string[];
}

/** The service has the parameters in the order of its older interfaces, and no limits. */
function parameterColumns(parameters: Vocabulary['parameters'], compatibility: Compatibility): ParameterColumns {
  const names = parameters.map(({ name }) => name);
  if (compatibility === 'specification') return { names, endings: PARAMETER_COLUMNS };
  return { names: legacyParameters(names), endings: PARAMETER_COLUMNS.filter((ending) => ending !== '_limit') };
}

export type CsvCell = string | number | boolean | null;
export type CsvEntry = Readonly<Record<string, unknown>>;

/** The columns for entries with these members. */
export function nameColumns(
  members: readonly string[],
  parameters: Vocabulary['parameters'],
  compatibility: Compatibility,
): string[] {
  const { names, endings } = parameterColumns(parameters, compatibility);
  return members.flatMap((member) => {
    if (!PARAMETER_LISTS.includes(member)) return [member];
    return names.flatMap((name) => endings.map((ending) => name + ending));
  });
}

const floatCell = (value: number | null): CsvCell => (value === null ? null : floatText(value));

function cellOf(value: unknown): CsvCell {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'object') return value as CsvCell;
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  return isPlainList ? value.join('|') : JSON.stringify(value);
}

function parameterCells(objects: readonly ParameterObject[], { names, endings }: ParameterColumns): CsvCell[] {
  const cells: CsvCell[] = [];
  for (const name of names) {
    const found = objects.find((one) => one.name === name);
    if (found) cells.push(floatCell(found.best), floatCell(found.lower_error), floatCell(found.upper_error));
    else cells.push(null, null, null);
    if (endings.length < PARAMETER_COLUMNS.length) continue;
    cells.push(found?.is_upper_limit ? 'upper' : found?.is_lower_limit ? 'lower' : null);
  }
  return cells;
}

/** Creates the function that returns an entry's cells, one for each column. */
export function createCellReader(
  members: readonly string[],
  parameters: Vocabulary['parameters'],
  compatibility: Compatibility,
): (entry: CsvEntry) => CsvCell[] {
  const inTable = parameterColumns(parameters, compatibility);
  const readers = members.map((member) => {
    return { member, isList: PARAMETER_LISTS.includes(member), isFloat: FLOATS.includes(member) };
  });
  return (entry) => {
    const cells: CsvCell[] = [];
    for (const { member, isList, isFloat } of readers) {
      const value = entry[member];
      if (isList) cells.push(...parameterCells((value ?? []) as readonly ParameterObject[], inTable));
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
 * Throws SiteDamagedError if the body is truncated.
 */
export function toCsv(
  json: Uint8Array,
  members: readonly string[],
  parameters: Vocabulary['parameters'],
  compatibility: Compatibility,
): Uint8Array {
  const { results } = parseBody(json) as Envelope<unknown>;
  const [only = ''] = members;
  const cellsOf = createCellReader(members, parameters, compatibility);
  const rows = results.map((result) => {
    const entry = typeof result === 'object' ? (result as CsvEntry) : { [only]: result };
    return formatRow(cellsOf(entry));
  });
  return encoder.encode(formatRow(nameColumns(members, parameters, compatibility)) + rows.join(''));
}
