/** Describes in words which detectors had data at the time of an event. */

import type { EventVersionDetail } from '../../../core/contract/wire.ts';
import { isCovered } from '../../strain-data/interval.ts';
import type { DetectorTimeline } from '../../strain-data/observing.ts';
import { listText } from '../../text/format.ts';

/** The detectors with a segment at a time. */
export const detectorsOn = (timelines: readonly DetectorTimeline[], gps: number): readonly string[] =>
  timelines.filter(({ segments }) => isCovered(segments, gps)).map(({ detector }) => detector);

/** `published` are the detectors whose strain is published. */
export function describeData(
  timelines: readonly DetectorTimeline[],
  { gps, run }: Pick<EventVersionDetail, 'gps' | 'run'>,
  published: readonly string[],
): string {
  const known = timelines.filter(({ runs }) => run !== null && runs.includes(run)).map(({ detector }) => detector);
  if (known.length === 0) return 'This catalogue has no segments for this time.';
  const on = detectorsOn(timelines, gps);
  const off = published.filter((detector) => known.includes(detector) && !on.includes(detector));
  if (off.length === 0)
    return on.length === 0
      ? `No detector with segments in ${run} had data at the event.`
      : `${listText(on)} had data at the event.`;
  const [have, their] = off.length === 1 ? ['has', 'its'] : ['have', 'their'];
  return `${listText(off)} ${have} no DATA segment at the event, but ${their} strain is published.`;
}
