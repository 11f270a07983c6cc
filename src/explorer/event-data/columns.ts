/** The columns of the events table, and its order. */

import { FREQUENT, type Quantity, TIME, type Titled } from './quantities.ts';
import { STRAIN_FROM } from './row-settings.ts';
import type { EventRow } from './rows.ts';

interface TextColumn extends Titled {
  /** How the column looks. */
  readonly kind: 'name' | 'version' | 'type' | 'text';
  /** The text or number to sort by; undefined if the row has none. */
  read(row: EventRow): string | number | undefined;
}

/** A table column. */
export type EventColumn = TextColumn | Quantity;

const isText = ({ kind }: Pick<EventColumn, 'kind'>): boolean => ['name', 'version', 'type', 'text'].includes(kind);

/** The options of a menu of columns, by name: the columns for which any row has a value, and the chosen ones. */
export function columnOptions(columns: readonly EventColumn[], rows: readonly EventRow[], chosen: readonly string[]) {
  const offered = columns.filter(
    ({ name, read }) => chosen.includes(name) || rows.some((row) => read(row) !== undefined),
  );
  return {
    options: offered.map(({ name }) => name),
    titleOf: (name: string) => offered.find((one) => one.name === name)?.title ?? name,
  };
}

const text = (kind: TextColumn['kind'], name: string, title: string, read: TextColumn['read']): TextColumn => ({
  kind,
  name,
  title,
  short: title,
  unit: '',
  read,
});

/** The column that names the row. */
export const NAME = text('name', 'name', 'Event', ({ entry }) => entry.name);
/** Shown by default only if rows are versions. */
const VERSION = text('version', 'version', 'Version', ({ entry }) => entry.version);
const TEXTS = [
  NAME,
  VERSION,
  { ...text('type', 'type', 'Type', ({ type }) => type), unit: 'by mass' },
  text('text', 'detectors', STRAIN_FROM, ({ entry }) => entry.detectors.join(' ')),
  text('text', 'catalog', 'Catalog', ({ entry }) => entry.catalog),
];

/** The default columns: first the properties that distinguish events, then time, catalog and detectors. */
const FIRST_COLUMNS: readonly string[] = ['name', 'type', ...FREQUENT, TIME.name, 'detectors', 'catalog'];
const HAS_VERSIONS = FIRST_COLUMNS.toSpliced(1, 0, VERSION.name);

/** All available columns in order: the default columns, then the others. */
export function listColumns(quantities: readonly Quantity[]): readonly EventColumn[] {
  const all = [...TEXTS, ...quantities];
  const first = HAS_VERSIONS.flatMap((name) => all.find((column) => column.name === name) ?? []);
  return [...new Set([...first, ...all])];
}

/** The columns with the names in a setting; the default columns if the setting is missing. The name column is always included. */
export function chosenColumns(
  setting: readonly string[] | null,
  all: readonly EventColumn[],
  hasVersions = false,
): readonly EventColumn[] {
  const standard = hasVersions ? HAS_VERSIONS : FIRST_COLUMNS;
  const names = setting === null ? standard : [NAME.name, ...setting];
  return all.filter(({ name }) => names.includes(name));
}

/** Sorts rows by a setting: `far`, or `-far` for descending order. Rows that lack the value always come last. */
export function sortRows(
  rows: readonly EventRow[],
  setting: string | null,
  columns: readonly EventColumn[],
): readonly EventRow[] {
  const sign = setting?.startsWith('-') ? -1 : 1;
  const column = columns.find(({ name }) => name === setting?.replace(/^-/, ''));
  if (column === undefined) return rows;
  const keyed = rows.map((row) => ({ row, key: column.read(row) }));
  keyed.sort((a, b) => {
    if (a.key === undefined || b.key === undefined) return Number(a.key === undefined) - Number(b.key === undefined);
    return a.key === b.key ? 0 : a.key < b.key ? -sign : sign;
  });
  return keyed.map(({ row }) => row);
}

/** The API's order, which is the default. */
export const DEFAULT_ORDER = `-${TIME.name}`;

/**
 * The order after a click on a column head. For numbers, the first click sorts in descending order, the second reverses the order, and the
 * third resets it. For the default sort column, the first click reverses the order.
 */
export function nextOrder(column: Pick<EventColumn, 'name' | 'kind'>, sort: string | null): string | null {
  const [down, up] = [`-${column.name}`, column.name];
  const order = isText(column) ? [up, down, null] : down === DEFAULT_ORDER ? [up, null] : [down, up, null];
  return order[(order.indexOf(sort) + 1) % order.length] as string | null;
}
