/**
 * The timeline with its controls: choosing a run, zooming, moving, and a text for what is pointed at. Dragging selects an interval, a click
 * opens an event.
 */

import type { RefObject } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { RunEntry } from '../../../core/contract/wire.ts';
import { type Mark, usePointing } from '../../charts/pointing.ts';
import { useWidth } from '../../charts/use-width.ts';
import { utcLabel } from '../../charts/utc-ticks.ts';
import { type Interval, isCovered, lengthOf } from '../../intervals/coverage.ts';
import { between, move, within, zoom } from '../../intervals/interval.ts';
import { knowledgeOf, runsWithin } from '../../intervals/observing.ts';
import type { EventMark, StrainData } from './load.ts';
import { GUTTER, plotWidth, TimelineChart } from './timeline-chart.tsx';

/** An event counts as pointed at within this distance, however far below it the pointer is. */
const REACH = { px: 7, along: 'x' } as const;
const ZOOM_STEP = 0.5;
const MOVE_STEP = 0.2;
/** Wheel movement that zooms by a factor of e. */
const WHEEL_PX = 400;

interface EventPoint extends Mark {
  readonly event: EventMark;
}

interface Pointed {
  /** GPS seconds. */
  readonly time: number;
  readonly event: EventMark | null;
}

interface TimelineProps {
  readonly data: StrainData;
  readonly interval: Interval;
  readonly onInterval: (interval: Interval, how: 'push' | 'replace') => void;
  readonly onOpen: (event: EventMark) => void;
}

/** The time under the pointer, the detectors with data then, and the event. */
function Readout({ pointed, data }: { readonly pointed: Pointed | null; readonly data: StrainData }) {
  if (pointed === null) {
    return (
      <p class="readout note">
        Drag to zoom in, click an event to open it. With the keyboard: arrows move, + and − zoom, Page Up and Page Down
        go from event to event, Enter opens.
      </p>
    );
  }
  const gps = Math.floor(pointed.time);
  const detectors = data.timelines
    .filter(({ segments }) => isCovered(segments, pointed.time))
    .map(({ detector }) => detector);
  const noData = hasUnknown(data, { start: gps, stop: gps + 1 }) ? 'not known' : 'no data';
  return (
    <p class="readout">
      {pointed.event && <strong>{pointed.event.name}</strong>} <span>{utcLabel(gps)} UTC</span> <span>GPS {gps}</span>{' '}
      <span>{detectors.length === 0 ? noData : `data of ${detectors.join(', ')}`}</span>
    </p>
  );
}

function Controls({ data, interval, onInterval }: Omit<TimelineProps, 'onOpen'>) {
  const { bounds } = data;
  const spanOf = ({ gps_start: start, gps_end: stop }: RunEntry): Interval => ({ start, stop });
  const isShown = ({ start, stop }: Interval) => start === interval.start && stop === interval.stop;
  const push = (to: Interval) => onInterval(to, 'push');
  return (
    <div class="controls">
      <fieldset class="group" aria-label="Interval">
        <button type="button" aria-pressed={isShown(data.withSegments)} onClick={() => push(data.withSegments)}>
          All segments
        </button>
        {data.runs.map((run) => (
          <button key={run.name} type="button" aria-pressed={isShown(spanOf(run))} onClick={() => push(spanOf(run))}>
            {run.name}
          </button>
        ))}
      </fieldset>
      <fieldset class="group" aria-label="Zoom and move">
        <button type="button" aria-label="Earlier" onClick={() => push(move(interval, -0.5, bounds))}>
          ←
        </button>
        <button type="button" aria-label="Later" onClick={() => push(move(interval, 0.5, bounds))}>
          →
        </button>
        <button type="button" aria-label="Zoom in" onClick={() => push(zoom(interval, 0.5, 0.5, bounds))}>
          +
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => push(zoom(interval, 2, 0.5, bounds))}>
          −
        </button>
      </fieldset>
    </div>
  );
}

/** Zooms with Ctrl and the wheel; without Ctrl the wheel scrolls the page. */
function useWheel(element: RefObject<HTMLElement | null>, onZoom: (factor: number, around: number) => void): void {
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left, width } = current.getBoundingClientRect();
      const around = (event.clientX - left - GUTTER) / Math.max(1, width - GUTTER);
      onZoom(Math.exp(event.deltaY / WHEEL_PX), Math.min(1, Math.max(0, around)));
    };
    // Preact only adds passive listeners, which cannot call preventDefault.
    current.addEventListener('wheel', onWheel, { passive: false });
    return () => current.removeEventListener('wheel', onWheel);
  });
}

