/** Determines which events an address selects, by the core's definitions: the requests for the selection and for all unfiltered rows. Pure. */

import { flag } from '../../../core/contract/codecs.ts';
import type { Filter, Listing } from '../../../core/contract/collection.ts';
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
import type { Quantity } from '../../event-data/columns.ts';
import { countEvents, type EventRow } from '../../event-data/rows.ts';
import type { Filters, RangeFilter } from './offer.ts';

/** The parameter that chooses the catalogs. All other filters hide events. */
export const RELEASE = 'release';
export const LAST_VERSION = 'lastver';

/** The settings that hide events, because the API has no filter for detectors. */
const DETECTOR_SETTINGS = ['detectors', 'only'] as const;
export type DetectorSettings = Pick<EventSettings, (typeof DETECTOR_SETTINGS)[number]>;

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
  return hiding.some((name) => given.has(name)) || DETECTOR_SETTINGS.some((name) => Object.hasOwn(view, name));
}

/** The address without the parameters and settings that hide events. */
export function withoutFilters({ target, view }: Address, hiding: readonly string[]): Address {
  return withSettings({ target: withParameters(target, withoutNames(hiding)), view }, withoutNames(DETECTOR_SETTINGS));
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

/** True if a row passes the view settings that hide events. */
export function passesSettings({ entry }: EventRow, { detectors, only }: DetectorSettings): boolean {
  if (only === 'one' && entry.detectors.length !== 1) return false;
  const chosen = detectors ?? [];
  const isExact = only === 'these' && chosen.length > 0;
  return chosen.every((one) => entry.detectors.includes(one)) && (!isExact || entry.detectors.length === chosen.length);
}

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
