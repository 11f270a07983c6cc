/**
 * Scales for axes, with round ticks for numbers and UTC times. (Observable Plot could draw whole charts, but it adds `<style>` elements,
 * which `Content-Security-Policy: default-src 'self'` forbids. Our own components draw the SVG instead.) Pure.
 */

import { ticks } from 'd3-array';
import { utcTicks as roundTimes } from 'd3-time';
import { gpsFromUtc } from '../../core/base/gps-time.ts';
import type { ParameterObject } from '../../core/contract/wire.ts';
import { numberText, utcText } from '../parts/format.ts';
import { DAY_S, type Extent, type Positions, type ScaleKind, spread } from './spread.ts';

export interface Tick {
  /** Position in pixels. */
  readonly at: number;
  readonly text: string;
}

export interface Scale extends Positions {
  readonly ticks: readonly Tick[];
}

/** Adds padding at both ends, so that marks are not cut off, but never beyond the possible values of the quantity. */
function widen([low, high]: Extent, kind: ScaleKind, [least, most]: Extent): Extent {
  const keep = (from: number, to: number): Extent => [
    Math.max(from, Math.min(least, low)),
    Math.min(to, Math.max(most, high)),
  ];
  if (kind === 'log') {
    const factor = low === high ? 2 : (high / low) ** 0.03;
    return keep(low / factor, high * factor);
  }
  const room = low === high ? Math.abs(low) / 10 || 1 : (high - low) * 0.03;
  // Counts start at the axis, so 0 gets no padding.
  return keep(low === 0 ? 0 : low - room, high + room);
}

/** Leading digits of the ticks within a decade, from few ticks to many. */
const DECADES = [[1], [1, 3], [1, 2, 5], [1, 2, 3, 5, 7], [1, 2, 3, 4, 5, 6, 7, 8, 9]] as const;
const LEAST_TICKS = 3;

/** Ticks of a logarithmic axis: powers of ten, thinned out if there are many, and with more digits if there are few. */
function logTicks([low, high]: Extent, most: number): number[] {
  const [first, last] = [Math.floor(Math.log10(low)), Math.floor(Math.log10(high))];
  const step = Math.max(1, Math.ceil((last - first) / most));
  const powers = Array.from({ length: last - first + 1 }, (_, n) => first + n).filter((n) => (n - first) % step === 0);
  // Products of floating-point numbers would be shown as 0.30000000000000004.
  const within = (digits: readonly number[]) =>
    powers
      .flatMap((power) => digits.map((digit) => Number(`${digit}e${power}`)))
      .filter((tick) => tick >= low && tick <= high);
  const fitting = DECADES.map(within).filter((all) => all.length >= LEAST_TICKS);
  const many = fitting.filter((all) => all.length <= Math.max(most, LEAST_TICKS)).at(-1);
  // A short axis may contain too few of these ticks.
  return many ?? fitting[0] ?? ticks(low, high, most);
}

const ANY: Extent = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/** A scale with space at both ends, within the `possible` values, and with about `most` ticks. */
export function createScale(kind: ScaleKind, domain: Extent, range: Extent, most: number, possible = ANY): Scale {
  const wide = widen(domain, kind, possible);
  const positions = spread(kind, wide, range);
  const values = kind === 'log' ? logTicks(wide, most) : ticks(...wide, most);
  return { ...positions, ticks: values.map((tick) => ({ at: positions.at(tick), text: numberText(tick) })) };
}

/** The ticks whose labels do not touch the label of an earlier tick. `widthOf` returns the width of a label along the axis, in pixels. */
export function thinTicks(all: readonly Tick[], widthOf: (text: string) => number): readonly Tick[] {
  const kept: Tick[] = [];
  const gap = (a: Tick, b: Tick) => Math.abs(a.at - b.at) - (widthOf(a.text) + widthOf(b.text)) / 2;
  for (const tick of all) if (kept.every((one) => gap(one, tick) > 4)) kept.push(tick);
  return kept;
}

/** Error bars whose ends have a larger ratio than this need a logarithmic axis. */
const WHISKER_RATIO = 30;
/** Width of a letter, as a percentage of an error-bar axis. */
const WHISKER_LETTER = 6;

/**
 * Places values with their errors on one axis, in percent of the width. The axis is logarithmic if the values are positive and far apart.
 * Null for a single value without errors, because its axis would have no length. Axes for rates run from one power of ten to another.
 */
