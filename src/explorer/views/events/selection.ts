/**
 * Determines which events an address selects, using the core's definitions: the requests for the selection and for all unfiltered rows, the listing's
 * filters, and a naive test of these filters that counts the rows another filter would select. Pure.
 */

import { flag } from '../../../core/contract/codecs.ts';
import { allListings, type Filter, type Listing } from '../../../core/contract/collection.ts';
import { FORMAT, looksLikeRangeFilter, nameRangeFilter, PAGE, PAGE_SIZE } from '../../../core/contract/parameters.ts';
import { isPathOf } from '../../../core/contract/resolve-path.ts';
import type { RunEntry } from '../../../core/contract/wire.ts';
import type { Release } from '../../../core/handler/release.ts';
import {
  type Address,
  parametersOf,
  pathOf,
  segmentsOf,
  withoutNames,
  withParameters,
  withSettings,
} from '../../address/address.ts';
import type { Quantity } from './columns.ts';
import { countEvents, type EventRow } from './rows.ts';
import type { EventSettings } from './settings.ts';

/** The parameter that chooses the catalogs. All other filters hide events. */
export const RELEASE = 'release';
export const LAST_VERSION = 'lastver';

/** The setting that hides events, because the API has no such filter: only events with data from all detectors are shown. */
const DETECTORS = 'detectors';

/** The catalogs that a request names. */
export const listReleases = (target: string): readonly string[] =>
  (parametersOf(target).get(RELEASE) ?? '').split(',').filter((name) => name !== '');

/** True if a request asks for last versions only. `lastver=false` does not. */
export function asksForLastVersions(target: string): boolean {
  const given = parametersOf(target).get(LAST_VERSION);
  return given !== null && flag.parse(given) === true;
}

/** True for filters that select all entries and change only the members shown, such as `include-default-parameters`. */
function selectsAll(filter: Filter): boolean {
  return filter.codec.kind === 'flag' && filter.match(true).test === 'variant';
}

const listFilters = (listing: Listing | null): readonly Filter[] => [...(listing?.filters.values() ?? [])];

/** The request that determines the selected rows: the request in the address, without parameters that change only the format. */
export function selectionTarget(target: string, listing: Listing | null): string {
  const names = [...listFilters(listing).filter(selectsAll), PAGE, PAGE_SIZE, FORMAT].map(({ name }) => name);
  return withParameters(target, withoutNames(names));
}

/** The request for all rows: the same catalogs, unfiltered. Which version is an event's last one depends on the filters. */
export function poolTarget(target: string): string {
  const release = parametersOf(target).get(RELEASE);
  return withParameters(pathOf(target), release === null ? {} : { [RELEASE]: release });
}

/** The request for the values shown, for sharing and export. */
export function exportTarget(target: string, listing: Listing | null): string {
  const shown = listFilters(listing).filter(selectsAll);
  const changes = shown.map(({ name, codec }) => [name, codec.format(true)]);
  return withParameters(selectionTarget(target, listing), Object.fromEntries(changes));
}

/** The listing that a request is for; null if its path is not a listing. */
export function findListing(target: string, { collections }: Pick<Release, 'collections'>): Listing | null {
  return allListings(collections).find((listing) => isPathOf(listing, segmentsOf(target))) ?? null;
}

/** A quantity whose smallest and largest values can be chosen. */
export interface RangeFilter {
  /** The name as used in filter names: `mass-1-source`. */
  readonly name: string;
  readonly unit: string;
  readonly min: Filter;
  readonly max: Filter;
  /** The parameters for the two ends. */
  format(low: number, high: number): Readonly<Record<string, string>>;
}

/** A listing's filters: by text, by catalogs, and by ranges. */
export interface Filters {
  readonly text: Filter | undefined;
  readonly release: Filter | undefined;
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
      if (max === undefined) return [];
      const format: RangeFilter['format'] = (low, high) => ({
        [min.name]: min.codec.format(low),
        [max.name]: max.codec.format(high),
      });
      return [{ name, unit: min.unit ?? '', min, max, format }];
    });
  return {
    text: all.find(({ codec }) => codec.kind === 'text'),
    release: all.find(({ name }) => name === RELEASE),
    ranges,
  };
}

/** The parameters that hide events in a catalog. */
export const narrowingNames = ({ text, ranges }: Filters): readonly string[] => [
  ...(text === undefined ? [] : [text.name]),
  ...ranges.flatMap(({ min, max }) => [min.name, max.name]),
];

/** True if an address has parameters or settings that hide events. */
export function isNarrowed({ target, view }: Address, hiding: readonly string[]): boolean {
  const given = parametersOf(target);
  return hiding.some((name) => given.has(name)) || Object.hasOwn(view, DETECTORS);
}

/** The address without the parameters and settings that hide events. */
export function withoutFilters({ target, view }: Address, hiding: readonly string[]): Address {
  return withSettings({ target: withParameters(target, withoutNames(hiding)), view }, { [DETECTORS]: null });
}

/**
 * True if a row passes the filters of a request. The selection itself comes from the API; this test counts what each preset would select,
 * without a request per preset.
 */
export function passes(
  row: EventRow,
  given: URLSearchParams,
  { text, ranges }: Filters,
  quantities: readonly Quantity[],
): boolean {
  const part = text && given.get(text.name);
  if (part && !row.entry.name.toLowerCase().includes(part.toLowerCase())) return false;
  return ranges.every(({ name, min, max }) => {
    const [low, high] = [given.get(min.name), given.get(max.name)];
    if (low === null && high === null) return true;
    const value = quantities.find((one) => one.name === name)?.read(row);
    return value !== undefined && value >= Number(low ?? -Infinity) && value <= Number(high ?? Infinity);
  });
}

/** True if a row passes the view setting that hides events. */
export const passesSettings = ({ entry }: EventRow, { detectors }: Pick<EventSettings, typeof DETECTORS>): boolean =>
  (detectors ?? []).every((detector) => entry.detectors.includes(detector));

/** The filtered quantities for which some of the hidden rows have no value, and the number of events among those rows. */
export function countUnpublished(
  hidden: readonly EventRow[],
  given: URLSearchParams,
  { ranges }: Filters,
  quantities: readonly Quantity[],
) {
  const narrowed = ranges.filter(({ min, max }) => given.has(min.name) || given.has(max.name)).map(({ name }) => name);
  const lacks = (row: EventRow, { read }: Quantity) => read(row) === undefined;
  const found = quantities.filter((one) => narrowed.includes(one.name) && hidden.some((row) => lacks(row, one)));
  const lacking = hidden.filter((row) => found.some((one) => lacks(row, one)));
  return { titles: found.map(({ title }) => title), count: countEvents(lacking) };
}

/** The run whose start and end match the time range in an address. */
export function runGiven(runs: readonly RunEntry[], range: RangeFilter, given: URLSearchParams) {
  return runs.find(({ gps_start, gps_end }) =>
    Object.entries(range.format(gps_start, gps_end)).every(([name, value]) => given.get(name) === value),
  );
}
