/**
 * Draws the timeline: runs as bands, events as marks, and a row for each flag. Segments that are wide enough are drawn as they are; all others
 * share one bar per pixel, however many there are, whose height is the fraction of time with data.
 */

import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { RunEntry } from '../../../core/contract/wire.ts';
import { textWidth } from '../../charts/axes.tsx';
import { bars, paint } from '../../charts/marks.ts';
import { useWidth } from '../../charts/plot.tsx';
import { type Extent, type Positions, spread, utcTicks } from '../../charts/scale.ts';
import { clip, coverage, type Interval, lengthOf, spanOf } from '../../intervals/interval.ts';
import { type DetectorTimeline, isWithinAnother, knownTime } from '../../intervals/observing.ts';
import { colourOf } from '../../parts/colours.ts';
import { isDataFlag, type TimelineEvent } from './load.ts';

/** Least space for the names of rows, in pixels. */
const GUTTER = 34;
const RUNS = { top: 0, height: 18 };
const EVENTS = { top: 24, height: 20 };
const ROW = { top: 50, height: 30, gap: 8 };
const AXIS_HEIGHT = 24;
const PIXELS_PER_TICK = 110;

/** Where times are in a drawing. */
export interface TimeAxis extends Positions {
  /** In pixels; the end is the width of the drawing. */
  readonly range: Extent;
  readonly interval: Interval;
}

/** The name of a row: the detector for its data, otherwise the flag. */
const nameRow = (timeline: DetectorTimeline): string => (isDataFlag(timeline) ? timeline.detector : timeline.flag);

export function createTimeAxis(interval: Interval, width: number, timelines: readonly DetectorTimeline[]): TimeAxis {
  const gutter = Math.ceil(Math.max(GUTTER, ...timelines.map((one) => textWidth(nameRow(one)) + 12)));
  const range: Extent = [gutter, Math.max(gutter + 1, width)];
  return { ...spread('linear', [interval.start, interval.stop], range), range, interval };
}

export const drawingHeight = (rows: number): number => ROW.top + rows * (ROW.height + ROW.gap) - ROW.gap;

interface ChartProps {
  readonly axis: TimeAxis;
  readonly timelines: readonly DetectorTimeline[];
  readonly runs: readonly RunEntry[];
  readonly events: readonly TimelineEvent[];
  /** Short name of the event that is pointed at or shown. */
  readonly current?: string | null;
  /** Drawn on top. */
  readonly children?: ComponentChildren;
}

/** Segments of at least this many pixels have ends of their own. In a bar per pixel, the pixels at their ends would look like notches. */
const WIDE_PX = 3;

/** Bars of segments. Even the shortest segment is visible. */
function drawSegments(segments: readonly Interval[], { interval, at, range: [left, right] }: TimeAxis): string {
  const columns = right - left;
  const isWide = (one: Interval) => (columns * lengthOf(one)) / lengthOf(interval) >= WIDE_PX;
  const shown = clip(segments, interval);
  const drawn = shown.filter(isWide).map(({ start, stop }) => ({ ends: [at(start), at(stop)] as Extent, top: 0 }));
  const narrow = shown.filter((one) => !isWide(one));
  for (const [column, part] of coverage(narrow, interval, columns).entries()) {
    const top = part === 0 ? ROW.height : Math.min(ROW.height * (1 - part), ROW.height - 1);
    drawn.push({ ends: [left + column, left + column + 1], top });
  }
  return bars(drawn, ROW.height);
}

/** Position and width of an interval's rectangle, clipped to the drawing; null if it is outside. */
function findBox(
  { start, stop }: Interval,
  { at, range: [left, right] }: TimeAxis,
): { x: number; width: number } | null {
  const from = Math.max(left, at(start));
  const to = Math.min(right, at(stop));
  return to <= left || from >= right ? null : { x: from, width: Math.max(1, to - from) };
}

/** Below this many pixels, a run inside another one would only hide the other's name. */
const NARROWEST_RUN = 4;

function RunBands({ runs, axis }: Pick<ChartProps, 'runs' | 'axis'>) {
  const bands = runs.flatMap((run) => {
    const box = findBox(spanOf(run), axis);
    return box === null || (box.width < NARROWEST_RUN && isWithinAnother(run, runs)) ? [] : [{ name: run.name, box }];
  });
  return (
    <g class="runs">
      {bands.map(({ name, box }) => (
        <rect key={name} {...box} y={RUNS.top} height={RUNS.height} rx={2} />
      ))}
      {bands.map(
        ({ name, box }) =>
          box.width > textWidth(name) + 6 && (
            <text key={name} x={box.x + box.width / 2} y={RUNS.top + 13} text-anchor="middle">
              {name}
            </text>
          ),
      )}
    </g>
  );
}

