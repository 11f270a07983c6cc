/** Describes in words which detectors had data at the time of an event, and for how long. Pure. */

import type { EventVersionDetail } from '../../../core/contract/wire.ts';
import { type Interval, isCovered } from '../../strain-data/interval.ts';
import type { DetectorTimeline } from '../../strain-data/observing.ts';
import { listText, utcText } from '../../text/format.ts';

/** The detectors that had data, in words. */
export function describeData(
  timelines: readonly DetectorTimeline[],
  { gps, run }: Pick<EventVersionDetail, 'gps' | 'run'>,
): string {
  const isOnRecord = timelines.some(({ runs }) => run !== null && runs.includes(run));
  if (!isOnRecord) return 'The catalogue has no segments for this time.';
  const detectors = timelines.filter(({ segments }) => isCovered(segments, gps)).map(({ detector }) => detector);
  return detectors.length === 0
    ? 'According to the recorded segments, no detector had data at the time of the event.'
    : `At the time of the event, ${listText(detectors)} had data.`;
}

/** `01:23`, with the date unless it is the day of the event. */
function timeText(gps: number, day: string): string {
  const utc = utcText(gps).slice(0, 'YYYY-MM-DD HH:MM'.length);
  return utc.startsWith(day) ? utc.slice(day.length + 1) : utc;
}

/**
 * The period around an event in which each detector had data without a break, in UTC: `on from 01:23 to 14:45 UTC`. Segments are known only
 * within the searched interval. Detectors without data at the event are left out.
 */
export function listOnTimes(timelines: readonly DetectorTimeline[], gps: number, searched: Interval) {
  const day = utcText(gps).slice(0, 'YYYY-MM-DD'.length);
  return timelines.flatMap(({ detector, segments }) => {
    const own = segments.find(({ start, stop }) => start <= gps && gps < stop);
    if (own === undefined) return [];
    const [from, to] = [timeText(own.start, day), timeText(own.stop, day)];
    const before = own.start <= searched.start ? 'before ' : '';
    const after = own.stop >= searched.stop ? 'after ' : '';
    return [{ detector, text: `on from ${before}${from} to ${after}${to} UTC` }];
  });
}
