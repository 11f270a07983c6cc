/**
 * The interval that a timeline shows: initial interval, zooming and moving. In and out: half-open intervals of whole GPS seconds,
 * within bounds. Pure.
 */

import { type Interval, lengthOf } from './coverage.ts';

/** The shortest interval in seconds; zooming in stops there. */
export const SHORTEST_S = 64;

/** Moves an interval into bounds; returns the bounds if it is longer. */
export function within(bounds: Interval, { start, stop }: Interval): Interval {
  const length = Math.min(stop - start, lengthOf(bounds));
  const first = Math.min(Math.max(start, bounds.start), bounds.stop - length);
  return { start: first, stop: first + length };
}

/**
 * Makes an interval `factor` times as long, and keeps the time at `around` (0 is the left end, 1 the right one) in place. `zoom({
 * start: 0, stop: 1000 }, 0.5, 0, bounds)` -> `{ start: 0, stop: 500 }`.
 */
export function zoom(interval: Interval, factor: number, around: number, bounds: Interval): Interval {
  const shortest = Math.min(SHORTEST_S, lengthOf(bounds));
  const length = Math.min(Math.max(Math.round(lengthOf(interval) * factor), shortest), lengthOf(bounds));
  const start = Math.round(interval.start + (lengthOf(interval) - length) * around);
  return within(bounds, { start, stop: start + length });
}

/** Moves an interval by a fraction of its length; negative means to earlier times. */
export function move(interval: Interval, part: number, bounds: Interval): Interval {
  const by = Math.round(lengthOf(interval) * part);
  return within(bounds, { start: interval.start + by, stop: interval.stop + by });
}

/** The interval between two positions in a drawing (0 to 1), in any order; at least the shortest interval. */
export function between(interval: Interval, a: number, b: number, bounds: Interval): Interval {
  const at = (place: number) => Math.round(interval.start + lengthOf(interval) * place);
  const start = at(Math.min(a, b));
  const stop = at(Math.max(a, b));
  const lacking = Math.max(0, Math.min(SHORTEST_S, lengthOf(bounds)) - (stop - start));
  return within(bounds, { start: start - Math.floor(lacking / 2), stop: stop + Math.ceil(lacking / 2) });
}

/** The shortest interval that contains all given ones; null without any. */
export function hull(intervals: readonly Interval[]): Interval | null {
  if (intervals.length === 0) return null;
  return {
    start: intervals.reduce((first, { start }) => Math.min(first, start), Number.POSITIVE_INFINITY),
    stop: intervals.reduce((last, { stop }) => Math.max(last, stop), Number.NEGATIVE_INFINITY),
  };
}
