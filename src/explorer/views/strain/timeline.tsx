/**
 * The timeline with its controls: choosing a run, zooming, moving, and a text for what is pointed at. Dragging selects an interval, a click
 * opens an event.
 */

import type { RefObject } from 'preact';
import { useEffect, useId, useMemo } from 'preact/hooks';
import { Brush, Drawing, useWidth } from '../../charts/plot.tsx';
import { type Mark, usePointing } from '../../charts/pointing.ts';
import { between, type Interval, isCovered, lengthOf, move, spanOf, within, zoom } from '../../intervals/interval.ts';
import { knownTime } from '../../intervals/observing.ts';
import { utcText } from '../../parts/format.ts';
import type { StrainData, TimelineEvent } from './load.ts';
import { createTimeAxis, drawingHeight, type TimeAxis, TimelineChart, TimelineLegend } from './timeline-chart.tsx';

/** An event counts as pointed at within this distance in pixels, however far below it the pointer is. */
const REACH = 7;
const ZOOM_STEP = 0.5;
const MOVE_STEP = 0.2;
/** Wheel movement that zooms by a factor of e. */
const WHEEL_PX = 400;

interface EventMark extends Mark {
  readonly event: TimelineEvent;
}

export interface TimelineProps {
  readonly data: StrainData;
  readonly interval: Interval;
  readonly onInterval: (interval: Interval, how: 'push' | 'replace') => void;
  readonly onOpen: (event: TimelineEvent) => void;
}

interface ReadoutProps extends Pick<TimelineProps, 'data'> {
  readonly time: number | null;
  readonly event: TimelineEvent | undefined;
}

/** Each detector by what is known of it at a time: `data of H1, L1`, `off: V1`, `no list: G1`. */
function listStates({ timelines, runs }: StrainData, time: number): readonly string[] {
  const names = { 'data of': [] as string[], 'off:': [] as string[], 'no list:': [] as string[] };
  const second = { start: Math.floor(time), stop: Math.floor(time) + 1 };
  for (const timeline of timelines) {
    const isKnown = knownTime(timeline, runs, second).length > 0;
    const state = isCovered(timeline.segments, time) ? 'data of' : isKnown ? 'off:' : 'no list:';
    names[state].push(timeline.detector);
  }
  return Object.entries(names).flatMap(([state, all]) => (all.length === 0 ? [] : `${state} ${all.join(', ')}`));
}

/** How the timeline is used. The view shows it while it loads, too. */
export const TimelineHint = () => (
  <p class="readout note">
    Drag to zoom in, click an event to open it. With the keyboard: arrows move, + and − zoom, Page Up and Page Down go
    from event to event, Enter opens.
  </p>
);

/** The time that is pointed at, what is known of the detectors then, and the event. */
function Readout({ data, time, event }: ReadoutProps) {
  if (time === null) return <TimelineHint />;
  const gps = Math.floor(time);
  return (
    <p class="readout">
      {event && <strong>{event.name}</strong>} <span>{utcText(gps)} UTC</span> <span>GPS {gps}</span>{' '}
      {listStates(data, time).map((state) => (
        <span key={state}>{state}</span>
      ))}
    </p>
  );
}

/** Steps from an interval, with their keys. */
const listSteps = (interval: Interval, bounds: Interval) => [
  { sign: '←', key: 'ArrowLeft', title: 'Earlier', to: move(interval, -MOVE_STEP, bounds) },
  { sign: '→', key: 'ArrowRight', title: 'Later', to: move(interval, MOVE_STEP, bounds) },
  { sign: '+', key: '+', title: 'Zoom in', to: zoom(interval, ZOOM_STEP, 0.5, bounds) },
  { sign: '−', key: '-', title: 'Zoom out', to: zoom(interval, 1 / ZOOM_STEP, 0.5, bounds) },
];

