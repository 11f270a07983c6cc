/**
 * The timeline with its controls: zooming, moving, and a line of text about the time under the pointer. Dragging selects an interval;
 * clicking opens an event.
 */

import type { RefObject } from 'preact';
import { useEffect, useId, useMemo } from 'preact/hooks';
import { Brush, Drawing, useWidth } from '../../charts/plot.tsx';
import { type Mark, usePointing } from '../../charts/pointing.ts';
import type { Core } from '../../host/core.ts';
import {
  between,
  type Interval,
  isCovered,
  lengthOf,
  move,
  secondsCovered,
  within,
  zoom,
} from '../../intervals/interval.ts';
import { knownTime } from '../../intervals/observing.ts';
import { utcText } from '../../parts/format.ts';
import { SAVED, UNSAVED } from '../../parts/picture-parts.ts';
import { SavePlot } from '../../pictures/save-plot.tsx';
import { listBins } from './bins.ts';
import { hoursText } from './hours-text.ts';
import type { StrainViewData, TimelineEvent } from './load.ts';
import { listOverviewRuns, Overview } from './overview.tsx';
import { createTimeAxis, rowsBottom, type TimeAxis, TimelineChart } from './timeline-chart.tsx';
import { TimelineLegend } from './timeline-legend.tsx';

/** An event counts as pointed at if the pointer is within this horizontal distance, in pixels. */
const REACH = 7;
const ZOOM_STEP = 0.5;
const MOVE_STEP = 0.2;
/** Wheel movement that zooms by a factor of e. */
const WHEEL_PX = 400;

interface EventMark extends Mark {
  readonly event: TimelineEvent;
}

export interface TimelineProps {
  readonly core: Core;
  readonly data: StrainViewData;
  readonly interval: Interval;
  readonly onInterval: (interval: Interval) => void;
  /** Shows an interval while the user moves or zooms: changes in quick succession are one step of the history. */
  readonly onMove: (interval: Interval) => void;
  readonly onOpen: (event: TimelineEvent) => void;
}

interface ReadoutProps extends Pick<TimelineProps, 'data'> {
  readonly axis: TimeAxis;
  readonly time: number | null;
  readonly event: TimelineEvent | undefined;
}

/** The detectors by their state at a time: `on: H1, L1`, `off: V1`, `not listed: G1`. */
function listStates({ timelines, runs }: StrainViewData, time: number): readonly string[] {
  const names = { on: [] as string[], off: [] as string[], 'not listed': [] as string[] };
  const second = { start: Math.floor(time), stop: Math.floor(time) + 1 };
  for (const timeline of timelines) {
    const isKnown = knownTime(timeline, runs, second).length > 0;
    const state = isCovered(timeline.segments, time) ? 'on' : isKnown ? 'off' : 'not listed';
    names[state].push(timeline.detector);
  }
  return Object.entries(names).flatMap(([state, all]) => (all.length === 0 ? [] : `${state}: ${all.join(', ')}`));
}

/** How long each detector had data during the days that a bar covers. */
function listHours({ timelines, runs }: StrainViewData, bin: Interval): readonly string[] {
  return timelines.map((one) => {
    const isListed = knownTime(one, runs, bin).length > 0;
    return `${one.detector} ${isListed ? hoursText(secondsCovered(one.segments, bin), true) : 'not listed'}`;
  });
}

/** The days that a bar covers: `2019-05-03`, `2019-05-03 to 2019-05-16`. */
function daysText({ start, stop }: Interval): string {
  const [first, last] = [start, stop - 1].map((gps) => utcText(gps).slice(0, 10));
  return first === last ? `${first}` : `${first} to ${last}`;
}

/** Explains how to use the timeline. The view shows this text even while it loads. */
export const TimelineHint = () => (
  <p class="readout note">
    Drag to zoom in. Arrow keys move, + and − zoom, Page Up and Page Down go from event to event, Enter opens an event.
  </p>
);

/** The time under the pointer, the detectors' state at that time, and the event. */
function Readout({ data, time, event, axis }: ReadoutProps) {
  if (time === null) return <TimelineHint />;
  const gps = Math.floor(time);
  const bins = axis.days > 0 && event === undefined ? listBins(axis.interval, axis.days) : [];
  const bin = bins.find(({ start, stop }) => time >= start && time < stop);
  const all = bin ? listHours(data, bin) : listStates(data, time);
  return (
    <p class="readout">
      {event && <strong>{event.name}</strong>} <span>{bin ? daysText(bin) : `${utcText(gps)} UTC, GPS ${gps}`}</span>{' '}
      {all.map((one) => (
        <span key={one}>{one} </span>
      ))}
    </p>
  );
}

/** The steps that zoom or move an interval, with their keys. */
const listSteps = (interval: Interval, bounds: Interval) => [
  { sign: '←', key: 'ArrowLeft', title: 'Earlier', to: move(interval, -MOVE_STEP, bounds) },
  { sign: '→', key: 'ArrowRight', title: 'Later', to: move(interval, MOVE_STEP, bounds) },
  { sign: '+', key: '+', title: 'Zoom in', to: zoom(interval, ZOOM_STEP, 0.5, bounds) },
  { sign: '−', key: '-', title: 'Zoom out', to: zoom(interval, 1 / ZOOM_STEP, 0.5, bounds) },
];

