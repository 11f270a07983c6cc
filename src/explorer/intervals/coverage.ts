/**
 * Computes how much of an interval segments cover. In: segments `[start, stop)` in GPS seconds, ascending and not overlapping, as
 * in the API, and a half-open interval. Out: seconds, or the fraction covered in each column of a drawing. Pure.
 */

import { findFirst } from '../../core/contract/binary-search.ts';
import { type Interval, lengthOf, totalLength } from './interval.ts';

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

/** True if a segment contains a time. */
export function isCovered(segments: readonly Interval[], time: number): boolean {
  const segment = segments[firstEndingAfter(segments, time)];
  return segment !== undefined && segment.start <= time;
}

/** Seconds of an interval that are covered by segments. */
export function secondsCovered(segments: readonly Interval[], interval: Interval): number {
  return totalLength(clip(segments, interval));
}

/**
 * The fraction (0 to 1) that is covered in each of `columns` equal slices of an interval. A drawing of this many pixels cannot
 * show more, however many segments there are. `coverage([{ start: 0, stop: 3 }], { start: 0, stop: 4 }, 2)` -> `[1, 0.5]`.
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
