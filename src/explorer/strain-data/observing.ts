/**
 * Computes observing time: the part of an interval in which a detector took part in a run. Whether it had data is known only if the catalogue
 * has its segments for the run. Unlisted time is excluded.
 */

import { DAY_S } from '../../core/base/gps-time.ts';
import type { RunEntry } from '../../core/contract/wire.ts';
import { clip, type Interval, lengthOf, shareCovered, spanOf, union } from './interval.ts';

/** A row of a timeline: when one of a detector's flags was on. */
export interface DetectorTimeline {
  readonly detector: string;
  /** In ascending order and not overlapping. */
  readonly segments: readonly Interval[];
  /** Name of the flag: `H1_DATA`; null if the catalogue has no flag for the detector's data. */
  readonly flag: string | null;
  /** Names of the runs that have a list of segments. */
  readonly runs: readonly string[];
}

type Run = Pick<RunEntry, 'name' | 'gps_start' | 'gps_end' | 'detectors'>;

/**
 * Known: the catalogue has the detector's segments for the run. Unlisted: the detector took part, but its segments are missing. Absent: the
 * detector took no part.
 */
type Knowledge = 'known' | 'unlisted' | 'absent';

/** Whether the catalogue lists a detector's segments in a run. */
export function knowledgeOf({ detector, runs }: DetectorTimeline, run: Run): Knowledge {
  if (runs.includes(run.name)) return 'known';
  return run.detectors.includes(detector) ? 'unlisted' : 'absent';
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

/** The parts of an interval for which a timeline is known or unlisted. In known time, the flag is off between segments. */
export const timeThatIs = (
  knowledge: Exclude<Knowledge, 'absent'>,
  timeline: DetectorTimeline,
  runs: readonly Run[],
  interval: Interval,
): Interval[] => clip(union(runs.filter((run) => knowledgeOf(timeline, run) === knowledge).map(spanOf)), interval);

/** Whether any of an interval is known; otherwise, whether any of it is unlisted. */
export function knowledgeIn(timeline: DetectorTimeline, runs: readonly Run[], interval: Interval): Knowledge {
  const found = (['known', 'unlisted'] as const).find((one) => timeThatIs(one, timeline, runs, interval).length > 0);
  return found ?? 'absent';
}

/** The fraction (0 to 1) of the known time in an interval for which the flag was on; null if nothing is known. */
export const shareOn = (timeline: DetectorTimeline, runs: readonly Run[], interval: Interval): number | null =>
  shareCovered(timeline.segments, timeThatIs('known', timeline, runs, interval));
