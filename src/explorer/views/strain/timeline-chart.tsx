/**
 * Draws the timeline: runs as bands, events as marks, and a row for each detector, in which the height of a bar is the fraction
 * of time with data. There is one bar per pixel, however many segments there are.
 */

import { useMemo } from 'preact/hooks';
import type { RunEntry } from '../../../core/contract/wire.ts';
import { utcTicks } from '../../charts/utc-ticks.ts';
import { coverage, type Interval, lengthOf } from '../../intervals/coverage.ts';
import { type DetectorTimeline, knowledgeOf } from '../../intervals/observing.ts';
import type { EventMark } from './load.ts';

/** Space for the detectors' codes, in pixels. */
export const GUTTER = 34;
const RUNS = { top: 0, height: 18 };
const EVENTS = { top: 24, height: 20 };
const ROW = { top: 50, height: 30, gap: 8 };
const AXIS_HEIGHT = 24;
/** Approximate width of a character in a label. */
const LETTER = 7.6;
const PIXELS_PER_TICK = 110;

interface ChartProps {
  /** Of the whole drawing, in pixels. */
  readonly width: number;
  readonly interval: Interval;
  readonly timelines: readonly DetectorTimeline[];
  readonly runs: readonly RunEntry[];
  readonly events: readonly EventMark[];
  /** Short name of the event under the pointer. */
  readonly current?: string | null;
  /** Time under the pointer. */
  readonly cursor?: number | null;
  /** The interval being selected. */
  readonly selection?: Interval | null;
}

type Place = (gps: number) => number;

/** Width of the plot itself. */
export const plotWidth = (width: number): number => Math.max(1, Math.floor(width - GUTTER));

/** Adjacent bars of equal height are merged. */
function barsPath(parts: Float64Array, width: number, height: number): string {
  const column = width / parts.length;
  let path = '';
  for (let from = 0; from < parts.length; ) {
    const part = parts[from] as number;
    let to = from + 1;
    while (to < parts.length && parts[to] === part) to++;
    if (part > 0) {
      // Even the shortest segment is visible.
      const bar = Math.max(part * height, 1).toFixed(2);
      path += `M${(from * column).toFixed(2)},${height}v-${bar}h${((to - from) * column).toFixed(2)}v${bar}z`;
    }
    from = to;
  }
  return path;
}

/** Position and width of an interval's rectangle, clipped to the drawing; null if it is outside. */
function box({ start, stop }: Interval, at: Place, width: number): { x: number; width: number } | null {
  const from = Math.max(0, at(start));
  const to = Math.min(width, at(stop));
  return to <= 0 || from >= width ? null : { x: from, width: Math.max(1, to - from) };
}

/** Below this many pixels, a run inside another one would only hide the other's name. */
const NARROWEST_RUN = 4;

const isWithinAnother = (run: RunEntry, runs: readonly RunEntry[]): boolean =>
  runs.some((one) => one !== run && one.gps_start <= run.gps_start && one.gps_end >= run.gps_end);

function RunBands({ runs, at, width }: Pick<ChartProps, 'runs'> & { readonly at: Place; readonly width: number }) {
  const bands = runs.flatMap((run) => {
    const { name, gps_start: start, gps_end: stop } = run;
    const band = box({ start, stop }, at, width);
    if (band === null || (band.width < NARROWEST_RUN && isWithinAnother(run, runs))) return [];
    return [{ name, ...band }];
  });
  return (
    <g class="runs">
      {bands.map(({ name, ...band }) => (
        <rect key={name} {...band} y={RUNS.top} height={RUNS.height} rx={2} />
      ))}
      {bands.map(
        (band) =>
          band.width > band.name.length * LETTER + 6 && (
            <text key={band.name} x={band.x + band.width / 2} y={RUNS.top + 13}>
              {band.name}
            </text>
          ),
      )}
    </g>
  );
}