function Controls({ data, interval, onInterval }: Omit<TimelineProps, 'onOpen'>) {
  const { bounds, runs, withSegments } = data;
  const intervals = [
    { title: 'All segments', to: withSegments },
    ...runs.map((run) => ({ title: run.name, to: spanOf(run) })),
  ];
  const isShown = ({ start, stop }: Interval) => start === interval.start && stop === interval.stop;
  return (
    <div class="controls">
      <fieldset class="group" aria-label="Interval">
        {intervals.map(({ title, to }) => (
          <button key={title} type="button" aria-pressed={isShown(to)} onClick={() => onInterval(to, 'push')}>
            {title}
          </button>
        ))}
      </fieldset>
      <fieldset class="group" aria-label="Zoom and move">
        {listSteps(interval, bounds).map(({ sign, title, to }) => (
          <button key={title} type="button" aria-label={title} onClick={() => onInterval(to, 'push')}>
            {sign}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

/** Zooms with Ctrl and the wheel; without Ctrl the wheel scrolls the page. */
function useWheel(element: RefObject<HTMLElement | null>, onZoom: (factor: number, x: number) => void): void {
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      onZoom(Math.exp(event.deltaY / WHEEL_PX), event.clientX - current.getBoundingClientRect().left);
    };
    // Preact only adds passive listeners, which cannot call preventDefault.
    current.addEventListener('wheel', onWheel, { passive: false });
    return () => current.removeEventListener('wheel', onWheel);
  });
}

/** Pointer and keys on the timeline. */
function useTimelinePointing({ range, interval, at, invert }: TimeAxis, { data, onInterval, onOpen }: TimelineProps) {
  const { bounds, events } = data;
  const [left, right] = range;
  /** The part of the interval before a pixel, 0 to 1. */
  const partAt = (x: number): number => Math.min(Math.max((x - left) / (right - left), 0), 1);
  const marks = useMemo(
    () => events.map((event): EventMark => ({ x: at(event.gps), y: 0, id: event.shortName, event })),
    [events, interval.start, interval.stop, right],
  );
  const show = (to: Interval) => onInterval(to, 'replace');
  const goTo = (next: EventMark | undefined) => {
    if (next === undefined) return;
    const { gps } = next.event;
    const length = lengthOf(interval);
    const start = Math.floor(gps) - Math.floor(length / 2);
    if (gps < interval.start || gps >= interval.stop) show(within(bounds, { start, stop: start + length }));
    pointing.pointAt(next);
  };
  const steps = Object.fromEntries(listSteps(interval, bounds).map(({ key, to }) => [key, () => show(to)]));
  const pointing = usePointing<EventMark>({
    ...{ marks, reach: REACH, brush: 'x' },
    // Without height, so that only the distance along the axis counts.
    bounds: { width: right, left, right, top: 0, bottom: 0 },
    onOpen: ({ event }) => onOpen(event),
    onBrush: ({ x: [from, to] }) => onInterval(between(interval, partAt(from), partAt(to), bounds), 'push'),
    keys: {
      ...steps,
      // The key of the plus sign without Shift.
      '=': () => steps['+']?.(),
      Home: () => onInterval(bounds, 'push'),
      PageDown: () => goTo(marks.find(({ event }) => event.gps > from)),
      PageUp: () => goTo(marks.findLast(({ event }) => event.gps < from)),
    },
  });
  const { mark, point } = pointing;
  const time = mark?.event.gps ?? (point && invert(point.x));
  /** The keys go on from here to the next event. */
  const from = time ?? interval.start;
  return {
    pointing,
    time,
    zoomAt: (factor: number, x: number) => show(zoom(interval, factor, partAt(x), bounds)),
  };
}

export function TimelinePanel(props: TimelineProps) {
  const { data, interval, onInterval } = props;
  const { events, timelines, runs } = data;
  const [element, width] = useWidth<HTMLDivElement>();
  const axis = createTimeAxis(interval, width, timelines);
  const { pointing, time, zoomAt } = useTimelinePointing(axis, props);
  useWheel(element, zoomAt);
  const { mark, area } = pointing;
  const help = useId();
  const bottom = drawingHeight(timelines.length);
  return (
    <section class="panel" aria-label="Timeline">
      <Controls {...{ data, interval, onInterval }} />
      <Drawing
        {...{ element, pointing, help }}
        label={`Timeline of data from ${utcText(interval.start)} to ${utcText(interval.stop)} UTC`}
      >
        {width > 0 && (
          <TimelineChart {...{ axis, timelines, runs, events }} current={mark?.id ?? null}>
            {area && <Brush area={{ x: area.x, y: [0, bottom] }} />}
            {time !== null && <line class="cursor" x1={axis.at(time)} x2={axis.at(time)} y2={bottom} />}
          </TimelineChart>
        )}
      </Drawing>
      <div aria-live="polite" id={help}>
        <Readout {...{ data, time }} event={mark?.event} />
      </div>
      <TimelineLegend />
    </section>
  );
}
