/**
 * The content of the events view, using the core's definitions: rows of all event versions with their parameters, the selected
 * ones, columns, and the filters of the listing. Pure.
 */

import { allListings, type Filter, type Listing } from '../../../core/contract/collection.ts';
import {
  FORMAT,
  hyphenForm,
  looksLikeRangeFilter,
  nameRangeFilter,
  PAGE,
  PAGE_SIZE,
} from '../../../core/contract/parameters.ts';
import { isPathOf } from '../../../core/contract/resolve-path.ts';
import type { EventEntry, EventVersionEntry, ParameterObject } from '../../../core/contract/wire.ts';
import type { Release } from '../../../core/handler/release.ts';
import { type Address, parametersOf, segmentsOf, withParameters } from '../../address/address.ts';
import { explanationText, parameterTitle } from '../../parts/format.ts';

/** Requests all event versions with their parameters. Rows are made from it once per release. */
export const ALL_PATH = 'event-versions';
export const ALL_TARGET = `${ALL_PATH}?include-default-parameters=true`;

export interface EventRow {
  /** The short name, which is the id of the record. */
  readonly id: string;
  readonly entry: EventVersionEntry;
  /** By name in underscore form. */
  readonly values: ReadonlyMap<string, ParameterObject>;
}

export function makeRows(entries: readonly EventVersionEntry[]): ReadonlyMap<string, EventRow> {
  return new Map(
    entries.map((entry) => {
      const values = new Map((entry.default_parameters ?? []).map((value) => [value.name, value]));
      return [entry.shortName, { id: entry.shortName, entry, values }];
    }),
  );
}

/** The members used from entries of a listing of event versions or events. */
export type FoundEntry = Pick<EventVersionEntry, 'shortName'> | Pick<EventEntry, 'name' | 'versions'>;

/** The detectors that a setting of the view asks for. */
export const listDetectors = ({ detectors = '' }: Address['view']): readonly string[] =>
  detectors === '' ? [] : detectors.split(',');

/** The rows for a listing's entries with data of all given detectors, in order; for an event, the row of its last version. */
export function selectRows(
  found: readonly FoundEntry[],
  rows: ReadonlyMap<string, EventRow>,
  detectors: readonly string[],
): readonly EventRow[] {
  return found.flatMap((entry) => {
    const id = 'shortName' in entry ? entry.shortName : `${entry.name}-v${entry.versions.at(-1)?.version}`;
    const row = rows.get(id);
    return row && detectors.every((detector) => row.entry.detectors.includes(detector)) ? row : [];
  });
}

/** True for filters that select all entries and only change what is shown of them, such as `include-default-parameters`. */
function selectsAll(filter: Filter): boolean {
  return filter.codec.kind === 'flag' && filter.match(true).test === 'variant';
}

const listFilters = (listing: Listing | null): readonly Filter[] => [...(listing?.filters.values() ?? [])];

/** The request that determines the selected rows: the request of the address, without parameters that only change the format. */
export function selectionTarget(target: string, listing: Listing | null): string {
  const names = [...listFilters(listing).filter(selectsAll), PAGE, PAGE_SIZE, FORMAT].map(({ name }) => name);
  return withParameters(target, Object.fromEntries(names.map((name) => [name, null])));
}

/** The request for the values that are shown, for sharing and export. */
export function exportTarget(target: string, listing: Listing | null): string {
  const shown = listFilters(listing).filter(selectsAll);
  const changes = shown.map(({ name, codec }) => [name, codec.format(true)]);
  return withParameters(selectionTarget(target, listing), Object.fromEntries(changes));
}

/** The listing that a request is for; null if its path has none. */
export function findListing(target: string, { collections }: Pick<Release, 'collections'>): Listing | null {
  return allListings(collections).find((listing) => isPathOf(listing, segmentsOf(target))) ?? null;
}

/** A quantity with a smallest and a largest value to choose. */
export interface RangeFilter {
  /** As in filter names: `mass-1-source`. */
  readonly name: string;
  readonly unit: string;
  readonly min: Filter;
  readonly max: Filter;
  /** The parameters for both ends. */
  format(low: number, high: number): Readonly<Record<string, string>>;
}

/** The kinds of filters that have a control of their own, in the order in which they are shown. */
const SINGLE_KINDS = ['text', 'flag', 'list'] as const;

/** The filters of a listing: those with a control of their own, and ranges. */
export interface Filters {
  readonly single: readonly Filter[];
  readonly ranges: readonly RangeFilter[];
}

