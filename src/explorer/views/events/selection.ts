/** Determines which events an address selects, by the core's definitions: the requests for the selection and for all unfiltered rows. */

import { flag } from '../../../core/contract/codecs.ts';
import type { Listing } from '../../../core/contract/collection.ts';
import type { Filter } from '../../../core/contract/filters.ts';
import { FORMAT, PAGE, PAGE_SIZE } from '../../../core/contract/parameters.ts';
import { parseFilterQuery } from '../../../core/contract/query.ts';
import type { RunEntry } from '../../../core/contract/wire.ts';
import { selectAll } from '../../../core/listing/select.ts';
import type { Release } from '../../../core/release/release.ts';
import {
  type Address,
  parametersOf,
  pathOf,
  withoutNames,
  withParameters,
  withSettings,
} from '../../address/address.ts';
import { LAST_VERSION, RELEASE } from '../../address/event-requests.ts';
import type { EventSettings } from '../../address/settings.ts';
import type { EventRow } from '../../event-data/rows.ts';
import { formatRange, type Offer, type RangeFilter } from './offer.ts';

/** The catalogs that a request names. */
export const listReleases = (target: string): readonly string[] =>
  (parametersOf(target).get(RELEASE) ?? '').split(',').filter((name) => name !== '');

/** True if a request asks for last versions only. `lastver=false` does not. */
export function asksForLastVersions(target: string): boolean {
  const given = parametersOf(target).get(LAST_VERSION);
  return given !== null && flag.parse(given) === true;
}

/** True for filters that select all entries and change only the members shown, such as `include-default-parameters`. */
const selectsAll = ({ lineSet }: Filter): boolean => lineSet !== undefined;

const listFilters = (listing: Listing | null): readonly Filter[] => [...(listing?.filters.values() ?? [])];

/** The request that determines the selected rows: the request in the address, without parameters that change only the format. */
export function selectionTarget(target: string, listing: Listing | null): string {
  const names = [...listFilters(listing).filter(selectsAll), PAGE, PAGE_SIZE, FORMAT].map(({ name }) => name);
  return withParameters(target, withoutNames(names));
}

/** The request for all rows: the same catalogs, unfiltered. Which version is an event's last one depends on the filters. */
export function unfilteredTarget(target: string): string {
  const release = parametersOf(target).get(RELEASE);
  return withParameters(pathOf(target), release === null ? {} : { [RELEASE]: release });
}

/** The request for the values shown, for sharing and export. */
export function exportTarget(target: string, listing: Listing | null): string {
  const shown = listFilters(listing).filter(selectsAll);
  const changes = shown.map(({ name, codec }) => [name, codec.format(true)]);
  return withParameters(selectionTarget(target, listing), Object.fromEntries(changes));
}

/** True if a request has an end of a range. */
export const hasRange = (target: string, { min, max }: RangeFilter): boolean =>
  [min, max].some(({ name }) => parametersOf(target).has(name));

/** The ranges of a request that also let events pass that lack the value. */
export const joinedRanges = (
  target: string,
  { ranges }: Pick<Offer, 'ranges'>,
  { missing }: Pick<EventSettings, 'missing'>,
): readonly RangeFilter[] =>
  ranges.filter((range) => hasRange(target, range) && missing?.includes(range.quantity.name));

/** Changes whether the events that lack a quantity pass its filter. */
export function setJoined(now: Address, quantity: string, isJoined: boolean): Address {
  const others = (now.view.missing ?? '').split(',').filter((name) => name !== '' && name !== quantity);
  return withSettings(now, { missing: [...others, ...(isJoined ? [quantity] : [])].join() });
}

/** A request without some of its ranges. */
export const withoutRanges = (target: string, ranges: readonly RangeFilter[]): string =>
  withParameters(target, withoutNames(ranges.flatMap(({ min, max }) => [min.name, max.name])));

/** Finds the versions that a valid request selects, by the core's index, which is loaded with the versions. `all` are in the API's order. */
export const createFinder =
  ({ listing }: Pick<Offer, 'listing'>, { loaded }: Pick<Release, 'loaded'>, all: readonly EventRow[]) =>
  (target: string): readonly EventRow[] => {
    const index = loaded('event-versions');
    if (listing === null || index === undefined) return [];
    const positions = selectAll(index, parseFilterQuery(listing, [], [...parametersOf(target)]), []);
    return [...positions].flatMap((position) => all[position] ?? []);
  };

/** The request for all rows that a single range of a request selects. */
function rangeTarget(target: string, { min, max }: RangeFilter): string {
  const given = parametersOf(target);
  const ends = [min.name, max.name].map((name) => [name, given.get(name)]);
  return withParameters(unfilteredTarget(target), Object.fromEntries(ends));
}

const lacksAny = (row: EventRow, ranges: readonly RangeFilter[]): boolean =>
  ranges.some(({ quantity }) => quantity.read(row) === undefined);

/** The rows without a value for one of the ranges. */
export const listLacking = (rows: readonly EventRow[], joined: readonly RangeFilter[]): ReadonlySet<EventRow> =>
  new Set(rows.filter((row) => lacksAny(row, joined)));

/** Selects an address's versions. `requested`: the versions that pass every filter except the joined ranges. */
export function selectRows(
  target: string,
  joined: readonly RangeFilter[],
  find: ReturnType<typeof createFinder>,
  requested = find(withoutRanges(target, joined)),
): readonly EventRow[] {
  const passing = joined.map((range) => new Set(find(rangeTarget(target, range))));
  return requested.filter((row) => joined.every((range, n) => passing[n]?.has(row) || lacksAny(row, [range])));
}

/** The run whose start and end match the time range in an address. */
export const findRun = (runs: readonly RunEntry[], range: RangeFilter, target: string): RunEntry | undefined =>
  runs.find(({ gps_start, gps_end }) =>
    Object.entries(formatRange(range, [gps_start, gps_end])).every(
      ([name, value]) => parametersOf(target).get(name) === value,
    ),
  );
