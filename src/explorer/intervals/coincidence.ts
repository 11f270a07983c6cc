/**
 * Finds out which detectors had data at the same time. In: the segments of each detector, ascending and not overlapping. Out:
 * seconds for every set of detectors. One sweep over all ends of segments, so it takes linear time. Pure.
 */

import { byCodeUnit } from '../../core/contract/order.ts';
import type { Segment } from '../../core/contract/wire.ts';
import { firstEndingAfter, type Interval, lengthOf } from './coverage.ts';

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
 * Splits an interval by the detectors that had data: every second belongs to exactly one combination, so the seconds add up to
 * the interval. Returns combinations that occur, longest first.
 */
export function combinationsIn(timelines: readonly DetectorSegments[], interval: Interval): Combination[] {
  const cursors = timelines.map(
    ({ segments }): Cursor => ({ segments, at: firstEndingAfter(segments, interval.start) }),
  );
  const seconds = new Map<number, number>();
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
  const membersOf = (set: number) => timelines.filter((_, n) => set & (1 << n)).map(({ detector }) => detector);
  return [...seconds]
    .map(([set, length]) => ({ detectors: membersOf(set), seconds: length }))
    .sort((a, b) => b.seconds - a.seconds || byCodeUnit(a.detectors.join(), b.detectors.join()));
}

/** Time with data of one detector, or of several at once. */
export interface Livetime {
  readonly seconds: number;
  /** Fraction of the interval, 0 to 1. */
  readonly dutyCycle: number;
}

const livetime = (seconds: number, interval: Interval): Livetime => ({
  seconds,
  dutyCycle: lengthOf(interval) === 0 ? 0 : seconds / lengthOf(interval),
});

const sum = (combinations: readonly Combination[]): number =>
  combinations.reduce((total, { seconds }) => total + seconds, 0);

/** Time in which all of the given detectors had data, regardless of the others. */
export function livetimeOf(
  detectors: readonly string[],
  combinations: readonly Combination[],
  interval: Interval,
): Livetime {
  const holds = ({ detectors: members }: Combination) => detectors.every((one) => members.includes(one));
  return livetime(sum(combinations.filter(holds)), interval);
}

/** Time in which at least `count` detectors had data at once. */
export function livetimeOfAtLeast(count: number, combinations: readonly Combination[], interval: Interval): Livetime {
  return livetime(sum(combinations.filter(({ detectors }) => detectors.length >= count)), interval);
}
