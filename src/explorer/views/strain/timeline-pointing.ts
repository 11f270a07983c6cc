/** Pointer and keyboard input on the timeline: zooming, moving, selecting an interval, and going from event to event. */

import type { RefObject } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { recordTarget } from '../../address/address.ts';
import { type Mark, usePointing } from '../../charts/pointing.ts';
import { clamp } from '../../charts/scale.ts';
import { useNavigate } from '../../client/context.ts';
import { between, contains, type Interval, lengthOf, move, within, zoom } from '../../strain-data/interval.ts';
import type { TimelineEvent } from '../../strain-data/timelines.ts';
import type { TimeAxis } from '../../timeline/timeline-chart.tsx';

/** An event counts as pointed at if the pointer is within this horizontal distance, in pixels. */
const REACH = 7;
const ZOOM_STEP = 0.5;
const MOVE_STEP = 0.2;
/** Wheel movement that zooms by a factor of e. */
const WHEEL_PX = 400;

interface EventMark extends Mark {
  readonly event: TimelineEvent;
}

/** The interval that is shown, and how it changes. */
export interface ShownInterval {
  readonly interval: Interval;
  /** The interval cannot leave these. */
  readonly bounds: Interval;
  readonly onInterval: (interval: Interval) => void;
  /** Shows an interval while the user moves or zooms: changes in quick succession are one step of the history. */
  readonly onMove: (interval: Interval) => void;
}

/** The steps that zoom or move an interval, with their keys. */
export const listSteps = ({ interval, bounds }: ShownInterval) => [
  { sign: '←', key: 'ArrowLeft', title: 'Earlier', to: move(interval, -MOVE_STEP, bounds) },
  { sign: '→', key: 'ArrowRight', title: 'Later', to: move(interval, MOVE_STEP, bounds) },
  { sign: '+', key: '+', title: 'Zoom in', to: zoom(interval, ZOOM_STEP, 0.5, bounds) },
  { sign: '−', key: '-', title: 'Zoom out', to: zoom(interval, 1 / ZOOM_STEP, 0.5, bounds) },
];

/** The keys that zoom or move the interval, or go to the next or the previous event. */
function keysOf(options: ShownInterval, goTo: (next: 'next' | 'previous') => void) {
  const { bounds, onInterval, onMove } = options;
  const steps = listSteps(options).map(({ key, to }) => [key, () => onMove(to)] as const);
  const byKey: Readonly<Record<string, () => void>> = Object.fromEntries(steps);
  return {
    ...byKey,
    // The plus key without Shift.
    '=': () => byKey['+']?.(),
    Home: () => onInterval(bounds),
    PageDown: () => goTo('next'),
    PageUp: () => goTo('previous'),
  };
}

/** An interval of the same length with an event in its middle; the interval itself if it contains the event. */
function bringIntoView(gps: number, { interval, bounds }: ShownInterval): Interval {
  if (contains(interval, gps)) return interval;
  const length = lengthOf(interval);
  const start = Math.floor(gps) - Math.floor(length / 2);
  return within(bounds, { start, stop: start + length });
}

/** Zooms with Ctrl and the wheel. Without Ctrl, the wheel scrolls the page. */
export function useWheel(element: RefObject<HTMLElement | null>, onZoom: (factor: number, x: number) => void): void {
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

/** Handles pointer and keyboard input on the timeline. */
export function useTimelinePointing(
  { range, at, invert }: TimeAxis,
  shown: ShownInterval,
  events: readonly TimelineEvent[],
) {
  const { interval, bounds, onInterval, onMove } = shown;
  const navigate = useNavigate();
  const [left, right] = range;
  /** The fraction of the interval (0 to 1) that is before a pixel. Clamped, because the drawing shows slightly more than the interval. */
  const partAt = (x: number): number => clamp((invert(x) - interval.start) / lengthOf(interval), 0, 1);
  const marks = useMemo(
    () => events.map((event): EventMark => ({ x: at(event.gps), y: 0, id: event.shortName, event })),
    [events, interval.start, interval.stop, right],
  );
  const pointing = usePointing<EventMark>({
    ...{ marks, reach: REACH, brush: ['x'] },
    // The bounds have no height, so that only the distance along the axis counts.
    bounds: { width: right, left, right, top: 0, bottom: 0 },
    onOpen: ({ id }) => navigate({ target: recordTarget('event-versions', id), settings: {} }),
    onBrush: ({ x: [from, to] }) => onInterval(between(interval, partAt(from), partAt(to), bounds)),
    keys: keysOf(shown, goTo),
  });
  const { mark, point, pointAt } = pointing;
  const time = mark?.event.gps ?? (point && invert(point.x));

  function goTo(next: 'next' | 'previous'): void {
    const from = time ?? interval.start;
    const found =
      next === 'next' ? marks.find(({ event }) => event.gps > from) : marks.findLast(({ event }) => event.gps < from);
    if (found === undefined) return;
    const to = bringIntoView(found.event.gps, shown);
    if (to !== interval) onMove(to);
    pointAt(found);
  }

  const zoomAt = (factor: number, x: number) => onMove(zoom(interval, factor, partAt(x), bounds));
  return { pointing, time, zoomAt };
}
