/**
 * Finds out which detectors had data at the same time. In: the segments of each detector, ascending and not overlapping. Out:
 * seconds for every set of detectors. Pure.
 */

import { byCodeUnit } from '../../core/contract/order.ts';
import { clip } from './coverage.ts';
import type { Interval } from './interval.ts';

/** The segments of one detector. */
export interface DetectorSegments {
  readonly detector: string;
  readonly segments: readonly Interval[];
}

/** Time in which exactly these detectors had data. */
export interface Combination {
  /** In the order of the input; empty for the time without data. */
  readonly detectors: readonly string[];
  readonly seconds: number;
}

/** Adds the seconds of each combination in an interval. The bits of a combination's number stand for its detectors. */
function addSeconds(timelines: readonly DetectorSegments[], interval: Interval, seconds: Map<number, number>): void {
  const edges = timelines.flatMap(({ segments }, n) =>
    clip(segments, interval).flatMap(({ start, stop }) => [
      { time: start, bit: 1 << n },
      { time: stop, bit: 1 << n },
    ]),
  );
  let set = 0;
  let before = interval.start;
  for (const { time, bit } of [...edges.sort((a, b) => a.time - b.time), { time: interval.stop, bit: 0 }]) {
    if (time > before) seconds.set(set, (seconds.get(set) ?? 0) + time - before);
    // At every edge, the data of one detector start or stop.
    set ^= bit;
    before = time;
  }
}

/**
 * Splits intervals, which do not overlap, by the detectors that had data: every second belongs to exactly one combination, so the seconds
 * add up to the intervals. Returns combinations that occur, longest first.
 */
export function combinationsIn(timelines: readonly DetectorSegments[], intervals: readonly Interval[]): Combination[] {
  const seconds = new Map<number, number>();
  for (const interval of intervals) addSeconds(timelines, interval, seconds);
  const listMembers = (set: number) => timelines.filter((_, n) => set & (1 << n)).map(({ detector }) => detector);
  return [...seconds]
    .map(([set, length]) => ({ detectors: listMembers(set), seconds: length }))
    .sort((a, b) => b.seconds - a.seconds || byCodeUnit(a.detectors.join(), b.detectors.join()));
}

/** Seconds in which at least `count` detectors had data at once. */
export function secondsOfAtLeast(count: number, combinations: readonly Combination[]): number {
  const enough = combinations.filter(({ detectors }) => detectors.length >= count);
  return enough.reduce((total, { seconds }) => total + seconds, 0);
}
