/** The timeline with its controls: choosing a run, zooming, moving, and a text for the position under the pointer. */

import type { RunEntry } from '../../../core/contract/wire.ts';
import { useWidth } from '../../charts/use-width.ts';
import { utcLabel } from '../../charts/utc-ticks.ts';
import { type Interval, isCovered, lengthOf } from '../../intervals/coverage.ts';
import { move, zoom } from '../../intervals/interval.ts';
import type { EventMark, StrainData } from './load.ts';
import { TimelineChart } from './timeline-chart.tsx';
import { type Pointed, useTimelineInput } from './use-timeline-input.ts';

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
      <p class="readout hint">
        Drag to zoom in, click an event to open it. With the keyboard: arrows move, + and − zoom, Page Up and Page Down
        go from event to event, Enter opens.
      </p>
    );
  }
  const gps = Math.floor(pointed.time);
  const detectors = data.timelines
    .filter(({ segments }) => isCovered(segments, pointed.time))
    .map(({ detector }) => detector);
  return (
    <p class="readout">
      {pointed.event && <strong>{pointed.event.name}</strong>} <span>{utcLabel(gps)} UTC</span> <span>GPS {gps}</span>{' '}
      <span>{detectors.length === 0 ? 'no data' : `data of ${detectors.join(', ')}`}</span>
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

export function Timeline({ data, interval, onInterval, onOpen }: TimelineProps) {
  const [element, width] = useWidth<HTMLDivElement>();
  const { bounds, events, timelines, runs } = data;
  const input = useTimelineInput(element, { interval, bounds, events, width, onInterval, onOpen });
  const { pointed, selection, handlers } = input;
  const isUnknown = runs.some(
    ({ name, detectors, gps_start: start, gps_end: stop }) =>
      start < interval.stop &&
      stop > interval.start &&
      timelines.some((timeline) => detectors.includes(timeline.detector) && !timeline.runs.includes(name)),
  );
  return (
    <section class="panel" aria-label="Timeline">
      <Controls {...{ data, interval, onInterval }} />
      <div
        ref={element}
        class={`timeline-area${pointed?.event ? ' on-event' : ''}`}
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
      <p class="bar-note">
        The height of a bar is the part of its time with data
        {lengthOf(interval) > 0 && width > 0 && ` (${barLength(lengthOf(interval) / Math.max(1, width))} wide)`}.
        {isUnknown && ' Hatched: the detector took part in the run, and the catalogue has no segments of it.'}
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