/** Marks, with names where there is space: from left to right, each one that fits. */
function EventMarks({ events, axis, current }: Pick<ChartProps, 'events' | 'axis' | 'current'>) {
  const [left, right] = axis.range;
  const shown = events.map((event) => ({ event, x: axis.at(event.gps) })).filter(({ x }) => x >= left && x <= right);
  let end = Number.NEGATIVE_INFINITY;
  const labels = shown.filter(({ event, x }, n) => {
    const stop = x + 6 + textWidth(event.name);
    const next = shown[n + 1]?.x ?? Number.POSITIVE_INFINITY;
    if (x < end + 8 || stop > Math.min(right, next - 6)) return false;
    end = stop;
    return true;
  });
  const pointed = shown.find(({ event }) => event.shortName === current);
  const { top, height } = EVENTS;
  return (
    <g class="event-marks">
      <path class="marks" d={shown.map(({ x }) => `M${x.toFixed(1)},${top}v${height}`).join('')} />
      {pointed && <path class="pointed" d={`M${pointed.x.toFixed(1)},${top - 3}v${height + 6}`} />}
      {labels.map(({ event: { name }, x }) => (
        <text key={name} x={x + 6} y={top + 14}>
          {name}
        </text>
      ))}
    </g>
  );
}

interface RowProps extends Pick<ChartProps, 'axis' | 'runs'> {
  readonly timeline: DetectorTimeline;
  readonly top: number;
}

/** When a flag was on; hatched where the catalogue has no list of its segments. */
function FlagRow({ timeline, axis, runs, top }: RowProps) {
  const { interval, range } = axis;
  const [left, right] = range;
  const path = useMemo(
    () => drawSegments(timeline.segments, axis),
    [timeline.segments, interval.start, interval.stop, left, right],
  );
  return (
    <g style={paint(colourOf('detector', timeline.detector))} transform={`translate(0,${top})`}>
      <text class="code" x={left - 8} y={ROW.height / 2 + 4} text-anchor="end">
        {nameRow(timeline)}
      </text>
      <rect class="no-list" x={left} width={right - left} height={ROW.height} fill="url(#no-list)" />
      {knownTime(timeline, runs, interval).map((known) => (
        <rect key={known.start} class="track" {...findBox(known, axis)} height={ROW.height} />
      ))}
      <path class="data" d={path} />
    </g>
  );
}

/** What the parts of a row mean. */
export const TimelineLegend = () => (
  <ul class="legend" aria-label="Parts of a row">
    <li>
      <span class="swatch on" /> on: the height of a bar is the part of its time
    </li>
    <li>
      <span class="swatch off" /> off
    </li>
    <li>
      <span class="swatch no-list" /> no list: the catalogue has no segments of this time
    </li>
  </ul>
);

/** Ticks through all rows, and as many of their labels as fit. */
function Ticks({ axis, bottom }: Pick<ChartProps, 'axis'> & { readonly bottom: number }) {
  const [left, right] = axis.range;
  const ticks = utcTicks(axis, axis.range, Math.max(2, (right - left) / PIXELS_PER_TICK));
  const apart = ticks[0] && ticks[1] ? ticks[1].at - ticks[0].at : right;
  const longest = Math.max(0, ...ticks.map(({ text }) => textWidth(text))) + 10;
  const every = Math.ceil(longest / Math.max(1, apart));
  return (
    <g class="axis">
      {ticks.map(({ at, text }, n) => {
        const half = textWidth(text) / 2;
        return (
          <g key={at}>
            <line class="base" x1={at} x2={at} y1={ROW.top} y2={bottom + 4} />
            {n % every === 0 && at > left + half && at < right - half && (
              <text x={at} y={bottom + 18} text-anchor="middle">
                {text}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

export function TimelineChart({ axis, timelines, runs, events, current = null, children }: ChartProps) {
  const bottom = drawingHeight(timelines.length);
  return (
    <svg class="timeline" width={axis.range[1]} height={bottom + AXIS_HEIGHT} aria-hidden="true">
      <defs>
        <pattern id="no-list" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line class="hatch" y2="6" />
        </pattern>
      </defs>
      <Ticks {...{ axis, bottom }} />
      <RunBands {...{ runs, axis }} />
      <EventMarks {...{ events, axis, current }} />
      {timelines.map((timeline, n) => (
        <FlagRow key={timeline.flag} {...{ timeline, axis, runs }} top={ROW.top + n * (ROW.height + ROW.gap)} />
      ))}
      {children}
    </svg>
  );
}

/** A timeline as wide as the page allows, without pointer and keys. */
export function StaticTimeline({ interval, ...props }: Omit<ChartProps, 'axis'> & { readonly interval: Interval }) {
  const [element, width] = useWidth<HTMLDivElement>();
  const { timelines } = props;
  return (
    <div ref={element}>
      {width > 0 && timelines.length > 0 && (
        <TimelineChart axis={createTimeAxis(interval, width, timelines)} {...props} />
      )}
      {timelines.length > 0 && <TimelineLegend />}
    </div>
  );
}
