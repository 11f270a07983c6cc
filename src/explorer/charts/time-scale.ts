/**
 * A time axis over observing runs. Either the scale is the same throughout, but long gaps between runs are cut out; or each run is as wide as it
 * has events, and all gaps are cut out. A cut takes up a fixed width. Times are in GPS seconds. Returns bands of runs, cuts, and a scale, in
 * pixels.
 */

import { DAY_S } from '../../core/base/gps-time.ts';
import type { RunEntry } from '../../core/contract/wire.ts';
import type { Extent, Positions } from './scale.ts';

export interface Band {
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

/** A gap that is cut out: its ends in pixels, and its length in seconds. */
export interface Cut {
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
}

export interface TimeScale extends Positions {
  readonly bands: readonly Band[];
  readonly cuts: readonly Cut[];
  /** The parts of the axis between cuts, in pixels. */
  readonly parts: readonly Extent[];
}

/** Longer gaps between runs are cut out. */
const CUT_DAYS = 100;

/** How wide a run is: as it is long, or as it has events. */
export type RunWidths = 'time' | 'events';

/** A run on the axis. Its width by events depends on `weight`, its number of events without filters. */
interface Span extends Pick<Band, 'name' | 'start' | 'stop' | 'count'> {
  readonly weight: number;
}

/** The run that contains a time; the longest, if there are several. */
export function longestRunAt(runs: readonly RunEntry[], time: number): RunEntry | undefined {
  const holding = runs.filter(({ gps_start, gps_end }) => time >= gps_start && time < gps_end);
  return holding.toSorted((a, b) => b.gps_end - b.gps_start - (a.gps_end - a.gps_start))[0];
}

/** A time that the axis must include. */
export interface TimedItem {
  /** GPS seconds. */
  readonly time: number;
  /** Whether the item adds to its band's count: each event counts once, however many versions it has. */
  readonly isCounted: boolean;
  /** Whether the item adds to the width of its band. */
  readonly hasWeight: boolean;
}

/** Runs that contain any of the times, and the days around times that are between runs; ascending. */
function listSpans(runs: readonly RunEntry[], items: readonly TimedItem[]): readonly Span[] {
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

/** Groups of consecutive spans, with a cut before each group except the first. By events, each span is a group. */
function groupSpans(spans: readonly Span[], widths: RunWidths): readonly (readonly Span[])[] {
  const groups: Span[][] = [];
  for (const span of spans) {
    const before = groups.at(-1)?.at(-1);
    const isFar = before === undefined || widths === 'events' || span.start - before.stop > CUT_DAYS * DAY_S;
    if (isFar) groups.push([span]);
    else groups.at(-1)?.push(span);
  }
  return groups;
}

/** Minimum width of a run, so that short runs are visible next to runs that last a year. */
const LEAST_PX = 4;
/** The width that a run has by itself if the others depend on its number of events. */
const RUN_PX = 54;

interface Group {
  readonly spans: readonly Span[];
  readonly start: number;
  readonly stop: number;
}

/** The widths of groups on one scale. Groups that would be narrower than the minimum get the minimum width, and the others share the rest. */
function widthsByTime(groups: readonly Group[], room: number): readonly number[] {
  const lengths = groups.map(({ start, stop }) => stop - start);
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
  const isShort = (seconds: number) => (seconds / sum(lengths)) * room < LEAST_PX;
  const long = lengths.filter((seconds) => !isShort(seconds));
  const scale = long.length > 0 ? (room - (groups.length - long.length) * LEAST_PX) / sum(long) : 0;
  return lengths.map((seconds) => (isShort(seconds) ? LEAST_PX : seconds * scale));
}

function widthsByEvents(groups: readonly Group[], room: number): readonly number[] {
  const least = Math.min(RUN_PX, room / 2 / groups.length);
  const weights = groups.map(({ spans }) => spans.reduce((sum, { weight }) => sum + weight, 0));
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return weights.map((weight) => least + ((room - groups.length * least) * weight) / all);
}

/** `cutWidth` is the width of a cut in pixels. */
export function createTimeScale(
  runs: readonly RunEntry[],
  items: readonly TimedItem[],
  [left, right]: Extent,
  cutWidth: number,
  widths: RunWidths,
): TimeScale {
  const groups = groupSpans(listSpans(runs, items), widths).map((spans): Group => {
    const [start, stop] = [spans[0]?.start ?? 0, spans.at(-1)?.stop ?? 0];
    return { spans, start, stop };
  });
  const room = right - left - cutWidth * Math.max(groups.length - 1, 0);
  const sizes = (widths === 'events' ? widthsByEvents : widthsByTime)(groups, room);
  let next = left;
  const placed = groups.map((group, n) => {
    const from = next;
    const to = from + (sizes[n] as number);
    next = to + cutWidth;
    return { ...group, from, to };
  });
  const share = (value: number, from: number, to: number) => Math.min(Math.max((value - from) / (to - from), 0), 1);
  const at = (gps: number) => {
    const group = placed.find(({ stop }) => gps <= stop) ?? placed.at(-1);
    return group === undefined ? left : group.from + share(gps, group.start, group.stop) * (group.to - group.from);
  };
  return {
    at,
    invert(pixel) {
      const group = placed.find(({ to }) => pixel <= to) ?? placed.at(-1);
      return group === undefined ? 0 : group.start + share(pixel, group.from, group.to) * (group.stop - group.start);
    },
    bands: placed.flatMap(({ spans }) => spans.map((span) => ({ ...span, from: at(span.start), to: at(span.stop) }))),
    cuts: placed.slice(1).map(({ from, start }, n) => {
      const before = placed[n] as (typeof placed)[number];
      return { from: before.to, to: from, seconds: start - before.stop };
    }),
    parts: placed.map(({ from, to }) => [from, to] as const),
  };
}
