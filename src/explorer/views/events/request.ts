/** Requests for events as text: their catalogs, their ranges, and the requests that follow from them. */

import { flag } from '../../../core/contract/codecs.ts';
import type { RunEntry } from '../../../core/contract/wire.ts';
import {
  type Address,
  parametersOf,
  pathOf,
  segmentsOf,
  withoutNames,
  withParameters,
  withSettings,
} from '../../address/address.ts';
import { LAST_VERSION, RELEASE } from '../../address/event-requests.ts';
import type { Extent } from '../../charts/scale.ts';
import type { RangeFilter } from './offer.ts';

/** The catalogs that a request names. */
export const listReleases = (target: string): readonly string[] =>
  (parametersOf(target).get(RELEASE) ?? '').split(',').filter((name) => name !== '');

/** True if a request asks for last versions only. `lastver=false` does not. */
export function asksForLastVersions(target: string): boolean {
  const given = parametersOf(target).get(LAST_VERSION);
  return given !== null && flag.parse(given) === true;
}

/** The record that a list belongs to, such as `O3a`, on its page (`page`) or by the path of the request; null if it belongs to none. */
export const ownerOf = (target: string, page: string | null): string | null => segmentsOf(page ?? target)[1] ?? null;

/** The run or catalog that the listed events belong to, for file names: `O3a`, `gwtc`; `events` if there are several. */
export function originOf(target: string, page: string | null): string {
  const releases = listReleases(target);
  return ownerOf(target, page) ?? (releases.length === 1 ? (releases[0] as string).toLowerCase() : 'events');
}

/** The request for all rows: the same catalogs, unfiltered. Which version is an event's last one depends on the filters. */
export function unfilteredTarget(target: string): string {
  const release = parametersOf(target).get(RELEASE);
  return withParameters(pathOf(target), release === null ? {} : { [RELEASE]: release });
}

/** The parameters for the two ends of a range. */
export const formatRange = ({ min, max }: RangeFilter, [low, high]: Extent): Readonly<Record<string, string>> => ({
  [min.name]: min.codec.format(low),
  [max.name]: max.codec.format(high),
});

/** True if a request has an end of a range. */
export const hasRange = (target: string, { min, max }: RangeFilter): boolean =>
  [min, max].some(({ name }) => parametersOf(target).has(name));

/** The ranges of a request that also let events pass that lack the value. */
export const joinedRanges = (
  target: string,
  ranges: readonly RangeFilter[],
  missing: readonly string[] | null,
): readonly RangeFilter[] =>
  ranges.filter((range) => hasRange(target, range) && missing?.includes(range.quantity.name));

/** Changes whether the events that lack a quantity pass its filter. */
export function setJoined(now: Address, quantity: string, isJoined: boolean): Address {
  const others = (now.settings.missing ?? '').split(',').filter((name) => name !== '' && name !== quantity);
  return withSettings(now, { missing: [...others, ...(isJoined ? [quantity] : [])].join() });
}

/** Sets or removes ends of a range. Once it has none, its quantity is no longer among those whose missing values pass. */
export function withEnds(now: Address, range: RangeFilter, ends: Readonly<Record<string, string | null>>): Address {
  const next = { ...now, target: withParameters(now.target, ends) };
  return hasRange(next.target, range) ? next : setJoined(next, range.quantity.name, false);
}

/** Narrows a request to the events with a value in each of some ranges, in their newest versions: exactly those that a plot of events counts there. */
export function narrowTo(now: Address, ranges: readonly (readonly [RangeFilter, Extent])[]): Address {
  const ends = Object.assign({ [LAST_VERSION]: null }, ...ranges.map(([range, extent]) => formatRange(range, extent)));
  const narrowed = withSettings({ ...now, target: withParameters(now.target, ends) }, { rows: null });
  return ranges.reduce((next, [{ quantity }]) => setJoined(next, quantity.name, false), narrowed);
}

export const withoutRange = (now: Address, range: RangeFilter): Address =>
  withEnds(now, range, withoutNames([range.min.name, range.max.name]));

/** A request without some of its ranges. */
export const withoutRanges = (target: string, ranges: readonly RangeFilter[]): string =>
  withParameters(target, withoutNames(ranges.flatMap(({ min, max }) => [min.name, max.name])));

/** The request for all rows that a single range of a request selects. */
export function rangeTarget(target: string, { min, max }: RangeFilter): string {
  const given = parametersOf(target);
  const ends = [min.name, max.name].map((name) => [name, given.get(name)]);
  return withParameters(unfilteredTarget(target), Object.fromEntries(ends));
}

/** The run whose start and end match the time range in an address. */
export const findRun = (runs: readonly RunEntry[], range: RangeFilter, target: string): RunEntry | undefined =>
  runs.find(({ gps_start, gps_end }) =>
    Object.entries(formatRange(range, [gps_start, gps_end])).every(
      ([name, value]) => parametersOf(target).get(name) === value,
    ),
  );