export function placeWhiskers(values: readonly ParameterObject[], possible = ANY, isRate = false) {
  const ends = values.map(({ best, lower_error, upper_error }) => ({
    from: best + (lower_error ?? 0),
    best,
    to: best + (upper_error ?? 0),
  }));
  const least = Math.min(...ends.map(({ from }) => from));
  const most = Math.max(...ends.map(({ to }) => to));
  if (least === most && values.length === 1) return null;
  const isLog = least > 0 && (isRate || most / least > WHISKER_RATIO);
  const kind = isLog ? 'log' : 'linear';
  const decades: Extent = [10 ** Math.floor(Math.log10(least)), 10 ** Math.ceil(Math.log10(most))];
  const { at, ticks } = createScale(kind, isLog && isRate ? decades : [least, most], [3, 97], 3, possible);
  return {
    kind,
    ticks: thinTicks(ticks, (text) => text.length * WHISKER_LETTER),
    whiskers: ends.map(({ from, best, to }) => ({ from: at(from), best: at(best), to: at(to) })),
  };
}

/** Converts both ends of a range. */
export const mapExtent = ([low, high]: Extent, convert: (end: number) => number): Extent => [
  convert(low),
  convert(high),
];

/** Clips a line to the ends of an axis, and returns the clipped ends: `clipLine([-5, 20], [0, 100])` is `{ from: 0, to: 20, cut: [0] }`. */
export function clipLine(ends: Extent, range: Extent): { from: number; to: number; cut: readonly number[] } {
  const [low, high] = [Math.min(...range), Math.max(...range)];
  const [from, to] = mapExtent(ends, (end) => Math.min(Math.max(end, low), high));
  return { from, to, cut: [from, to].filter((end, n) => end !== ends[n]) };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats a tick label as briefly as the distance between ticks allows. `utc` is `YYYY-MM-DD HH:MM:SS`. */
function formatTick(utc: string, stepS: number): string {
  const month = MONTHS[Number(utc.slice(5, 7)) - 1] as string;
  const isMidnight = utc.endsWith('00:00:00');
  if (stepS >= 300 * DAY_S) return utc.slice(0, 4);
  if (stepS >= 25 * DAY_S) return month === 'Jan' ? utc.slice(0, 4) : month;
  if (stepS >= 0.9 * DAY_S || isMidnight) return `${Number(utc.slice(8, 10))} ${month}`;
  return stepS >= 60 ? utc.slice(11, 16) : utc.slice(11);
}

/** About `count` ticks between two pixels on an axis in GPS seconds. */
export function utcTicks({ at, invert }: Positions, range: Extent, count: number): Tick[] {
  const ends = mapExtent(range, invert);
  const [start, stop] = [Math.min(...ends), Math.max(...ends)];
  const [from, to] = [utcText(start), utcText(stop)];
  if (from === '' || to === '') return [];
  const [first, last] = [from, to].map((utc) => new Date(`${utc.replace(':60', ':59')}Z`)) as [Date, Date];
  const times = roundTimes(first, last, count);
  const stepS = times.length < 2 ? stop - start : (Number(times[1]) - Number(times[0])) / 1000;
  return times.flatMap((time) => {
    const utc = time.toISOString().slice(0, 19).replace('T', ' ');
    const gps = gpsFromUtc(utc);
    return gps === undefined || gps < start || gps > stop ? [] : [{ at: at(gps), text: formatTick(utc, stepS) }];
  });
}

/** Adds the year to the first date in each year that is not in `years`, and adds that year to `years`. */
function withYears(dates: readonly Tick[], { invert }: Positions, years: Set<string>): readonly Tick[] {
  return dates.map((tick) => {
    const year = utcText(invert(tick.at) + 1).slice(0, 4);
    const isNew = !years.has(year);
    years.add(year);
    return isNew && !/:|\d{4}/.test(tick.text) ? { ...tick, text: `${tick.text} ${year}` } : tick;
  });
}

/**
 * Every tick, every second tick, every third tick and so on: as many as fit without their labels touching. The first tick in a year shows
 * the year.
 */
export function spacedDates(
  all: readonly Tick[],
  positions: Positions,
  widthOf: (text: string) => number,
  before: ReadonlySet<string> = new Set(),
) {
  for (let every = 1; ; every++) {
    const years = new Set(before);
    const dates = withYears(
      all.filter((_, n) => n % every === 0),
      positions,
      years,
    );
    if (dates.length < 2 || thinTicks(dates, widthOf).length === dates.length) return { dates, years };
  }
}

/** Ticks about `each` pixels apart, for the parts of a time axis (GPS seconds) between its cuts. */
export function partTicks(
  positions: Positions,
  parts: readonly Extent[],
  each: number,
  widthOf: (text: string) => number,
): readonly Tick[] {
  let known: ReadonlySet<string> = new Set();
  return parts.flatMap((part) => {
    const found = utcTicks(positions, part, Math.max(1, Math.round((part[1] - part[0]) / each)));
    const { dates, years } = spacedDates(found, positions, widthOf, known);
    known = years;
    return dates;
  });
}

/** The year in the middle of each part, for axes that are too narrow for dates: `’16`. */
export const yearTicks = ({ invert }: Positions, parts: readonly Extent[]): readonly Tick[] =>
  parts.map(([from, to]) => ({ at: (from + to) / 2, text: `’${utcText(invert((from + to) / 2)).slice(2, 4)}` }));
