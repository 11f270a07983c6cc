/** Rows of an import made of what a service says: the cells are texts, as in a CSV file. Pure. */
import type { CsvRow } from '../import/csv.ts';
import type { LeftOut } from '../import/plan.ts';
import { leftOutEntry, placeOf } from './misfits.ts';
import type { Found } from './service.ts';

/** Rows of one kind go here, and what is left out. */
export interface RowSink {
  readonly rows: CsvRow[];
  readonly leftOut: LeftOut[];
}

/** Values by column; null and undefined are empty cells. */
export type Cells = Readonly<Record<string, unknown>>;

/** Stands in many answers for a text that nobody has written. */
const NOT_AVAILABLE = 'na';

/** The text of a cell; what is no plain value is shown as JSON, so that the checks of the import name it. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(cellOf).join('|');
  return typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
}

export function rowOf(found: Found, cells: Cells): CsvRow {
  const texts = new Map(Object.entries(cells).map(([column, value]) => [column, cellOf(value)]));
  return { place: placeOf(found), cell: (column) => texts.get(column) ?? '' };
}

/** A text that says something; else undefined. */
export function textOf(value: unknown): string | undefined {
  const text = cellOf(value);
  return text === '' || text === NOT_AVAILABLE ? undefined : text;
}

/** The elements of a list that are texts. */
export const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** A list as a cell can hold it; where an element has what separates elements, the entry is left out. */
export function listIn(
  found: Found,
  member: string,
  label: string,
  values: readonly string[],
  leftOut: LeftOut[],
): boolean {
  const odd = values.find((value) => value.includes('|'));
  if (odd === undefined) return true;
  leftOut.push(leftOutEntry(found, member, label, `"${odd}" has a | in it`, 'ask the service to correct it'));
  return false;
}
