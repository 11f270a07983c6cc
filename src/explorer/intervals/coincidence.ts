/**
 * Finds out which detectors had data at the same time. In: the segments of each detector, ascending and not overlapping. Out:
 * seconds for every set of detectors. One sweep over all ends of segments, so it takes linear time. Pure.
 */

import { byCodeUnit } from '../../core/contract/order.ts';
import type { Segment } from '../../core/contract/wire.ts';
import { firstEndingAfter, type Interval } from './coverage.ts';

/** The segments of one detector. */
export interface DetectorSegments {
  readonly detector: string;
  readonly segments: readonly Segment[];
}

/** Time in which exactly these detectors had data. */
export interface Combination {
  /** In the order of the input; empty for the time without data. */
  readonly detectors: readonly string[];
  readonly seconds: number;
}

/** Position in the segments of one detector during a sweep. */
interface Cursor {
  readonly segments: readonly Segment[];
  /** The segment that contains the time, or the next one. */
  at: number;
}

/** The next start or stop of a segment after `time`. */
function nextEdge({ segments, at }: Cursor, time: number): number {
  const segment = segments[at];
  if (segment === undefined) return Number.POSITIVE_INFINITY;
  return segment.start > time ? segment.start : segment.stop;
}

/**
 * Splits intervals, which do not overlap, by the detectors that had data: every second belongs to exactly one combination, so the seconds
 * add up to the intervals. Returns combinations that occur, longest first.
 */
export function combinationsIn(timelines: readonly DetectorSegments[], intervals: readonly Interval[]): Combination[] {
  const seconds = new Map<number, number>();
  for (const interval of intervals) addCombinations(timelines, interval, seconds);
  const membersOf = (set: number) => timelines.filter((_, n) => set & (1 << n)).map(({ detector }) => detector);
  return [...seconds]
    .map(([set, length]) => ({ detectors: membersOf(set), seconds: length }))
    .sort((a, b) => b.seconds - a.seconds || byCodeUnit(a.detectors.join(), b.detectors.join()));
}

/** Adds the seconds of each combination in an interval; the bits of its number stand for the detectors. */
function addCombinations(
  timelines: readonly DetectorSegments[],
  interval: Interval,
  seconds: Map<number, number>,
): void {
  const cursors = timelines.map(
    ({ segments }): Cursor => ({ segments, at: firstEndingAfter(segments, interval.start) }),
  );
  for (let time = interval.start; time < interval.stop; ) {
    let set = 0;
    let edge = interval.stop;
    for (const [n, cursor] of cursors.entries()) {
      while ((cursor.segments[cursor.at]?.stop ?? Number.POSITIVE_INFINITY) <= time) cursor.at++;
      if ((cursor.segments[cursor.at]?.start ?? Number.POSITIVE_INFINITY) <= time) set |= 1 << n;
      edge = Math.min(edge, nextEdge(cursor, time));
    }
    seconds.set(set, (seconds.get(set) ?? 0) + edge - time);
    time = edge;
  }
}

const sum = (combinations: readonly Combination[]): number =>
  combinations.reduce((total, { seconds }) => total + seconds, 0);

/** Seconds in which at least `count` detectors had data at once. */
export function secondsOfAtLeast(count: number, combinations: readonly Combination[]): number {
  return sum(combinations.filter(({ detectors }) => detectors.length >= count));
}
