/**
 * Scales for axes, with round ticks for numbers. (Observable Plot could draw whole charts, but it adds `<style>` elements, which
 * `Content-Security-Policy: default-src 'self'` forbids. Our own components draw the SVG instead.) Pure.
 */

import { ticks } from 'd3-array';
import { numberText } from '../parts/format.ts';
import { type Extent, type Positions, type ScaleKind, spread } from './spread.ts';

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

const ANY: Extent = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/** A scale with space at both ends, within the `possible` values, and with about `most` ticks. */
export function createScale(kind: ScaleKind, domain: Extent, range: Extent, most: number, possible = ANY): Scale {
  const wide = widen(domain, kind, possible);
  const positions = spread(kind, wide, range);
  const values = kind === 'log' ? logTicks(wide, most) : ticks(...wide, most);
  return { ...positions, ticks: values.map((tick) => ({ at: positions.at(tick), text: numberText(tick) })) };
}

/** Approximate number of ticks that fit along an axis. */
export const tickRoom = ([from, to]: Extent, each = 64): number => Math.max(2, Math.floor(Math.abs(to - from) / each));
/** The same, for an axis whose labels are stacked vertically. */
export const tickRoomUp = (range: Extent): number => tickRoom(range, 38);

/** The ticks whose labels do not touch the label of an earlier tick. `widthOf` returns the width of a label along the axis, in pixels. */
export function thinTicks(all: readonly Tick[], widthOf: (text: string) => number): readonly Tick[] {
  const kept: Tick[] = [];
  const gap = (a: Tick, b: Tick) => Math.abs(a.at - b.at) - (widthOf(a.text) + widthOf(b.text)) / 2;
  for (const tick of all) if (kept.every((one) => gap(one, tick) > 4)) kept.push(tick);
  return kept;
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
