/** Columns for the table and quantities for the plots, from the catalogue's vocabulary. */

import { hyphenForm, nameRangeFilter } from '../../core/contract/parameters.ts';
import type { ParameterObject } from '../../core/contract/wire.ts';
import type { Release } from '../../core/release/release.ts';
import { withParameters } from '../address/address.ts';
import { MASS_RATIO_NAME, type TEXT_COLUMNS } from '../address/settings.ts';
import { type Extent, roundOutwards } from '../charts/scale.ts';
import { explanationText, unitText } from '../text/format.ts';
import { axisName, frameOf, menuName, possibleOf, shortName } from '../text/parameter-names.ts';
import { type Limit, limitOf } from '../text/values.ts';
import { hasMasses, MASSES, massRatio } from './binaries.ts';
import type { EventRow } from './rows.ts';

interface Titled {
  readonly name: string;
  /** Title in menus and sentences. */
  readonly title: string;
  /** Title in column heads, beside the unit. */
  readonly short: string;
  /** Empty for pure numbers. */
  readonly unit: string;
  /** The frame of a mass. */
  readonly frame?: string;
  /** Title on an axis. */
  readonly axis?: string;
  /** Description from the vocabulary, with the unit. */
  readonly explanation?: string;
}

interface TextColumn extends Titled {
  /** How the column looks. */
  readonly kind: 'name' | 'version' | 'type' | 'text';
  /** The text or number to sort by; undefined if the row has none. */
  read(row: EventRow): string | number | undefined;
}

/** A quantity that rows have. It has the same name as its range filter, if there is one. Only values of parameters have errors and limits. */
export type Quantity = Titled & {
  read(row: EventRow): number | undefined;
  /** The bounds of its possible values, if it has any. */
  readonly possible?: Extent | undefined;
} & (
    | { readonly kind: 'ratio' | 'time' }
    /** `parameter` is its name in underscore form. */
    | { readonly kind: 'parameter'; readonly parameter: string }
  );

/** A table column. */
export type EventColumn = TextColumn | Quantity;

const isText = ({ kind }: Pick<EventColumn, 'kind'>): boolean => !['parameter', 'ratio', 'time'].includes(kind);

/** The values that rows have for a quantity. */
export const listValues = (rows: readonly EventRow[], { read }: Quantity): number[] =>
  rows.flatMap((row) => read(row) ?? []);

/** The row's value of a parameter, with its errors. Undefined for other columns. */
export const publishedValue = ({ values }: EventRow, column: EventColumn): ParameterObject | undefined =>
  column.kind === 'parameter' ? values.get(column.parameter) : undefined;

/** Whether the row's value is a limit. */
export function limitIn(row: EventRow, column: EventColumn): Limit {
  const value = publishedValue(row, column);
  return value === undefined ? '' : limitOf(value);
}

export const TIME: Quantity = {
  kind: 'time',
  name: 'gps-time',
  title: 'Time',
  short: 'Time',
  unit: 's',
  read: ({ entry }) => entry.gps,
};

/** Restricts a request for events to a time, in GPS seconds. Every view selects events by time. */
export const duringTarget = (target: string, { start, stop }: { start: number; stop: number }): string =>
  withParameters(target, {
    [nameRangeFilter('min', TIME.name)]: String(start),
    [nameRangeFilter('max', TIME.name)]: String(stop),
  });

/** Rounds a range outwards to whole seconds or three digits. Values inside the drawn range are inside the rounded range. */
export const roundRange = (quantity: Quantity, [low, high]: Extent): Extent =>
  quantity === TIME ? [Math.floor(low), Math.ceil(high)] : roundOutwards([low, high]);

/** The names of both masses in the source frame, the larger mass first. */
export const MASS_NAMES: readonly [string, string] = [hyphenForm(MASSES[0]), hyphenForm(MASSES[1])];

/** Mass 2 divided by mass 1. The API has no such parameter, so there is no filter for it. */
export const MASS_RATIO: Quantity = {
  kind: 'ratio',
  name: MASS_RATIO_NAME,
  title: 'Mass ratio q',
  short: 'q',
  unit: '',
  explanation: 'm2/m1 of medians: the published mass 2 divided by the published mass 1.',
  possible: [0, 1],
  read: ({ values }) => massRatio(values),
};

/** All quantities in the vocabulary, then the mass ratio, then the time. */
export function listQuantities({ data }: Pick<Release, 'data'>): readonly Quantity[] {
  const parameters = data.vocabulary.parameters.map(
    ({ name, unit, description }): Quantity => ({
      kind: 'parameter',
      name: hyphenForm(name),
      title: menuName(name),
      short: shortName(name),
      unit: unitText(unit),
      frame: frameOf(name),
      axis: axisName(name, unit),
      explanation: explanationText(description, unit),
      parameter: name,
      possible: possibleOf(name),
      read: ({ values }: EventRow) => values.get(name)?.best,
    }),
  );
  return [...parameters, ...(hasMasses(data.vocabulary) ? [MASS_RATIO] : []), TIME];
}

/** The quantities of a plot's axes: as set in the address; by default the masses, or the first quantities if there are no masses. */
export function chooseAxes(
  quantities: readonly Quantity[],
  set: { readonly x: string | null; readonly y: string | null },
) {
  const choose = (names: readonly (string | null)[], position: number): Quantity => {
    const found = names.flatMap((name) => quantities.find((quantity) => quantity.name === name) ?? []);
    return found[0] ?? quantities[position] ?? TIME;
  };
  return { x: choose([set.x, MASS_NAMES[0]], 0), y: choose([set.y, MASS_NAMES[1]], 1) };
}

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

/** Not "observed by": a file of strain does not say that its detector took part in the detection. */
export const STRAIN_FROM = 'Strain published from';

const text = (
  kind: TextColumn['kind'],
  name: (typeof TEXT_COLUMNS)[number],
  title: string,
  read: TextColumn['read'],
): TextColumn => ({
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
const FIRST_COLUMNS: readonly string[] = [
  'name',
  'type',
  ...MASS_NAMES,
  'luminosity-distance',
  'network-matched-filter-snr',
  'far',
  'p-astro',
  'gps-time',
  'detectors',
  'catalog',
];
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
