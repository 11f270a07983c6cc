/** Describes in words which detectors had data at the time of an event. */

import { isCovered } from '../../strain-data/interval.ts';
import type { DetectorTimeline } from '../../strain-data/observing.ts';
import { listText } from '../../text/format.ts';

/** The detectors with a segment at a time. */
export const detectorsOn = (timelines: readonly DetectorTimeline[], gps: number): readonly string[] =>
  timelines.filter(({ segments }) => isCovered(segments, gps)).map(({ detector }) => detector);

/** `known` are the timelines that are known at the time, and `published` the detectors whose strain is published. */
export function describeData(known: readonly DetectorTimeline[], gps: number, published: readonly string[]): string {
  if (known.length === 0) return 'This catalogue has no segments for this time.';
  const on = detectorsOn(known, gps);
  const off = known.map(({ detector }) => detector).filter((one) => published.includes(one) && !on.includes(one));
  if (off.length === 0)
    return on.length === 0
      ? 'No detector with segments had data at the event.'
      : `${listText(on)} had data at the event.`;
  const [have, their] = off.length === 1 ? ['has', 'its'] : ['have', 'their'];
  return `${listText(off)} ${have} no DATA segment at the event, but ${their} strain is published.`;
}
