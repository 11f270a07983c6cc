/**
 * Scales for axes, with round ticks for numbers. The charts are our own: Observable Plot was tried, which draws whole charts. It adds 84 kB
 * (gzipped), draws two to four times slower, needs 1,085 elements instead of 147 for the masses over time, and has no keyboard, no brush and
 * no placing of labels. It also adds `<style>` elements, which `Content-Security-Policy: default-src 'self'` forbids.
 */

import { ticks } from 'd3-array';
import { numberText } from '../text/format.ts';

export type ScaleKind = 'linear' | 'log';

/** The ends of a range. */
export type Extent = readonly [low: number, high: number];

/** Converts values to positions along an axis, and back. */
export interface Positions {
  /** In pixels or percent, as the range is. On a logarithmic axis, 0 and negative values are infinitely far beyond the low end. */
  at(value: number): number;
  /** The value at a position. */
  invert(position: number): number;
}

/** The smallest and the largest number; undefined for an empty list. */
export function extent(values: readonly number[]): Extent | undefined {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? undefined : [low, high];
}

/** Minimum ratio of the largest to the smallest value for a logarithmic scale. */
const LOG_RATIO = 50;

/** The scale for values: logarithmic if all of them are positive and they span a large range. */
export function chooseKind(values: readonly number[]): ScaleKind {
  const [low, high] = extent(values) ?? [0, 0];
  return low > 0 && high / low >= LOG_RATIO ? 'log' : 'linear';
}

export const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** Spreads the values in `domain` from position `range[0]` to `range[1]`. The domain of a logarithmic axis must be above 0. */
export function spread(kind: ScaleKind, domain: Extent, [from, to]: Extent): Positions {
  const isLog = kind === 'log';
  const [low, high] = isLog ? [Math.log(domain[0]), Math.log(domain[1])] : domain;
  return {
    at: (value) => from + (((isLog ? Math.log(Math.max(value, 0)) : value) - low) / (high - low)) * (to - from),
    invert(position) {
      const value = low + ((position - from) / (to - from)) * (high - low);
      return isLog ? Math.exp(value) : value;
    },
  };
}

/** Rounds the ends of an interval outwards to three significant digits, so that all values in it stay inside. */
export function roundOutwards([low, high]: Extent): Extent {
  const round = (value: number, how: (number: number) => number): number => {
    const [digits = '0', power = '0'] = value.toExponential().split('e');
    return Number(`${how(Number(`${digits}e2`))}e${Number(power) - 2}`);
  };
  return [round(low, Math.floor), round(high, Math.ceil)];
}

export interface Tick {
  /** In pixels or percent. */
  readonly at: number;
  readonly text: string;
}

export interface Scale extends Positions {
  readonly ticks: readonly Tick[];
}

/** Adds padding at both ends, so that marks are not cut off, but neither beyond the possible values of the quantity nor from above 0 to below it. */
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
  return keep(low < 0 ? low - room : Math.max(0, low - room), high + room);
}

/** Leading digits of the ticks within a decade, from few ticks to many. */
const TICK_DIGITS = [[1], [1, 3], [1, 2, 5], [1, 2, 3, 5, 7], [1, 2, 3, 4, 5, 6, 7, 8, 9]] as const;
const LEAST_TICKS = 3;

/** Ticks of a logarithmic axis: powers of ten, thinned out if there are many, or with ticks between them if there are few. */
function logTicks([low, high]: Extent, most: number): number[] {
  const [first, last] = [Math.floor(Math.log10(low)), Math.floor(Math.log10(high))];
  const step = Math.max(1, Math.ceil((last - first) / most));
  const powers = Array.from({ length: last - first + 1 }, (_, n) => first + n).filter((n) => (n - first) % step === 0);
  // Products of floating-point numbers would be shown as 0.30000000000000004.
  const within = (digits: readonly number[]) =>
    powers
      .flatMap((power) => digits.map((digit) => Number(`${digit}e${power}`)))
      .filter((tick) => tick >= low && tick <= high);
  const fitting = TICK_DIGITS.map(within).filter((all) => all.length >= LEAST_TICKS);
  const many = fitting.filter((all) => all.length <= Math.max(most, LEAST_TICKS)).at(-1);
  // A short axis may contain too few of these ticks.
  return many ?? fitting[0] ?? ticks(low, high, most);
}

/** The bounds of values that may be any number. */
export const ANY: Extent = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/** `10⁻⁷` instead of `1 × 10⁻⁷`, because ticks have little room. */
const tickText = (value: number): string => numberText(value).replace(/^1 × /, '');

/** A scale with space at both ends, within the `possible` values, and with about `most` ticks. */
export function createScale(kind: ScaleKind, domain: Extent, range: Extent, most: number, possible = ANY): Scale {
  const wide = widen(domain, kind, possible);
  const positions = spread(kind, wide, range);
  const values = kind === 'log' ? logTicks(wide, most) : ticks(...wide, most);
  return { ...positions, ticks: values.map((tick) => ({ at: positions.at(tick), text: tickText(tick) })) };
}

/** Approximate number of ticks that fit along an axis. */
export const tickRoom = ([from, to]: Extent, each = 64): number => Math.max(2, Math.floor(Math.abs(to - from) / each));
/** The same, for an axis whose labels are stacked vertically. */
export const tickRoomUp = (range: Extent): number => tickRoom(range, 38);

/** The labels that are more than `gap` pixels away from all labels kept before them. They begin and end at pixels along an axis. */
export function keepApart<Label extends { readonly from: number; readonly to: number }>(
  labels: readonly Label[],
  gap: number,
): readonly Label[] {
  const kept: Label[] = [];
  for (const one of labels) {
    if (kept.every(({ from, to }) => one.from - to > gap || from - one.to > gap)) kept.push(one);
  }
  return kept;
}

/** The ticks whose labels do not touch the label of an earlier tick. `widthOf` returns the width of a label along the axis, in pixels. */
export function thinTicks(all: readonly Tick[], widthOf: (text: string) => number): readonly Tick[] {
  const placed = all.map((tick) => {
    const half = widthOf(tick.text) / 2;
    return { tick, from: tick.at - half, to: tick.at + half };
  });
  return keepApart(placed, 4).map(({ tick }) => tick);
}

/** Converts both ends of a range. */
export const mapExtent = ([low, high]: Extent, convert: (end: number) => number): Extent => [
  convert(low),
  convert(high),
];

/** Clips a line to the ends of an axis, and returns the clipped ends: `clipLine([-5, 20], [0, 100])` is `{ from: 0, to: 20, cut: [0] }`. */
export function clipLine(ends: Extent, range: Extent): { from: number; to: number; cut: readonly number[] } {
  const [low, high] = [Math.min(...range), Math.max(...range)];
  const [from, to] = mapExtent(ends, (end) => clamp(end, low, high));
  return { from, to, cut: [from, to].filter((end, n) => end !== ends[n]) };
}
