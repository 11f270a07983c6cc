/** Counts how long each set of detectors had data at the same time. */

import type { RunEntry } from '../../../core/contract/wire.ts';
import { type Interval, totalLength, union } from '../../strain-data/interval.ts';
import {
  combinationsIn,
  type DetectorTimeline,
  jointlyKnownRuns,
  listDetectorSets,
} from '../../strain-data/observing.ts';

/** The timelines and runs of the catalogue, and the interval shown. */
export interface TogetherProps {
  readonly timelines: readonly DetectorTimeline[];
  readonly runs: readonly RunEntry[];
  readonly interval: Interval;
}

/** The known time in an interval, in seconds, the names of its runs, and how long each set of detectors had data in it. */
export function countTogether({ timelines, runs, interval }: TogetherProps) {
  const parts = jointlyKnownRuns(timelines, runs, interval);
  const joint = union(parts);
  /** The rows of the sets: a detector without any list is not off. */
  const listed = timelines.filter((one) => one.flag !== null);
  const combinations = combinationsIn(listed, joint);
  const detectors = listed.map(({ detector }) => detector);
  const sets = listDetectorSets(detectors, combinations);
  const none = combinations.find((one) => one.detectors.length === 0)?.seconds ?? 0;
  return { listed, joint, known: totalLength(joint), knownRuns: parts.map(({ run }) => run.name), sets, none };
}

export type TimeTogether = ReturnType<typeof countTogether>;
