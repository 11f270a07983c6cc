/** Filters: query parameters that select entries. A collection's definition declares its filters with these functions. */

import { type Codec, flag, gpsSecond } from './codecs.ts';
import type { Condition } from './conditions.ts';
import type { Parameter, Value } from './parameters.ts';

/** A query parameter that selects entries, or the lines that they are shown from. */
export interface Filter<T = Value> extends Parameter<T> {
  /** Null if the filter selects all entries, or is one end of an interval (`Query.interval`). */
  match(value: T): Condition | null;
  /** The line set that replaces the usual lines of entries. */
  readonly lineSet?: string;
}

/** Declares a filter. */
export function filter<T>(
  name: string,
  codec: Codec<T>,
  match: Filter<T>['match'],
  meaning: string,
  more: Partial<Pick<Filter<T>, 'unit' | 'default'>> = {},
): Filter<T> {
  return { name, codec, match, unit: null, meaning, default: null, ...more };
}

/** For a filter that selects all entries. */
const matchAll = () => null;

/** Declares a flag that shows entries from another line set. */
export const lineSetFilter = (name: string, lineSet: string, meaning: string): Filter<boolean> => ({
  ...filter(name, flag, matchAll, meaning, { default: false }),
  lineSet,
});

/** The filters `start` and `stop`, in GPS seconds. */
export function intervalFilters(
  startMeaning: string,
  stopMeaning: string,
): [start: Filter<number>, stop: Filter<number>] {
  const end = (name: string, meaning: string) => filter(name, gpsSecond, matchAll, meaning, { unit: 's' });
  return [end('start', startMeaning), end('stop', stopMeaning)];
}