/** Pointer, wheel and keys of the timeline. Times and pixels are related by its interval and width. */
function useTimeline(element: RefObject<HTMLElement | null>, width: number, props: TimelineProps) {
  const { data, interval, onInterval, onOpen } = props;
  const { bounds, events } = data;
  const plot = plotWidth(width);
  const timeAt = (x: number): number => interval.start + (lengthOf(interval) * (x - GUTTER)) / plot;
  const marks = useMemo(
    () =>
      events.map((event): EventPoint => {
        const x = GUTTER + ((event.gps - interval.start) / lengthOf(interval)) * plot;
        return { x, y: 0, id: event.shortName, event };
      }),
    [events, interval.start, interval.stop, plot],
  );
  const show = (to: Interval) => onInterval(to, 'replace');
  const goTo = (mark: EventPoint | undefined) => {
    if (mark === undefined) return;
    const { gps } = mark.event;
    const length = lengthOf(interval);
    const start = Math.floor(gps) - Math.floor(length / 2);
    if (gps < interval.start || gps >= interval.stop) show(within(bounds, { start, stop: start + length }));
    pointing.pointAt(mark);
  };
  const zoomBy = (factor: number) => () => show(zoom(interval, factor, 0.5, bounds));
  const moveBy = (part: number) => () => show(move(interval, part, bounds));
  const pointing = usePointing({
    ...{ marks, reach: REACH, brush: 'x' },
    bounds: { width, left: GUTTER, right: width, top: 0, bottom: 0 },
    onOpen: ({ event }: EventPoint) => onOpen(event),
    onBrush: ({ x }) => onInterval(between(interval, (x[0] - GUTTER) / plot, (x[1] - GUTTER) / plot, bounds), 'push'),
    keys: {
      ArrowLeft: moveBy(-MOVE_STEP),
      ArrowRight: moveBy(MOVE_STEP),
      '+': zoomBy(ZOOM_STEP),
      '=': zoomBy(ZOOM_STEP),
      '-': zoomBy(1 / ZOOM_STEP),
      Home: () => onInterval(bounds, 'push'),
      PageDown: () => goTo(marks.find(({ event }) => event.gps > from)),
      PageUp: () => goTo(marks.findLast(({ event }) => event.gps < from)),
    },
  });
  const { mark, place, area } = pointing;
  const time = mark?.event.gps ?? (place && timeAt(place.x));
  /** The keys go on from here to the next event. */
  const from = time ?? interval.start;
  useWheel(element, (factor, around) => show(zoom(interval, factor, around, bounds)));
  return {
    pointed: time === null ? null : { time, event: mark?.event ?? null },
    selection: area && { start: timeAt(area.x[0]), stop: timeAt(area.x[1]) },
    handlers: pointing.handlers,
  };
}

/** True if a detector that is shown took part in a run of the interval for which the catalogue has no segments of it. */
function hasUnknown({ runs, timelines }: StrainData, interval: Interval): boolean {
  return runsWithin(runs, interval).some(({ run }) =>
    timelines.some((timeline) => knowledgeOf(timeline, run) === 'unknown'),
  );
}

export function Timeline(props: TimelineProps) {
  const { data, interval, onInterval } = props;
  const [element, width] = useWidth<HTMLDivElement>();
  const { pointed, selection, handlers } = useTimeline(element, width, props);
  const { events, timelines, runs } = data;
  return (
    <section class="panel" aria-label="Timeline">
      <Controls {...{ data, interval, onInterval }} />
      <div
        ref={element}
        class={`drawing timeline-area${pointed?.event ? ' is-pointing' : ''}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved and zoomed with keys.
        tabIndex={0}
        role="application"
        aria-label={`Timeline of data from ${utcLabel(interval.start)} to ${utcLabel(interval.stop)} UTC`}
        {...handlers}
      >
        {width > 0 && (
          <TimelineChart
            {...{ width, interval, timelines, runs, events, selection }}
            current={pointed?.event?.shortName ?? null}
            cursor={pointed?.time ?? null}
          />
        )}
      </div>
      <div aria-live="polite">
        <Readout pointed={pointed} data={data} />
      </div>
      <p class="note">
        The height of a bar is the part of its time with data
        {width > 0 && ` (${barLength(lengthOf(interval) / width)} wide)`}.
        {hasUnknown(data, interval) &&
          ' Hatched: the detector took part in the run, and the catalogue has no segments of it.'}
      </p>
    </section>
  );
}

/** The duration of one pixel, in words. */
function barLength(seconds: number): string {
  if (seconds < 1) return 'less than a second';
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`;
}
