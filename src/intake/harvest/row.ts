/** Rows of an import from the content of a service: the cells are texts, as in a CSV file. Pure. */
import type { CsvRow } from '../import/csv.ts';
import type { LeftOut } from '../import/plan.ts';
import type { Found } from './service.ts';
import { leftOutEntry, placeOf } from './service-problems.ts';

/** Collects rows of one kind, and entries that are left out. */
export interface RowSink {
  readonly rows: CsvRow[];
  readonly leftOut: LeftOut[];
}

/** Values by column; null and undefined are empty cells. */
export type Cells = Readonly<Record<string, unknown>>;

/** The service uses this in place of missing texts. */
const NOT_AVAILABLE = 'na';

/** The text of a cell; objects become JSON, which the checks of the import reject and show. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(cellOf).join('|');
  return typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
}

export function rowOf(found: Found, cells: Cells): CsvRow {
  const texts = new Map(Object.entries(cells).map(([column, value]) => [column, cellOf(value)]));
  return { place: placeOf(found), cell: (column) => texts.get(column) ?? '' };
}

/** The text of a value; undefined if it is empty or a placeholder. */
export function textOf(value: unknown): string | undefined {
  const text = cellOf(value);
  return text === '' || text === NOT_AVAILABLE ? undefined : text;
}

/** The strings in a list. */
export const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** True if a cell can hold the list. If an element contains the separator, the entry is left out. */
export function listIn(
  found: Found,
  member: string,
  label: string,
  values: readonly string[],
  leftOut: LeftOut[],
): boolean {
  const odd = values.find((value) => value.includes('|'));
  if (odd === undefined) return true;
  leftOut.push(leftOutEntry(found, member, label, `"${odd}" contains a |`, 'ask the service to correct it'));
  return false;
}
