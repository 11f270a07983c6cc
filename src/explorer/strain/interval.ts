/**
 * The interval that a timeline shows: zooming, moving, and what is shown first. In and out: half-open intervals of whole GPS
 * seconds, within bounds. Pure.
 */

import { type Interval, lengthOf } from './coverage.ts';

/** The shortest interval that can be zoomed to, in seconds. */
export const SHORTEST_S = 64;

/** The interval of the same length that lies within bounds; the bounds where it is longer. */
export function within(bounds: Interval, { start, stop }: Interval): Interval {
  const length = Math.min(stop - start, lengthOf(bounds));
  const first = Math.min(Math.max(start, bounds.start), bounds.stop - length);
  return { start: first, stop: first + length };
}

/**
 * Makes an interval `factor` times as long, with what is at `around` (0 the left end, 1 the right one) left where it is.
 * `zoom({ start: 0, stop: 1000 }, 0.5, 0, bounds)` -> `{ start: 0, stop: 500 }`.
 */
export function zoom(interval: Interval, factor: number, around: number, bounds: Interval): Interval {
  const shortest = Math.min(SHORTEST_S, lengthOf(bounds));
  const length = Math.min(Math.max(Math.round(lengthOf(interval) * factor), shortest), lengthOf(bounds));
  const start = Math.round(interval.start + (lengthOf(interval) - length) * around);
  return within(bounds, { start, stop: start + length });
}

/** Moves an interval by a part of its length; negative: to earlier times. */
export function move(interval: Interval, part: number, bounds: Interval): Interval {
  const by = Math.round(lengthOf(interval) * part);
  return within(bounds, { start: interval.start + by, stop: interval.stop + by });
}

/** The interval between two places of a drawing (0 to 1), in any order, at least the shortest long. */
export function between(interval: Interval, a: number, b: number, bounds: Interval): Interval {
  const at = (place: number) => Math.round(interval.start + lengthOf(interval) * place);
  const start = at(Math.min(a, b));
  const stop = at(Math.max(a, b));
  const lacking = Math.max(0, Math.min(SHORTEST_S, lengthOf(bounds)) - (stop - start));
  return within(bounds, { start: start - Math.floor(lacking / 2), stop: stop + Math.ceil(lacking / 2) });
}

/** The shortest interval that holds all the given ones; null for none. */
export function hull(intervals: readonly Interval[]): Interval | null {
  if (intervals.length === 0) return null;
  return {
    start: intervals.reduce((first, { start }) => Math.min(first, start), Number.POSITIVE_INFINITY),
    stop: intervals.reduce((last, { stop }) => Math.max(last, stop), Number.NEGATIVE_INFINITY),
  };
}
