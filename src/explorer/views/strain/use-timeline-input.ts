/**
 * Handles pointer, wheel and keys on a timeline. Dragging selects an interval, and a click opens the event under the pointer. The
 * wheel zooms with Ctrl and scrolls the page without it. Arrows move, + and - zoom, Page Up and Page Down go from event to event.
 */

import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Interval, lengthOf } from '../../intervals/coverage.ts';
import { between, move, within, zoom } from '../../intervals/interval.ts';
import type { EventMark } from './load.ts';
import { GUTTER, plotWidth } from './timeline-chart.tsx';

/** Maximum distance between pointer and mark, in pixels. */
const REACH = 7;
/** The pointer must move this many pixels to start a drag. */
const DRAG_PIXELS = 4;
const ZOOM_STEP = 0.5;
const MOVE_STEP = 0.2;
/** Wheel movement that zooms by a factor of e, in pixels. */
const WHEEL_PIXELS = 400;

export interface TimelineInput {
  readonly interval: Interval;
  readonly bounds: Interval;
  readonly events: readonly EventMark[];
  readonly width: number;
  readonly onInterval: (interval: Interval, how: 'push' | 'replace') => void;
  readonly onOpen: (event: EventMark) => void;
}

export interface Pointed {
  readonly time: number;
  readonly event: EventMark | null;
}

/** The event nearest to a time, if it is within reach. */
function nearest(events: readonly EventMark[], time: number, reachS: number): EventMark | null {
  let best: EventMark | null = null;
  for (const event of events) {
    const distance = Math.abs(event.gps - time);
    if (distance <= reachS && (best === null || distance < Math.abs(best.gps - time))) best = event;
  }
  return best;
}

/** The next event after a time, or the previous one. */
function neighbour(events: readonly EventMark[], time: number, isLater: boolean): EventMark | null {
  const beyond = events.filter(({ gps }) => (isLater ? gps > time : gps < time));
  return (isLater ? beyond[0] : beyond.at(-1)) ?? null;
}

/** Handlers for the element around the drawing, and the current pointer position and selection. */
export function useTimelineInput(element: RefObject<HTMLElement | null>, input: TimelineInput) {
  const { interval, bounds, events, width, onInterval, onOpen } = input;
  const [pointed, setPointed] = useState<Pointed | null>(null);
  /** Start and current position of a drag, as fractions of the width. */
  const [drag, setDrag] = useState<readonly [from: number, to: number] | null>(null);
  const plot = plotWidth(width);

  const placeOf = ({ clientX }: MouseEvent): number => {
    const left = element.current?.getBoundingClientRect().left ?? 0;
    return Math.min(1, Math.max(0, (clientX - left - GUTTER) / plot));
  };
  const timeAt = (place: number): number => interval.start + lengthOf(interval) * place;
  const pointAt = (place: number): Pointed => {
    const time = timeAt(place);
    return { time, event: nearest(events, time, (REACH / plot) * lengthOf(interval)) };
  };

  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      onInterval(zoom(interval, Math.exp(event.deltaY / WHEEL_PIXELS), placeOf(event), bounds), 'replace');
    };
    // Preact cannot declare its listeners as non-passive, so they could not call preventDefault.
    current.addEventListener('wheel', onWheel, { passive: false });
    return () => current.removeEventListener('wheel', onWheel);
  });

  const goTo = (event: EventMark | null) => {
    if (event === null) return;
    const isShown = event.gps >= interval.start && event.gps < interval.stop;
    const half = Math.floor(lengthOf(interval) / 2);
    const start = Math.floor(event.gps) - half;
    if (!isShown) onInterval(within(bounds, { start, stop: start + lengthOf(interval) }), 'replace');
    setPointed({ time: event.gps, event });
  };
  const cursorTime = pointed?.time ?? timeAt(0);
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => onInterval(move(interval, -MOVE_STEP, bounds), 'replace'),
    ArrowRight: () => onInterval(move(interval, MOVE_STEP, bounds), 'replace'),
    '+': () => onInterval(zoom(interval, ZOOM_STEP, 0.5, bounds), 'replace'),
    '=': () => onInterval(zoom(interval, ZOOM_STEP, 0.5, bounds), 'replace'),
    '-': () => onInterval(zoom(interval, 1 / ZOOM_STEP, 0.5, bounds), 'replace'),
    Home: () => onInterval(bounds, 'push'),
    PageDown: () => goTo(neighbour(events, cursorTime, true)),
    PageUp: () => goTo(neighbour(events, cursorTime, false)),
    Escape: () => setPointed(null),
    ...(pointed?.event && { Enter: () => onOpen(pointed.event as EventMark) }),
  };

  return {
    pointed,
    selection: drag && between(interval, ...drag, bounds),
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
        setDrag([placeOf(event), placeOf(event)]);
      },
      onPointerMove: (event: PointerEvent) => {
        setPointed(pointAt(placeOf(event)));
        if (drag) setDrag([drag[0], placeOf(event)]);
      },
      onPointerUp: (event: PointerEvent) => {
        if (!drag) return;
        const place = placeOf(event);
        setDrag(null);
        if (Math.abs(place - drag[0]) * plot >= DRAG_PIXELS)
          return onInterval(between(interval, drag[0], place, bounds), 'push');
        const { event: mark } = pointAt(place);
        if (mark) onOpen(mark);
      },
      onPointerCancel: () => setDrag(null),
      onPointerLeave: () => setPointed(null),
      onKeyDown: (event: KeyboardEvent) => {
        const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
        if (!act) return;
        event.preventDefault();
        act();
      },
    },
  };
}