/** Marks, with names where there is space: from left to right, each one that fits. */
function EventMarks({
  events,
  at,
  width,
  current,
}: Pick<ChartProps, 'events' | 'current'> & { at: Place; width: number }) {
  const shown = events.map((event) => ({ event, x: at(event.gps) })).filter(({ x }) => x >= 0 && x <= width);
  let end = Number.NEGATIVE_INFINITY;
  const labels = shown.flatMap(({ event, x }, n) => {
    const length = event.name.length * LETTER;
    const next = shown[n + 1]?.x ?? Number.POSITIVE_INFINITY;
    if (x < end + 8 || x + 6 + length > Math.min(width, next - 6)) return [];
    end = x + 6 + length;
    return [{ name: event.name, x }];
  });
  const pointed = shown.find(({ event }) => event.shortName === current);
  const { top, height } = EVENTS;
  return (
    <g class="event-marks">
      <path class="marks" d={shown.map(({ x }) => `M${x.toFixed(1)},${top}v${height}`).join('')} />
      {pointed && <path class="pointed" d={`M${pointed.x.toFixed(1)},${top - 3}v${height + 6}`} />}
      {labels.map(({ name, x }) => (
        <text key={name} x={x + 6} y={top + 14}>
          {name}
        </text>
      ))}
    </g>
  );
}

interface RowProps extends Pick<ChartProps, 'interval' | 'runs'> {
  readonly timeline: DetectorTimeline;
  readonly top: number;
  readonly at: Place;
  readonly width: number;
}

/** A detector's data; hatched where it took part in a run without recorded segments. */
function DetectorRow({ timeline, interval, runs, top, at, width }: RowProps) {
  const { detector, segments } = timeline;
  const bars = useMemo(
    () => barsPath(coverage(segments, interval, width), width, ROW.height),
    [segments, interval.start, interval.stop, width],
  );
  const unknown = runs.filter((run) => knowledgeOf(timeline, run) === 'unknown');
  return (
    <g class={`row ${detector}`} transform={`translate(0,${top})`}>
      <text class="code" x={-8} y={ROW.height / 2 + 4}>
        {detector}
      </text>
      <rect class="track" width={width} height={ROW.height} />
      {unknown.map(({ name, gps_start: start, gps_end: stop }) => {
        const hatched = box({ start, stop }, at, width);
        return hatched && <rect key={name} {...hatched} class="unknown" height={ROW.height} fill="url(#no-segments)" />;
      })}
      <path class="data" d={bars} />
    </g>
  );
}

function Axis({ interval, at, width, top }: Pick<ChartProps, 'interval'> & { at: Place; width: number; top: number }) {
  const ticks = utcTicks(interval, Math.max(2, width / PIXELS_PER_TICK));
  const apart = ticks[0] && ticks[1] ? at(ticks[1].gps) - at(ticks[0].gps) : width;
  const longest = Math.max(0, ...ticks.map(({ label }) => label.length)) * LETTER + 10;
  const every = Math.max(1, Math.ceil(longest / Math.max(1, apart)));
  return (
    <g class="axis" transform={`translate(0,${top})`}>
      {ticks.map(({ gps, label }, n) => {
        const x = at(gps);
        const half = (label.length * LETTER) / 2;
        return (
          <g key={gps}>
            <line class="base" x1={x} x2={x} y1={ROW.top - top} y2={4} />
            {n % every === 0 && x > half && x < width - half && (
              <text x={x} y={18}>
                {label}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

export function TimelineChart(props: ChartProps) {
  const { width, interval, timelines, runs, events, current, cursor = null, selection = null } = props;
  const plot = plotWidth(width);
  const at: Place = (gps) => ((gps - interval.start) / lengthOf(interval)) * plot;
  const bottom = ROW.top + timelines.length * (ROW.height + ROW.gap) - ROW.gap;
  const selected = selection && box(selection, at, plot);
  return (
    <svg class="timeline" width={width} height={bottom + AXIS_HEIGHT} aria-hidden="true">
      <defs>
        <pattern id="no-segments" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line class="hatch" y2="6" />
        </pattern>
      </defs>
      <g transform={`translate(${GUTTER},0)`}>
        <Axis {...{ interval, at }} width={plot} top={bottom} />
        <RunBands {...{ runs, at }} width={plot} />
        <EventMarks {...{ events, at, current: current ?? null }} width={plot} />
        {timelines.map((timeline, n) => (
          <DetectorRow
            key={timeline.detector}
            {...{ timeline, interval, runs, at }}
            top={ROW.top + n * (ROW.height + ROW.gap)}
            width={plot}
          />
        ))}
        {selected && <rect class="selection" {...selected} height={bottom} />}
        {cursor !== null && <line class="cursor" x1={at(cursor)} x2={at(cursor)} y2={bottom} />}
      </g>
    </svg>
  );
}
