/** Counts how long each set of detectors had data at the same time, in the runs for which the segments of all their detectors are known. */

import type { RunEntry } from '../../../core/contract/wire.ts';
import { clip, type Interval, intersect, totalLength, union } from '../../strain-data/interval.ts';
import { type DetectorTimeline, knowledgeOf, runsWithin } from '../../strain-data/observing.ts';

/** The timelines and runs of the catalogue, and the interval shown. */
export interface TogetherProps {
  readonly timelines: readonly DetectorTimeline[];
  readonly runs: readonly RunEntry[];
  readonly interval: Interval;
}

type Segments = Pick<DetectorTimeline, 'detector' | 'segments'>;

/** How long a set of detectors had data simultaneously. */
export interface DetectorSet {
  readonly detectors: readonly string[];
  /** Seconds during which all of them had data, with or without other detectors. */
  readonly atLeast: number;
  /** Seconds during which they had data and no other detector did. */
  readonly exactly: number;
}

/** Names of the runs in an interval for which the catalogue lacks the segments of a detector that took part. */
export const listUnlistedRuns = ({ timelines, runs, interval }: TogetherProps): readonly string[] =>
  runsWithin(runs, interval)
    .map(({ run }) => run)
    .filter((run) => timelines.some((one) => knowledgeOf(one, run) === 'unlisted'))
    .map(({ name }) => name);

/** Adds the seconds of an interval to the sets of timelines that had data. Each bit in the number of a set stands for a timeline. */
function addSeconds(
  bits: readonly (readonly [bit: number, timeline: Segments])[],
  interval: Interval,
  seconds: Map<number, number>,
): void {
  const left = bits.map(([bit, { segments }]) => ({ bit, segments: clip(segments, interval), next: 0 }));
  for (let from = interval.start, to = from; from < interval.stop; from = to) {
    // The set stays the same until the next segment starts or stops.
    let set = 0;
    to = interval.stop;
    for (const one of left) {
      if (one.segments[one.next]?.stop === from) one.next++;
      const segment = one.segments[one.next];
      if (segment === undefined) continue;
      const isOn = segment.start <= from;
      if (isOn) set |= one.bit;
      to = Math.min(to, isOn ? segment.stop : segment.start);
    }
    seconds.set(set, (seconds.get(set) ?? 0) + to - from);
  }
}

/**
 * How long each set of detectors had data in non-overlapping intervals, and for how long (`none`) no detector had any. Larger sets come first,
 * then sets are in detector order. Every single detector has a row, even if it had no data.
 */
export function countSets(timelines: readonly Segments[], intervals: readonly Interval[]) {
  // The first detector has the highest bit, so that a set with a higher number comes first.
  const bits = timelines.map((one, n) => [1 << (timelines.length - 1 - n), one] as const);
  const seconds = new Map<number, number>();
  for (const interval of intervals) addSeconds(bits, interval, seconds);
  const numbers = Array.from({ length: 2 ** timelines.length - 1 }, (_, n) => n + 1).reverse();
  const sets = numbers.map(
    (set): DetectorSet => ({
      detectors: bits.filter(([bit]) => set & bit).map(([, { detector }]) => detector),
      atLeast: [...seconds].reduce((sum, [other, length]) => sum + ((other & set) === set ? length : 0), 0),
      exactly: seconds.get(set) ?? 0,
    }),
  );
  const listed = sets.filter(({ detectors, atLeast }) => detectors.length === 1 || atLeast > 0);
  return { sets: listed.sort((a, b) => b.detectors.length - a.detectors.length), none: seconds.get(0) ?? 0 };
}

/** The known time in an interval, in seconds, the names of its runs, and how long each set of detectors had data in it. */
export function countTogether({ timelines, runs, interval }: TogetherProps) {
  const parts = runsWithin(runs, interval).filter(({ run }) => {
    const found = timelines.map((one) => knowledgeOf(one, run));
    return found.includes('known') && !found.includes('unlisted');
  });
  const joint = union(parts);
  /** The rows of the sets: a detector without any list is not off. */
  const listed = timelines.filter((one) => one.flag !== null);
  const knownRuns = parts.map(({ run }) => run.name);
  return { listed, joint, known: totalLength(joint), knownRuns, ...countSets(listed, joint) };
}

export type TimeTogether = ReturnType<typeof countTogether>;

/** When all of the given detectors had data, within intervals that are in ascending order and do not overlap. */
export const timeTogether = (timelines: readonly Segments[], intervals: readonly Interval[]): Interval[] =>
  timelines.reduce<Interval[]>((both, { segments }) => intersect(both, segments), [...intervals]);
