/**
 * A time axis over observing runs. Either the scale is the same throughout, but long gaps between runs are cut out; or each run is as wide as it
 * has events, and all gaps are cut out. A cut takes up a fixed width. Times are in GPS seconds. Returns bands of runs, cuts, and a scale, in
 * pixels.
 */

import { DAY_S } from '../../../../core/base/gps-time.ts';
import type { RunEntry } from '../../../../core/contract/wire.ts';
import { clamp, type Extent, type Positions } from '../../../charts/scale.ts';

interface Band {
  /** Name of the run; empty for times outside all runs. */
  readonly name: string;
  /** GPS seconds, `[start, stop)`. */
  readonly start: number;
  readonly stop: number;
  /** Start and end of the band, in pixels. */
  readonly from: number;
  readonly to: number;
  /** Number of counted items in the band. */
  readonly count: number;
}

export interface TimeScale extends Positions {
  readonly bands: readonly Band[];
  /** The gaps that are cut out: their ends in pixels, and their lengths in seconds. */
  readonly cuts: readonly { readonly from: number; readonly to: number; readonly seconds: number }[];
  /** The parts of the axis between cuts, in pixels. */
  readonly parts: readonly Extent[];
}

/** Longer gaps between runs are cut out. */
const CUT_DAYS = 100;

/** How wide a run is: as it is long, or as it has events. */
export type RunWidths = 'time' | 'events';

/** A run on the axis. Its width by events depends on `weight`, its number of events without filters. */
interface RunSpan extends Pick<Band, 'name' | 'start' | 'stop' | 'count'> {
  readonly weight: number;
}

/** The run that contains a time; the longest, if there are several. */
export function longestRunAt(runs: readonly RunEntry[], time: number): RunEntry | undefined {
  const holding = runs.filter(({ gps_start, gps_end }) => time >= gps_start && time < gps_end);
  return holding.toSorted((a, b) => b.gps_end - b.gps_start - (a.gps_end - a.gps_start))[0];
}

/** A time that the axis must include. */
interface TimedItem {
  /** GPS seconds. */
  readonly time: number;
  /** Whether the item adds to its band's count: each event counts once, however many versions it has. */
  readonly isCounted: boolean;
  /** Whether the item adds to the width of its band. */
  readonly hasWeight: boolean;
}

/** Runs that contain any of the times, and the days around times that are between runs; ascending. */
function listSpans(runs: readonly RunEntry[], items: readonly TimedItem[]): readonly RunSpan[] {
  const spans: { name: string; start: number; stop: number; count: number; weight: number }[] = [];
  for (const { time, isCounted, hasWeight } of items.toSorted((a, b) => a.time - b.time)) {
    const one = Number(isCounted);
    const run = longestRunAt(runs, time);
    const name = run?.name ?? '';
    const last = spans.at(-1);
    if (last && last.name === name && (run || time - last.stop < CUT_DAYS * DAY_S)) {
      last.count += one;
      last.weight += Number(hasWeight);
      if (!run) last.stop = time + DAY_S;
    } else {
      // Overlapping runs share the axis: the later run starts where the earlier run ends.
      const start = Math.max(run?.gps_start ?? time - DAY_S, last?.stop ?? Number.NEGATIVE_INFINITY);
      spans.push({ name, start, stop: run?.gps_end ?? time + DAY_S, count: one, weight: Number(hasWeight) });
    }
  }
  return spans;
}

/** A part of the axis between two cuts. */
interface Part {
  readonly spans: readonly RunSpan[];
  readonly start: number;
  readonly stop: number;
}

/** Joins consecutive spans to parts. By events, each span is a part. */
function listParts(spans: readonly RunSpan[], widths: RunWidths): readonly Part[] {
  const parts: Part[] = [];
  for (const span of spans) {
    const { start, stop } = span;
    const last = parts.at(-1);
    const isFar = last === undefined || widths === 'events' || start - last.stop > CUT_DAYS * DAY_S;
    if (isFar) parts.push({ spans: [span], start, stop });
    else parts[parts.length - 1] = { ...last, spans: [...last.spans, span], stop };
  }
  return parts;
}

/** Minimum width of a run, so that short runs are visible next to runs that last a year. */
const LEAST_PX = 4;
/** The width that a run has by itself if the others depend on its number of events. */
const RUN_PX = 54;

/** The widths of parts on one scale. Parts that would be narrower than the minimum get the minimum width, and the others share the rest. */
function widthsByTime(parts: readonly Part[], room: number): readonly number[] {
  const lengths = parts.map(({ start, stop }) => stop - start);
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
  const isShort = (seconds: number) => (seconds / sum(lengths)) * room < LEAST_PX;
  const long = lengths.filter((seconds) => !isShort(seconds));
  const scale = long.length > 0 ? (room - (parts.length - long.length) * LEAST_PX) / sum(long) : 0;
  return lengths.map((seconds) => (isShort(seconds) ? LEAST_PX : seconds * scale));
}

function widthsByEvents(parts: readonly Part[], room: number): readonly number[] {
  const least = Math.min(RUN_PX, room / 2 / parts.length);
  const weights = parts.map(({ spans }) => spans.reduce((sum, { weight }) => sum + weight, 0));
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return weights.map((weight) => least + ((room - parts.length * least) * weight) / all);
}

/** `cutWidth` is the width of a cut in pixels. */
export function createTimeScale(
  runs: readonly RunEntry[],
  items: readonly TimedItem[],
  [left, right]: Extent,
  cutWidth: number,
  widths: RunWidths,
): TimeScale {
  const parts = listParts(listSpans(runs, items), widths);
  const room = right - left - cutWidth * Math.max(parts.length - 1, 0);
  const sizes = (widths === 'events' ? widthsByEvents : widthsByTime)(parts, room);
  let next = left;
  const placed = parts.map((part, n) => {
    const from = next;
    const to = from + (sizes[n] as number);
    next = to + cutWidth;
    return { ...part, from, to };
  });
  const share = (value: number, from: number, to: number) => clamp((value - from) / (to - from), 0, 1);
  const at = (gps: number) => {
    const part = placed.find(({ stop }) => gps <= stop) ?? placed.at(-1);
    return part === undefined ? left : part.from + share(gps, part.start, part.stop) * (part.to - part.from);
  };
  return {
    at,
    invert(pixel) {
      const part = placed.find(({ to }) => pixel <= to) ?? placed.at(-1);
      return part === undefined ? 0 : part.start + share(pixel, part.from, part.to) * (part.stop - part.start);
    },
    bands: placed.flatMap(({ spans }) => spans.map((span) => ({ ...span, from: at(span.start), to: at(span.stop) }))),
    cuts: placed.slice(1).map(({ from, start }, n) => {
      const before = placed[n] as (typeof placed)[number];
      return { from: before.to, to: from, seconds: start - before.stop };
    }),
    parts: placed.map(({ from, to }) => [from, to] as const),
  };
}
