/** Text about the timeline: how to use it, and, at the pointer, the time there and what the detectors did at that time. */

import { groupBy } from '../../../core/base/group-by.ts';
import { clamp } from '../../charts/scale.ts';
import { contains, type Interval, isCovered, secondAt, secondsCovered } from '../../strain-data/interval.ts';
import { type DetectorTimeline, knowledgeIn } from '../../strain-data/observing.ts';
import type { TimelineEvent } from '../../strain-data/timelines.ts';
import { dayText, utcText } from '../../text/format.ts';
import { hoursText } from '../../text/hours-text.ts';
import { NOT_LISTED } from '../../text/not-listed.ts';
import type { TimeAxis } from '../../timeline/timeline-chart.tsx';
import type { StrainViewData } from './load.ts';

/** Between the pointer and the text. */
const GAP_PX = 12;

interface ReadoutProps extends Pick<StrainViewData, 'runs'> {
  /** The timelines that are drawn. */
  readonly timelines: readonly DetectorTimeline[];
  readonly axis: TimeAxis;
  readonly isUtc: boolean;
  readonly time: number;
  readonly event: TimelineEvent | undefined;
}

/** The detectors that took part in a run, by their state at a time: `on: H1, L1`, `off: V1`, `not in this catalogue: G1`. */
function listStates({ timelines, runs, time }: ReadoutProps): readonly string[] {
  const states = groupBy(timelines, (one) => {
    const knowledge = knowledgeIn(one, runs, secondAt(time));
    return knowledge === 'known' ? (isCovered(one.segments, time) ? 'on' : 'off') : knowledge;
  });
  return (['on', 'off', 'unlisted'] as const).flatMap((state) => {
    const names = states
      .get(state)
      ?.map(({ detector }) => detector)
      .join(', ');
    return names === undefined ? [] : `${state === 'unlisted' ? NOT_LISTED : state}: ${names}`;
  });
}

/** How long each detector that took part in a run had data during the days that a bar covers. */
const listHours = ({ timelines, runs }: ReadoutProps, bin: Interval): readonly string[] =>
  timelines.flatMap((one) => {
    const knowledge = knowledgeIn(one, runs, bin);
    if (knowledge === 'absent') return [];
    return `${one.detector} ${knowledge === 'known' ? hoursText(secondsCovered(one.segments, bin), true) : NOT_LISTED}`;
  });

/** The days that a bar covers: `2019-05-03`, `2019-05-03 to 2019-05-16`, `GPS 1240876818 to 1240963218`. */
function daysText({ start, stop }: Interval, isUtc: boolean): string {
  if (!isUtc) return `GPS ${start} to ${stop}`;
  const [first, last] = [dayText(start), dayText(stop - 1)];
  return first === last ? first : `${first} to ${last}`;
}

const timeText = (gps: number, isUtc: boolean): string =>
  !isUtc ? `GPS ${gps}` : utcText(gps) === '' ? String(gps) : `${utcText(gps)} UTC`;

/** Explains how to use the timeline. The view shows this text even while it loads. */
export const TimelineHint = () => (
  <p class="note pointer-hint">
    Drag to zoom in. Arrow keys move, + and − zoom, Page Up and Page Down go from event to event, Enter opens an event.
  </p>
);

/** The time under the pointer, the detectors' state at that time, and the event. Beside the pointer, on the side with more room. */
export function Readout(props: ReadoutProps) {
  const { time, isUtc, event, axis } = props;
  const bin = event ? undefined : axis.bins.find((one) => contains(one, time));
  const all = bin ? listHours(props, bin) : listStates(props);
  const [left, right] = axis.range;
  const x = clamp(axis.at(time), left, right);
  const side = x > (left + right) / 2 ? { right: `${right - x + GAP_PX}px` } : { left: `${x + GAP_PX}px` };
  return (
    <p class="tip readout" style={side}>
      {event && <strong>{event.name}</strong>}
      <span>{bin ? daysText(bin, isUtc) : timeText(Math.floor(time), isUtc)} </span>
      {all.map((one) => (
        <span key={one}>{one} </span>
      ))}
      {all.length === 0 && <span>no run in this catalogue</span>}
    </p>
  );
}
