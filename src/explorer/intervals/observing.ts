/**
 * Observing time: the part of an interval in which detectors took part in a run. Only where the catalogue has the run's segments is known
 * whether there were data; other time counts for nothing. In: runs, and the detectors' segments with the runs that they are of. Pure.
 */

import type { RunEntry } from '../../core/contract/wire.ts';
import type { DetectorSegments } from './coincidence.ts';
import type { Interval } from './coverage.ts';

export interface DetectorTimeline extends DetectorSegments {
  /** Names of the runs that have segments. */
  readonly runs: readonly string[];
}

type Run = Pick<RunEntry, 'name' | 'gps_start' | 'gps_end' | 'detectors'>;

/** Known: the catalogue has the detector's segments of the run. Unknown: it took part, but they are not there. */
type Knowledge = 'known' | 'unknown' | 'absent';

/** What the catalogue knows of a detector in a run. */
export function knowledgeOf({ detector, runs }: Omit<DetectorTimeline, 'segments'>, run: Run): Knowledge {
  if (runs.includes(run.name)) return 'known';
  return run.detectors.includes(detector) ? 'unknown' : 'absent';
}

/** The runs that overlap an interval, clipped to it. Runs that stand within others are left out. */
export function runsWithin<R extends Run>(runs: readonly R[], { start, stop }: Interval): (Interval & { run: R })[] {
  const isWithinAnother = (run: R) =>
    runs.some((one) => one !== run && one.gps_start <= run.gps_start && one.gps_end >= run.gps_end);
  return runs
    .filter((run) => run.gps_start < stop && run.gps_end > start && !isWithinAnother(run))
    .map((run) => ({ run, start: Math.max(run.gps_start, start), stop: Math.min(run.gps_end, stop) }));
}

/** Joins intervals that overlap or touch; ascending. */
export function union(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = [];
  for (const { start, stop } of intervals.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && start <= last.stop) joined[joined.length - 1] = { start: last.start, stop: Math.max(last.stop, stop) };
    else joined.push({ start, stop });
  }
  return joined;
}

/** Time of an interval in which a detector took part in runs whose segments are known. */
export function knownTime(timeline: DetectorTimeline, runs: readonly Run[], interval: Interval): Interval[] {
  return union(runsWithin(runs, interval).filter(({ run }) => knowledgeOf(timeline, run) === 'known'));
}

/** Time of an interval in runs in which the segments of every detector that took part are known. */
export function jointlyKnownTime(
  timelines: readonly DetectorTimeline[],
  runs: readonly Run[],
  interval: Interval,
): Interval[] {
  const isKnown = (run: Run) => {
    const states = timelines.map((timeline) => knowledgeOf(timeline, run));
    return states.includes('known') && !states.includes('unknown');
  };
  return union(runsWithin(runs, interval).filter(({ run }) => isKnown(run)));
}