export function groupFilters(listing: Listing | null): Filters {
  const all = listFilters(listing);
  const minimum = nameRangeFilter('min', '');
  const ranges = all
    .filter(({ name }) => looksLikeRangeFilter(name) && name.startsWith(minimum))
    .flatMap((min): RangeFilter[] => {
      const name = min.name.slice(minimum.length);
      const max = listing?.filters.get(nameRangeFilter('max', name));
      const format: RangeFilter['format'] = (low, high) =>
        Object.fromEntries([min, max as Filter].map((one, n) => [one.name, one.codec.format(n === 0 ? low : high)]));
      return max === undefined ? [] : [{ name, unit: min.unit ?? '', min, max, format }];
    });
  const single = SINGLE_KINDS.flatMap((kind) => all.filter(({ codec }) => codec.kind === kind));
  return { single: single.filter((filter) => !selectsAll(filter)), ranges };
}

/** The parameters of each control: one, or both ends of a range. */
const listParameters = ({ single, ranges }: Filters): readonly (readonly string[])[] => [
  ...single.map(({ name }) => [name]),
  ...ranges.map(({ min, max }) => [min.name, max.name]),
];

export const filterNames = (filters: Filters): readonly string[] => listParameters(filters).flat();

/** The number of filters that an address has; a range counts once. */
export function countSet(filters: Filters, { target, view }: Address): number {
  const given = parametersOf(target);
  const set = listParameters(filters).filter((names) => names.some((name) => given.has(name)));
  return set.length + Math.min(1, listDetectors(view).length);
}

/** A column of the table: a text, or a quantity. */
export interface EventColumn {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  /** Description in the vocabulary, with the unit. */
  readonly explanation?: string;
  /** Name of the parameter in underscore form, if it is one. */
  readonly parameter?: string;
  readonly isText?: true;
  /** What rows are sorted by; undefined if the row lacks it. */
  read(row: EventRow): number | string | undefined;
}

/** A quantity of rows: a parameter, or the time. It is named like its range filter. */
export interface Quantity extends EventColumn {
  readonly isText?: never;
  read(row: EventRow): number | undefined;
}

/** The values of a quantity that rows have. */
export const listValues = (rows: readonly EventRow[], { read }: Quantity): number[] =>
  rows.flatMap((row) => read(row) ?? []);

/** The quantity that is not a parameter. */
export const TIME: Quantity = { name: 'gps-time', title: 'Time', unit: 's', read: ({ entry }) => entry.gps };

/** All quantities of the vocabulary, time last. */
export function listQuantities({ data }: Pick<Release, 'data'>): readonly Quantity[] {
  const parameters = data.vocabulary.parameters.map(({ name, unit, description }) => ({
    name: hyphenForm(name),
    title: parameterTitle(name),
    unit,
    explanation: explanationText(description, unit),
    parameter: name,
    read: ({ values }: EventRow) => values.get(name)?.best,
  }));
  return [...parameters, TIME];
}

const text = (name: string, title: string, read: (row: EventRow) => string): EventColumn => ({
  ...{ name, title, unit: '', read },
  isText: true,
});

/** The column that names the row. */
export const NAME = text('name', 'Event version', ({ id }) => id);
const TEXTS = [
  NAME,
  text('catalog', 'Catalog', ({ entry }) => entry.catalog),
  text('detectors', 'Detectors', ({ entry }) => entry.detectors.join(' ')),
];

/** The columns shown by default: first what sets events apart, then when, where and by whom they were found. */
const FIRST_COLUMNS: readonly string[] = [
  ...['name', 'mass-1-source', 'mass-2-source', 'luminosity-distance', 'network-matched-filter-snr', 'far', 'p-astro'],
  ...['gps-time', 'detectors', 'catalog'],
];

/** All available columns in order: the default ones, then the others. */
export function listColumns(quantities: readonly Quantity[]): readonly EventColumn[] {
  const all = [...TEXTS, ...quantities];
  const first = FIRST_COLUMNS.flatMap((name) => all.find((column) => column.name === name) ?? []);
  return [...new Set([...first, ...all])];
}

/** The columns in a setting such as `name,far`; the default ones without a setting. The name is always included. */
export function chosenColumns(setting: string | undefined, all: readonly EventColumn[]): readonly EventColumn[] {
  const names = setting === undefined ? FIRST_COLUMNS : [NAME.name, ...setting.split(',')];
  return all.filter(({ name }) => names.includes(name));
}

/** Sorts rows by a setting: `far`, or `-far` for descending order. Rows without the value are always last. */
export function sortRows(
  rows: readonly EventRow[],
  setting: string | undefined,
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
