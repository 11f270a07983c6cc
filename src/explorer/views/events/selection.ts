/** Determines which events an address selects, by the core's definitions: the requests for the selection and for all unfiltered rows. */

import { flag } from '../../../core/contract/codecs.ts';
import type { Listing } from '../../../core/contract/collection.ts';
import type { Filter } from '../../../core/contract/filters.ts';
import { FORMAT, PAGE, PAGE_SIZE } from '../../../core/contract/parameters.ts';
import type { RunEntry } from '../../../core/contract/wire.ts';
import type { Release } from '../../../core/handler/release.ts';
import {
  type Address,
  parametersOf,
  pathOf,
  withoutNames,
  withParameters,
  withSettings,
} from '../../address/address.ts';
import type { EventSettings } from '../../address/settings.ts';
import type { EventRow } from '../../event-data/rows.ts';
import type { Filters, RangeFilter } from './offer.ts';

/** The parameter that chooses the catalogs. All other filters hide events. */
export const RELEASE = 'release';
export const LAST_VERSION = 'lastver';

/** The settings that hide events, because the API has no filters for detectors and types. */
const HIDING_SETTINGS = ['detectors', 'only', 'types'] as const;
export type HidingSettings = Pick<EventSettings, (typeof HIDING_SETTINGS)[number]>;

/** The catalogs that a request names. */
export const listReleases = (target: string): readonly string[] =>
  (parametersOf(target).get(RELEASE) ?? '').split(',').filter((name) => name !== '');

/** True if a request asks for last versions only. `lastver=false` does not. */
export function asksForLastVersions(target: string): boolean {
  const given = parametersOf(target).get(LAST_VERSION);
  return given !== null && flag.parse(given) === true;
}

/** True for filters that select all entries and change only the members shown, such as `include-default-parameters`. */
const selectsAll = ({ lines }: Filter): boolean => lines !== undefined;

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

/** True if an address has parameters or settings that hide events. */
export function isNarrowed({ target, view }: Address, hiding: readonly string[]): boolean {
  const given = parametersOf(target);
  return hiding.some((name) => given.has(name)) || HIDING_SETTINGS.some((name) => Object.hasOwn(view, name));
}

/** The address without the parameters and settings that hide events. */
export function withoutFilters({ target, view }: Address, hiding: readonly string[]): Address {
  return withSettings(
    { target: withParameters(target, withoutNames(hiding)), view },
    withoutNames([...HIDING_SETTINGS, 'missing']),
  );
}

/** The rows that a request for event versions selects, by the core's index; null if the index is not loaded. `all` are in the API's order. */
export function selectRows(
  target: string,
  listing: Listing | null,
  { loaded }: Pick<Release, 'loaded'>,
  all: readonly EventRow[],
): readonly EventRow[] | null {
  const given = parametersOf(target);
  const conditions = listFilters(listing).flatMap(({ name, codec, match }) => {
    const text = given.get(name);
    const value = text === null ? undefined : codec.parse(text);
    return value === undefined ? [] : (match(value) ?? []);
  });
  const found = loaded('event-versions')?.select(conditions);
  return found ? [...found.positions].flatMap((position) => all[position] ?? []) : null;
}

/** The type of a row as a setting has it. */
const typeSetting = ({ type }: Pick<EventRow, 'type'>) => type ?? 'none';

/** True if a row passes the view settings that hide events. */
export function passesSettings(row: EventRow, { detectors, only, types }: HidingSettings): boolean {
  const own = row.entry.detectors;
  if (only === 'one' && own.length !== 1) return false;
  if (types !== null && types.length > 0 && !types.includes(typeSetting(row))) return false;
  const chosen = detectors ?? [];
  const isExact = only === 'these' && chosen.length > 0;
  return chosen.every((one) => own.includes(one)) && (!isExact || own.length === chosen.length);
}

const endsOf = ({ min, max }: RangeFilter): readonly string[] => [min.name, max.name];

/** The ranges of a request. */
export const rangesGiven = (target: string, { ranges }: Filters): readonly RangeFilter[] => {
  const given = parametersOf(target);
  return ranges.filter((range) => endsOf(range).some((name) => given.has(name)));
};

/** The ranges that also let events pass that lack the value. */
export const rangesJoined = (
  target: string,
  filters: Filters,
  { missing }: Pick<EventSettings, 'missing'>,
): readonly RangeFilter[] => rangesGiven(target, filters).filter(({ name }) => missing?.includes(name));

/** A request without some of its ranges. */
export const withoutRanges = (target: string, ranges: readonly RangeFilter[]): string =>
  withParameters(target, withoutNames(ranges.flatMap(endsOf)));

/** The request for all rows that a single range of a request selects. */
export function rangeTarget(target: string, range: RangeFilter): string {
  const given = parametersOf(target);
  return withParameters(
    unfilteredTarget(target),
    Object.fromEntries(endsOf(range).map((name) => [name, given.get(name)])),
  );
}

/** The run whose start and end match the time range in an address. */
export function runGiven(runs: readonly RunEntry[], range: RangeFilter, given: URLSearchParams) {
  return runs.find(({ gps_start, gps_end }) =>
    Object.entries(range.format(gps_start, gps_end)).every(([name, value]) => given.get(name) === value),
  );
}
