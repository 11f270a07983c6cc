/**
 * Observing time: the part of an interval in which detectors took part in a run. Only where the catalogue has the run's segments is known
 * whether there were data; other time counts for nothing. In: runs, and the detectors' segments with the runs that they are of. Pure.
 */

import type { RunEntry } from '../../core/contract/wire.ts';
import type { DetectorSegments } from './coincidence.ts';
import { type Interval, spanOf, union } from './interval.ts';

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

/** True if another run has all of its time. */
export const isWithinAnother = (run: Run, runs: readonly Run[]): boolean =>
  runs.some((one) => one !== run && one.gps_start <= run.gps_start && one.gps_end >= run.gps_end);

/** The runs that overlap an interval, clipped to it. Runs that stand within others are left out. */
export function runsWithin<R extends Run>(runs: readonly R[], { start, stop }: Interval): (Interval & { run: R })[] {
  return runs
    .map((run) => ({ run, ...spanOf(run) }))
    .filter((span) => span.start < stop && span.stop > start && !isWithinAnother(span.run, runs))
    .map((span) => ({ ...span, start: Math.max(span.start, start), stop: Math.min(span.stop, stop) }));
}

/** Time of an interval in which a detector took part in runs whose segments are known. */
export const knownTime = (timeline: DetectorTimeline, runs: readonly Run[], interval: Interval): Interval[] =>
  union(runsWithin(runs, interval).filter(({ run }) => knowledgeOf(timeline, run) === 'known'));

/** Names of the runs in an interval in which a detector took part whose segments the catalogue does not have. */
export const listUnknownRuns = (
  timelines: readonly DetectorTimeline[],
  runs: readonly Run[],
  interval: Interval,
): readonly string[] =>
  runsWithin(runs, interval)
    .filter(({ run }) => timelines.some((timeline) => knowledgeOf(timeline, run) === 'unknown'))
    .map(({ run }) => run.name);

/** Time of an interval in runs in which the segments of every detector that took part are known. */
export function jointlyKnownTime(
  timelines: readonly DetectorTimeline[],
  runs: readonly Run[],
  interval: Interval,
): Interval[] {
  const unknown = listUnknownRuns(timelines, runs, interval);
  const isKnown = (run: Run) =>
    !unknown.includes(run.name) && timelines.some((timeline) => knowledgeOf(timeline, run) === 'known');
  return union(runsWithin(runs, interval).filter(({ run }) => isKnown(run)));
}
