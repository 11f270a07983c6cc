/**
 * Draws the timeline: events as marks, and a row for each flag. At the scale of a run, each bar is one UTC day, and its height shows the
 * hours with data. Short intervals show individual segments.
 */

import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { RunEntry } from '../../core/contract/wire.ts';
import { spacedDates, utcTicks } from '../charts/date-ticks.ts';
import { bars, paint } from '../charts/marks.ts';
import { useWidth } from '../charts/plot.tsx';
import { type Extent, type Positions, spread } from '../charts/scale.ts';
import { clip, coverage, type Interval, lengthOf, secondsCovered } from '../strain-data/interval.ts';
import { type DetectorTimeline, shareOn, timeThatIs } from '../strain-data/observing.ts';
import { isOfData, nameRow, type TimelineEvent } from '../strain-data/timelines.ts';
import { colourOf } from '../text/colours.ts';
import { percentText } from '../text/hours-text.ts';
import { textWidth } from '../text/text-size.ts';
import { daysPerBar, listBins } from './bins.ts';
import { EventMarks } from './event-marks.tsx';
import { hatch } from './hatching.ts';
import { TimelineLegend } from './timeline-legend.tsx';

/** Space for the row names, in pixels, with and without an hours axis. */
const GUTTER = { wide: 104, narrow: 66 };
/** Narrower drawings have no hours axis. */
const WIDE_PX = 520;
const EVENTS_HEIGHT = 44;
const ROW = { height: 52, gap: 10 };
const AXIS_HEIGHT = 24;
const PIXELS_PER_TICK = 110;

/** Converts times to positions in a drawing. */
export interface TimeAxis extends Positions {
  /** In pixels; the end is the width of the drawing. */
  readonly range: Extent;
  /** The requested interval, over which percentages are. */
  readonly shown: Interval;
  /** What is drawn: slightly longer than the requested interval, so that the ends of a run are visible. */
  readonly interval: Interval;
  /** Days per bar; 0 if segments are drawn. */
  readonly days: number;
  /** The times that the bars cover, the same in all rows. */
  readonly bins: readonly Interval[];
}

/** Extra time drawn before and after the interval, as a fraction of its length. */
const MARGIN = 0.02;

export function createTimeAxis(interval: Interval, width: number, timelines: readonly DetectorTimeline[]): TimeAxis {
  const least = width < WIDE_PX ? GUTTER.narrow : GUTTER.wide;
  const gutter = Math.ceil(Math.max(least, ...timelines.map((one) => textWidth(nameRow(one)) + 12)));
  const range: Extent = [gutter, Math.max(gutter + 1, width)];
  const days = daysPerBar(interval, width - gutter);
  const margin = days === 0 ? 0 : Math.round(MARGIN * lengthOf(interval));
  const drawn = { start: interval.start - margin, stop: interval.stop + margin };
  const bins = days === 0 ? [] : listBins(drawn, days);
  return { ...spread('linear', [drawn.start, drawn.stop], range), range, shown: interval, interval: drawn, days, bins };
}

/** Where the rows begin and end. */
const rowsTop = (hasEvents: boolean): number => (hasEvents ? EVENTS_HEIGHT : 4);
export const rowsBottom = (rows: number, hasEvents: boolean): number =>
  rowsTop(hasEvents) + rows * (ROW.height + ROW.gap) - ROW.gap;

interface ChartProps {
  readonly axis: TimeAxis;
  readonly timelines: readonly DetectorTimeline[];
  readonly runs: readonly RunEntry[];
  readonly events: readonly TimelineEvent[];
  /** The catalog and the number of events, shown below the name of the events row: `GWTC: 44`. */
  readonly eventsNote?: string;
  /** Short name of the event that is pointed at. */
  readonly current?: string | null;
  /** Content drawn on top. */
  readonly children?: ComponentChildren;
}

/**
 * Segments at least this many pixels wide are drawn with their exact ends. If they were drawn as one bar per pixel, the pixels at their
 * ends would look like notches.
 */
const DISTINCT_PX = 3;

/** The upper end of a bar for a part of the time. Even the smallest part is visible. */
const barTop = (part: number): number => (part === 0 ? ROW.height : Math.min(ROW.height * (1 - part), ROW.height - 1));

/** Segments as bars. Even the shortest segment is visible. */
function drawSegments(segments: readonly Interval[], { interval, at, range: [left, right] }: TimeAxis): string {
  const columns = right - left;
  const isWide = (one: Interval) => (columns * lengthOf(one)) / lengthOf(interval) >= DISTINCT_PX;
  const shown = clip(segments, interval);
  const drawn = shown.filter(isWide).map(({ start, stop }) => ({ ends: [at(start), at(stop)] as Extent, top: 0 }));
  const narrow = shown.filter((one) => !isWide(one));
  for (const [column, part] of coverage(narrow, interval, columns).entries()) {
    drawn.push({ ends: [left + column, left + column + 1], top: barTop(part) });
  }
  return bars(drawn, ROW.height);
}

/** Position and width of an interval's rectangle, clipped to the drawing; null if the interval is outside. */
function findBox(
  { start, stop }: Interval,
  { at, range: [left, right] }: TimeAxis,
): { x: number; width: number } | null {
  const from = Math.max(left, at(start));
  const to = Math.min(right, at(stop));
  return to <= left || from >= right ? null : { x: from, width: Math.max(1, to - from) };
}