function Controls({ data: { bounds }, interval, onInterval }: Pick<TimelineProps, 'data' | 'interval' | 'onInterval'>) {
  return (
    <fieldset class="group" aria-label="Zoom and move">
      {listSteps(interval, bounds).map(({ sign, title, to }) => (
        <button key={title} type="button" class="quiet" aria-label={title} onClick={() => onInterval(to)}>
          {sign}
        </button>
      ))}
    </fieldset>
  );
}

/** Zooms with Ctrl and the wheel. Without Ctrl, the wheel scrolls the page. */
function useWheel(element: RefObject<HTMLElement | null>, onZoom: (factor: number, x: number) => void): void {
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      onZoom(Math.exp(event.deltaY / WHEEL_PX), event.clientX - current.getBoundingClientRect().left);
    };
    // Preact would add a passive listener, which cannot call preventDefault.
    current.addEventListener('wheel', onWheel, { passive: false });
    return () => current.removeEventListener('wheel', onWheel);
  });
}

const clampShare = (share: number): number => Math.min(Math.max(share, 0), 1);

/** Handles pointer and keyboard input on the timeline. */
function useTimelinePointing({ range, at, invert }: TimeAxis, props: TimelineProps) {
  const { data, interval, onInterval, onMove, onOpen } = props;
  const { bounds, events } = data;
  const [left, right] = range;
  /** The fraction of the interval (0 to 1) that is before a pixel. Clamped, because the drawing shows slightly more than the interval. */
  const partAt = (x: number): number => clampShare((invert(x) - interval.start) / lengthOf(interval));
  const marks = useMemo(
    () => events.map((event): EventMark => ({ x: at(event.gps), y: 0, id: event.shortName, event })),
    [events, interval.start, interval.stop, right],
  );
  const goTo = (next: EventMark | undefined) => {
    if (next === undefined) return;
    const { gps } = next.event;
    const length = lengthOf(interval);
    const start = Math.floor(gps) - Math.floor(length / 2);
    if (gps < interval.start || gps >= interval.stop) onMove(within(bounds, { start, stop: start + length }));
    pointing.pointAt(next);
  };
  const steps = Object.fromEntries(listSteps(interval, bounds).map(({ key, to }) => [key, () => onMove(to)]));
  const pointing = usePointing<EventMark>({
    ...{ marks, reach: REACH, brush: 'x' },
    // The bounds have no height, so that only the distance along the axis counts.
    bounds: { width: right, left, right, top: 0, bottom: 0 },
    onOpen: ({ event }) => onOpen(event),
    onBrush: ({ x: [from, to] }) => onInterval(between(interval, partAt(from), partAt(to), bounds)),
    keys: {
      ...steps,
      // The plus key without Shift.
      '=': () => steps['+']?.(),
      Home: () => onInterval(bounds),
      PageDown: () => goTo(marks.find(({ event }) => event.gps > from)),
      PageUp: () => goTo(marks.findLast(({ event }) => event.gps < from)),
    },
  });
  const { mark, point } = pointing;
  const time = mark?.event.gps ?? (point && invert(point.x));
  /** The time from which the keys move to the next event. */
  const from = time ?? interval.start;
  return {
    pointing,
    time,
    zoomAt: (factor: number, x: number) => onMove(zoom(interval, factor, partAt(x), bounds)),
  };
}

/** The title, which explains the height of the bars. */
function titleOf({ days }: TimeAxis): string {
  if (days === 0) return 'Segments with data';
  return days === 1 ? 'Hours of data per day' : `Hours of data per day, averages of ${days} days`;
}

export function TimelinePanel(props: TimelineProps) {
  const { core, data, interval, onInterval } = props;
  const { events, timelines, runs, catalog } = data;
  const [element, width] = useWidth<HTMLDivElement>();
  const axis = createTimeAxis(interval, width, timelines);
  const { pointing, time, zoomAt } = useTimelinePointing(axis, props);
  useWheel(element, zoomAt);
  const { mark, area } = pointing;
  const help = useId();
  const overviewRuns = listOverviewRuns(runs, timelines);
  const bottom = rowsBottom(timelines.length, events.length > 0);
  const shown = events.filter(({ gps }) => gps >= interval.start && gps < interval.stop).length;
  return (
    <section class="panel" aria-label="Timeline">
      <div class="panel-head">
        <h2>{titleOf(axis)}</h2>
        <TimelineLegend timelines={timelines} />
        <Controls {...{ data, interval, onInterval }} />
        <SavePlot
          {...{ core }}
          name="strain-data"
          caption={`${titleOf(axis)}. Coloured: on. Grey: off. Hatched: not listed.`}
        />
      </div>
      <div {...SAVED}>
        <Drawing
          {...{ element, pointing, help }}
          label={`Timeline of data from ${utcText(interval.start)} to ${utcText(interval.stop)} UTC`}
        >
          {width > 0 && (
            <TimelineChart
              {...{ axis, timelines, runs, events }}
              eventsNote={catalog === '' ? String(shown) : `${catalog}: ${shown}`}
              current={mark?.id ?? null}
            >
              {area && <Brush area={{ x: area.x, y: [0, bottom] }} />}
              {time !== null && <line class="cursor" {...UNSAVED} x1={axis.at(time)} x2={axis.at(time)} y2={bottom} />}
            </TimelineChart>
          )}
        </Drawing>
        {overviewRuns.length > 0 && <Overview {...{ timelines, interval, onInterval }} runs={overviewRuns} />}
      </div>
      <div aria-live="polite" id={help}>
        <Readout {...{ data, time, axis }} event={mark?.event} />
      </div>
    </section>
  );
}
