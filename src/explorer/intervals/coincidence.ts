/**
 * Finds out which detectors had data at the same time. In: the segments of each detector, ascending and not overlapping. Out:
 * seconds for every set of detectors. Pure.
 */

import { byCodeUnit } from '../../core/contract/order.ts';
import { clip, isCovered } from './coverage.ts';
import { type Interval, totalLength } from './interval.ts';

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

/** Splits an interval at every start and stop of a segment. */
function splitAtEdges(timelines: readonly DetectorSegments[], interval: Interval): Interval[] {
  const parts = timelines.flatMap(({ segments }) => clip(segments, interval));
  const edges = [interval, ...parts].flatMap(({ start, stop }) => [start, stop]).sort((a, b) => a - b);
  return edges.slice(1).map((stop, n) => ({ start: edges[n] as number, stop }));
}

/**
 * Splits intervals, which do not overlap, by the detectors that had data: every second belongs to exactly one combination, so the seconds
 * add up to the intervals. Returns combinations that occur, longest first.
 */
export function combinationsIn(timelines: readonly DetectorSegments[], intervals: readonly Interval[]): Combination[] {
  const found = new Map<string, Combination>();
  for (const part of intervals.flatMap((interval) => splitAtEdges(timelines, interval))) {
    const detectors = timelines
      .filter(({ segments }) => isCovered(segments, part.start))
      .map(({ detector }) => detector);
    const key = detectors.join();
    const seconds = (found.get(key)?.seconds ?? 0) + totalLength([part]);
    if (seconds > 0) found.set(key, { detectors, seconds });
  }
  return [...found.values()].sort(
    (a, b) => b.seconds - a.seconds || byCodeUnit(a.detectors.join(), b.detectors.join()),
  );
}

/** Seconds in which at least `count` detectors had data at once. */
export function secondsOfAtLeast(count: number, combinations: readonly Combination[]): number {
  const enough = combinations.filter(({ detectors }) => detectors.length >= count);
  return enough.reduce((total, { seconds }) => total + seconds, 0);
}