/**
 * A bar over the known part of each day or group of days, with a gap where there is space for one. Its height is the hours of data of the
 * day, or their average over the known part of several days.
 */
function drawDays(segments: readonly Interval[], known: readonly Interval[], axis: TimeAxis): string {
  const drawn = axis.bins.flatMap((bin) =>
    clip(known, bin).flatMap((part) => {
      const averaged = axis.days === 1 ? bin : part;
      const top = barTop(secondsCovered(segments, averaged) / lengthOf(averaged));
      const { x, width } = findBox(part, axis) ?? { x: 0, width: 0 };
      return width === 0 ? [] : { ends: [x, x + (width >= 4 ? width - 1 : width)] as Extent, top };
    }),
  );
  return bars(drawn, ROW.height);
}

interface RowProps extends Pick<ChartProps, 'axis' | 'runs'> {
  readonly timeline: DetectorTimeline;
  readonly top: number;
}

/** A row that shows when a flag was on; hatched where the catalogue has no list of the flag's segments in a run. */
function FlagRow({ timeline, axis, runs, top }: RowProps) {
  const { interval, range, days } = axis;
  const [left, right] = range;
  const { segments } = timeline;
  const known = timeThatIs('known', timeline, runs, interval);
  const unlisted = timeThatIs('unlisted', timeline, runs, interval);
  const path = useMemo(
    () => (days === 0 ? drawSegments(segments, axis) : drawDays(segments, known, axis)),
    [segments, runs, interval.start, interval.stop, left, right],
  );
  const share = shareOn(timeline, runs, axis.shown);
  const boxesOf = (parts: readonly Interval[]) => parts.flatMap((part) => findBox(part, axis) ?? []);
  const hasScale = left >= GUTTER.wide && days > 0 && isOfData(timeline);
  return (
    <g style={paint(colourOf('detector', timeline.detector))} transform={`translate(0,${top})`}>
      <text class="code" x={0} y={18}>
        {nameRow(timeline)}
      </text>
      {share !== null && (
        <text x={0} y={34}>
          on {percentText(share)}%
        </text>
      )}
      {hasScale && (
        <>
          <text x={left - 6} y={9} text-anchor="end">
            24 h
          </text>
          <text x={left - 6} y={ROW.height} text-anchor="end">
            0
          </text>
        </>
      )}
      <rect class="frame" x={left} width={right - left} height={ROW.height} />
      {boxesOf(unlisted).map(({ x, width }) => (
        <path key={x} class="no-list" d={hatch(x, width, ROW.height)} />
      ))}
      {boxesOf(known).map((box) => (
        <rect key={box.x} class="track" {...box} height={ROW.height} />
      ))}
      <path class="data" d={path} />
      {boxesOf(known).map(({ x, width }) => (
        <path key={x} class="base" d={`M${x},${ROW.height}h${width}`} />
      ))}
    </g>
  );
}

/** Lines through all rows, and as many of their labels as fit. */
function Ticks({ axis, bottom }: Pick<ChartProps, 'axis'> & { readonly bottom: number }) {
  const [left, right] = axis.range;
  const ticks = utcTicks(axis, axis.range, Math.max(2, (right - left) / PIXELS_PER_TICK));
  // A label at the left may extend below the row names.
  const fitting = ticks.filter(({ at, text }) => at > left - 12 && at < right - textWidth(text) / 2);
  return (
    <g class="axis">
      {ticks.map(({ at }) => (
        <line key={at} class="grid" x1={at} x2={at} y1={0} y2={bottom + 4} />
      ))}
      {spacedDates(fitting, axis, textWidth).map(({ at, text }) => (
        <text key={at} x={at} y={bottom + 18} text-anchor="middle">
          {text}
        </text>
      ))}
    </g>
  );
}

export function TimelineChart(props: ChartProps) {
  const { axis, timelines, runs, events, eventsNote = '', current = null, children } = props;
  const hasEvents = events.length > 0;
  const [top, bottom] = [rowsTop(hasEvents), rowsBottom(timelines.length, hasEvents)];
  return (
    <svg
      class="timeline"
      width={axis.range[1]}
      height={bottom + AXIS_HEIGHT}
      viewBox={`0 0 ${axis.range[1]} ${bottom + AXIS_HEIGHT}`}
      aria-hidden="true"
    >
      <Ticks {...{ axis, bottom }} />
      {hasEvents && <EventMarks {...{ events, axis, current }} note={eventsNote} />}
      {timelines.map((timeline, n) => (
        <FlagRow key={nameRow(timeline)} {...{ timeline, axis, runs }} top={top + n * (ROW.height + ROW.gap)} />
      ))}
      {children}
    </svg>
  );
}

interface StaticTimelineProps extends Pick<ChartProps, 'timelines' | 'runs'> {
  readonly interval: Interval;
  /** Content drawn on top. */
  readonly children?: (axis: TimeAxis) => ComponentChildren;
}

/** A timeline without events as wide as the page allows, without pointer or keyboard input. Empty without rows. */
export function StaticTimeline({ interval, timelines, runs, children }: StaticTimelineProps) {
  const [element, width] = useWidth<HTMLDivElement>();
  const axis = createTimeAxis(interval, width, timelines);
  return (
    <div ref={element}>
      {width > 0 && timelines.length > 0 && (
        <TimelineChart {...{ axis, timelines, runs }} events={[]}>
          {children?.(axis)}
        </TimelineChart>
      )}
      {timelines.length > 0 && <TimelineLegend timelines={timelines} />}
    </div>
  );
}
