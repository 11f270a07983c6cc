/**
 * Computes observing time: the part of an interval in which detectors took part in a run, and which of them had data at the same time.
 * Whether a detector had data is known only if the catalogue has its segments for the run. Unknown time is excluded.
 */

import { DAY_S } from '../../core/base/gps-time.ts';
import { byCodeUnit } from '../../core/base/order.ts';
import type { RunEntry } from '../../core/contract/wire.ts';
import { clip, type Interval, intersect, lengthOf, shareCovered, spanOf, union } from './interval.ts';

/** One detector's segments, in ascending order and not overlapping. */
interface DetectorSegments {
  readonly detector: string;
  readonly segments: readonly Interval[];
}

/** A row of a timeline: when one of a detector's flags was on. */
export interface DetectorTimeline extends DetectorSegments {
  /** Name of the flag: `H1_DATA`; null if the catalogue has no flag for the detector's data. */
  readonly flag: string | null;
  /** Names of the runs that have a list of segments. */
  readonly runs: readonly string[];
}

type Run = Pick<RunEntry, 'name' | 'gps_start' | 'gps_end' | 'detectors'>;

/**
 * Known: the catalogue has the detector's segments for the run. Unknown: the detector took part, but its segments are missing. Absent: the
 * detector took no part.
 */
type Knowledge = 'known' | 'unknown' | 'absent';

/** Whether the catalogue lists a detector's segments in a run. */
export function knowledgeOf({ detector, runs }: DetectorTimeline, run: Run): Knowledge {
  if (runs.includes(run.name)) return 'known';
  return run.detectors.includes(detector) ? 'unknown' : 'absent';
}

/** True for runs shorter than a day, such as a single file around an event. */
export const isShort = (run: Run): boolean => lengthOf(spanOf(run)) < DAY_S;

/** True if another run contains all of the run's time. Of runs with the same time, all but the first are within another. */
export const isWithinAnother = (run: Run, runs: readonly Run[]): boolean =>
  runs.some(
    (one, n) =>
      one.gps_start <= run.gps_start &&
      one.gps_end >= run.gps_end &&
      (lengthOf(spanOf(one)) > lengthOf(spanOf(run)) || n < runs.indexOf(run)),
  );

/** The runs that overlap an interval, clipped to it. Runs within other runs are left out. */
export function runsWithin<R extends Run>(runs: readonly R[], { start, stop }: Interval): (Interval & { run: R })[] {
  return runs
    .map((run) => ({ run, ...spanOf(run) }))
    .filter((span) => span.start < stop && span.stop > start && !isWithinAnother(span.run, runs))
    .map((span) => ({ ...span, start: Math.max(span.start, start), stop: Math.min(span.stop, stop) }));
}

/** The parts of an interval for which a timeline is known or unknown. In known time, the flag is off between segments. */
export const timeThatIs = (
  knowledge: Exclude<Knowledge, 'absent'>,
  timeline: DetectorTimeline,
  runs: readonly Run[],
  interval: Interval,
): Interval[] => clip(union(runs.filter((run) => knowledgeOf(timeline, run) === knowledge).map(spanOf)), interval);

/** Whether any of an interval is known; otherwise, whether any of it is unknown. */
export function knowledgeIn(timeline: DetectorTimeline, runs: readonly Run[], interval: Interval): Knowledge {
  const found = (['known', 'unknown'] as const).find((one) => timeThatIs(one, timeline, runs, interval).length > 0);
  return found ?? 'absent';
}

/** The fraction (0 to 1) of the known time in an interval for which the flag was on; null if nothing is known. */
export const shareOn = (timeline: DetectorTimeline, runs: readonly Run[], interval: Interval): number | null =>
  shareCovered(timeline.segments, timeThatIs('known', timeline, runs, interval));

const isAny = (knowledge: Knowledge, timelines: readonly DetectorTimeline[], run: Run): boolean =>
  timelines.some((timeline) => knowledgeOf(timeline, run) === knowledge);

/** Names of the runs in an interval for which the catalogue lacks the segments of a detector that took part. */
export const listUnknownRuns = (
  timelines: readonly DetectorTimeline[],
  runs: readonly Run[],
  interval: Interval,
): readonly string[] =>
  runsWithin(runs, interval).flatMap(({ run }) => (isAny('unknown', timelines, run) ? run.name : []));

/** The runs in an interval for which the segments of every participating detector are known, clipped to it. */
export const jointlyKnownRuns = <R extends Run>(
  timelines: readonly DetectorTimeline[],
  runs: readonly R[],
  interval: Interval,
): (Interval & { run: R })[] =>
  runsWithin(runs, interval).filter(({ run }) => isAny('known', timelines, run) && !isAny('unknown', timelines, run));

/** The time during which exactly these detectors had data. */
export interface Combination {
  /** In input order; empty for time without data. */
  readonly detectors: readonly string[];
  readonly seconds: number;
}

/** Adds up the seconds for each combination in an interval. Each bit in a combination's number stands for a detector. */
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
    // At every edge, one detector's data start or stop.
    set ^= bit;
    before = time;
  }
}

/**
 * Splits non-overlapping intervals by the detectors that had data. Every second belongs to exactly one combination, so the seconds add up
 * to the length of the intervals. Returns the combinations that occur, longest first.
 */
export function combinationsIn(timelines: readonly DetectorSegments[], intervals: readonly Interval[]): Combination[] {
  const seconds = new Map<number, number>();
  for (const interval of intervals) addSeconds(timelines, interval, seconds);
  const listMembers = (set: number) => timelines.filter((_, n) => set & (1 << n)).map(({ detector }) => detector);
  return [...seconds]
    .map(([set, length]) => ({ detectors: listMembers(set), seconds: length }))
    .sort((a, b) => b.seconds - a.seconds || byCodeUnit(a.detectors.join(), b.detectors.join()));
}

/** How long a set of detectors had data simultaneously. */
export interface DetectorSet {
  readonly detectors: readonly string[];
  /** Seconds during which all of them had data, with or without other detectors. */
  readonly atLeast: number;
  /** Seconds during which they had data and no other detector did. */
  readonly exactly: number;
}

/** Every non-empty subset of the names. */
const subsetsOf = (names: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: 2 ** names.length - 1 }, (_, n) => names.filter((_, bit) => (n + 1) & (1 << bit)));

/**
 * The sets of detectors that had data simultaneously: largest first, then in detector order. Every single detector has a row, even if it
 * had no data.
 */
export function listDetectorSets(detectors: readonly string[], combinations: readonly Combination[]): DetectorSet[] {
  const secondsWhere = (holds: (names: readonly string[]) => boolean) =>
    combinations.reduce((sum, { detectors: names, seconds }) => sum + (holds(names) ? seconds : 0), 0);
  const rank = (names: readonly string[]) => names.map((name) => detectors.indexOf(name)).join();
  return subsetsOf(detectors)
    .map((set) => ({
      detectors: set,
      atLeast: secondsWhere((names) => set.every((name) => names.includes(name))),
      exactly: secondsWhere((names) => names.join() === set.join()),
    }))
    .filter(({ detectors: set, atLeast }) => set.length === 1 || atLeast > 0)
    .sort((a, b) => b.detectors.length - a.detectors.length || byCodeUnit(rank(a.detectors), rank(b.detectors)));
}

/** When all of the given detectors had data, within intervals that are in ascending order and do not overlap. */
export const timeTogether = (timelines: readonly DetectorSegments[], intervals: readonly Interval[]): Interval[] =>
  timelines.reduce<Interval[]>((both, { segments }) => intersect(both, segments), [...intervals]);
