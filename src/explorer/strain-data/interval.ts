/**
 * Time intervals: zooms and moves them in whole seconds within bounds, and finds the part of an interval that segments cover. Segments are
 * in ascending order and do not overlap, as in the API.
 */

import { findFirst } from '../../core/base/binary-search.ts';
import type { RunEntry } from '../../core/contract/wire.ts';

/** GPS seconds `[start, stop)`. */
export interface Interval {
  readonly start: number;
  readonly stop: number;
}

export const lengthOf = ({ start, stop }: Interval): number => stop - start;

export const totalLength = (intervals: readonly Interval[]): number =>
  intervals.reduce((seconds, interval) => seconds + lengthOf(interval), 0);

/** True if an interval contains a time. */
export const contains = ({ start, stop }: Interval, time: number): boolean => time >= start && time < stop;

/** The second that contains a time. */
export const secondAt = (time: number): Interval => ({ start: Math.floor(time), stop: Math.floor(time) + 1 });

/** The time span of a run or dataset. */
export const spanOf = ({ gps_start, gps_end }: Pick<RunEntry, 'gps_start' | 'gps_end'>): Interval => ({
  start: gps_start,
  stop: gps_end,
});

/** Length of the shortest interval, in seconds; zooming in stops there. */
export const SHORTEST_S = 64;

/** Moves an interval into bounds; returns the bounds if the interval is longer. */
export function within(bounds: Interval, { start, stop }: Interval): Interval {
  const length = Math.min(stop - start, lengthOf(bounds));
  const first = Math.min(Math.max(start, bounds.start), bounds.stop - length);
  return { start: first, stop: first + length };
}

/**
 * Makes an interval `factor` times as long, and keeps the time at `around` (0 is the left end, 1 the right end) in place.
 * `zoom({ start: 0, stop: 1000 }, 0.5, 0, bounds)` -> `{ start: 0, stop: 500 }`.
 */
export function zoom(interval: Interval, factor: number, around: number, bounds: Interval): Interval {
  const shortest = Math.min(SHORTEST_S, lengthOf(bounds));
  const length = Math.min(Math.max(Math.round(lengthOf(interval) * factor), shortest), lengthOf(bounds));
  const start = Math.round(interval.start + (lengthOf(interval) - length) * around);
  return within(bounds, { start, stop: start + length });
}

/** Moves an interval by a fraction of its length; a negative fraction moves it to earlier times. */
export function move(interval: Interval, part: number, bounds: Interval): Interval {
  const by = Math.round(lengthOf(interval) * part);
  return within(bounds, { start: interval.start + by, stop: interval.stop + by });
}

/** The interval between two positions in a drawing (0 to 1), in either order. It is never shorter than the shortest interval. */
export function between(interval: Interval, a: number, b: number, bounds: Interval): Interval {
  const at = (part: number) => Math.round(interval.start + lengthOf(interval) * part);
  const start = at(Math.min(a, b));
  const stop = at(Math.max(a, b));
  const lacking = Math.max(0, Math.min(SHORTEST_S, lengthOf(bounds)) - (stop - start));
  return within(bounds, { start: start - Math.floor(lacking / 2), stop: stop + Math.ceil(lacking / 2) });
}

/** The shortest interval that contains all the given intervals; null for an empty list. */
export function hull(intervals: readonly Interval[]): Interval | null {
  const joined = union(intervals);
  const [first, last] = [joined[0], joined.at(-1)];
  return first && last ? { start: first.start, stop: last.stop } : null;
}

/** Joins intervals that overlap or touch. The result is in ascending order. */
export function union(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = [];
  for (const { start, stop } of intervals.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && start <= last.stop) joined[joined.length - 1] = { start: last.start, stop: Math.max(last.stop, stop) };
    else joined.push({ start, stop });
  }
  return joined;
}

/** Index of the first segment that ends after a time; the number of segments if there is none. */
function firstEndingAfter(segments: readonly Interval[], time: number): number {
  return findFirst(segments.length, (index) => (segments[index] as Interval).stop > time);
}

/** The segments that overlap an interval, clipped to it. */
export function clip(segments: readonly Interval[], { start, stop }: Interval): Interval[] {
  const clipped: Interval[] = [];
  for (let n = firstEndingAfter(segments, start); n < segments.length; n++) {
    const segment = segments[n] as Interval;
    if (segment.start >= stop) break;
    clipped.push({ start: Math.max(segment.start, start), stop: Math.min(segment.stop, stop) });
  }
  return clipped;
}

/** The time that is in both lists of segments. */
export const intersect = (a: readonly Interval[], b: readonly Interval[]): Interval[] =>
  a.flatMap((segment) => clip(b, segment));

/** True if a segment contains a time. */
export function isCovered(segments: readonly Interval[], time: number): boolean {
  const segment = segments[firstEndingAfter(segments, time)];
  return segment !== undefined && segment.start <= time;
}

/** Number of seconds in an interval that segments cover. */
export function secondsCovered(segments: readonly Interval[], interval: Interval): number {
  return totalLength(clip(segments, interval));
}

/** The fraction (0 to 1) of intervals that segments cover; null if the intervals have no length. */
export function shareCovered(segments: readonly Interval[], intervals: readonly Interval[]): number | null {
  const covered = intervals.reduce((sum, interval) => sum + secondsCovered(segments, interval), 0);
  return intervals.length === 0 ? null : covered / totalLength(intervals);
}

/**
 * The fraction (0 to 1) covered in each of `columns` equal slices of an interval. A drawing this many pixels wide cannot show more detail,
 * however many segments there are. `coverage([{ start: 0, stop: 3 }], { start: 0, stop: 4 }, 2)` -> `[1, 0.5]`.
 */
export function coverage(segments: readonly Interval[], interval: Interval, columns: number): Float64Array {
  const parts = new Float64Array(columns);
  const width = lengthOf(interval) / columns;
  for (const { start, stop } of clip(segments, interval)) {
    const from = (start - interval.start) / width;
    const to = (stop - interval.start) / width;
    const last = Math.min(Math.ceil(to), columns);
    for (let column = Math.floor(from); column < last; column++) {
      const part = Math.min(to, column + 1) - Math.max(from, column);
      parts[column] = Math.min(1, (parts[column] as number) + part);
    }
  }
  return parts;
}
