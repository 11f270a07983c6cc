/**
 * Scales for axes, with round ticks from d3-array. (Observable Plot would draw whole charts, but it adds `<style>` elements, which
 * `Content-Security-Policy: default-src 'self'` forbids. Components here draw the SVG instead.) Pure.
 */

import { ticks } from 'd3-array';
import { numberText } from '../parts/format.ts';

export const SCALE_KINDS = ['linear', 'log'] as const;
export type ScaleKind = (typeof SCALE_KINDS)[number];

/** The ends of a range. */
export type Extent = readonly [low: number, high: number];

export interface Tick {
  /** Pixels. */
  readonly at: number;
  readonly text: string;
}

/** Where values are along an axis, and the values at places of it. */
export interface Positions {
  /** In pixels. A logarithmic axis has 0 and negative values infinitely far beyond its low end. */
  at(value: number): number;
  /** The value at a pixel. */
  invert(pixel: number): number;
}

export interface Scale extends Positions {
  readonly ticks: readonly Tick[];
}

/** The smallest and the largest number; undefined without numbers. */
export function extent(values: Iterable<number>): Extent | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : undefined;
}

/** Padding at both ends, so that marks are not cut off. */
function widen([low, high]: Extent, kind: ScaleKind): Extent {
  if (kind === 'log') {
    const factor = low === high ? 2 : (high / low) ** 0.03;
    return [low / factor, high * factor];
  }
  const room = low === high ? Math.abs(low) / 10 || 1 : (high - low) * 0.03;
  // Counts start at the axis.
  return [low === 0 ? 0 : low - room, high + room];
}

/** Ticks of a logarithmic axis: powers of ten, thinned out if there are many, with 2 and 5 times these if there are few. */
function logTicks([low, high]: Extent, most: number): number[] {
  const first = Math.floor(Math.log10(low));
  const last = Math.floor(Math.log10(high));
  const powers = Array.from({ length: last - first + 1 }, (_, n) => first + n);
  // Only those inside the axis, because the first one may be below it.
  const step = Math.max(1, Math.ceil((powers.length - 1) / most));
  const digits = powers.length <= 2 || (powers.length === 3 && most >= 6) ? [1, 2, 5] : [1];
  return (
    powers
      .filter((power) => (power - first) % step === 0)
      // Products of binary fractions would be shown as 0.30000000000000004.
      .flatMap((power) => digits.map((digit) => Number(`${digit}e${power}`)))
      .filter((tick) => tick >= low && tick <= high)
  );
}

/** Spreads the values of `domain` from pixel `range[0]` to `range[1]`. The domain of a logarithmic axis must be above 0. */
export function spread(kind: ScaleKind, domain: Extent, [from, to]: Extent): Positions {
  const isLog = kind === 'log';
  const [low, high] = isLog ? [Math.log(domain[0]), Math.log(domain[1])] : domain;
  return {
    at: (value) => from + (((isLog ? Math.log(Math.max(value, 0)) : value) - low) / (high - low)) * (to - from),
    invert(pixel) {
      const value = low + ((pixel - from) / (to - from)) * (high - low);
      return isLog ? Math.exp(value) : value;
    },
  };
}

/** The same with space at both ends, and with about `most` ticks. */
export function createScale(kind: ScaleKind, domain: Extent, range: Extent, most: number): Scale {
  const wide = widen(domain, kind);
  const positions = spread(kind, wide, range);
  const values = kind === 'log' ? logTicks(wide, most) : ticks(...wide, most);
  return { ...positions, ticks: values.map((tick) => ({ at: positions.at(tick), text: numberText(tick) })) };
}

/** A line along an axis, in pixels. */
interface ClippedLine {
  readonly from: number;
  readonly to: number;
  /** Where it is cut off. */
  readonly cut: readonly number[];
}

/** Cuts a line off at the ends of an axis: `clipLine([-5, 20], [0, 100])` is `{ from: 0, to: 20, cut: [0] }`. */
export function clipLine(ends: Extent, range: Extent): ClippedLine {
  const [low, high] = [Math.min(...range), Math.max(...range)];
  const [from, to] = ends.map((end) => Math.min(Math.max(end, low), high)) as [number, number];
  return { from, to, cut: [from, to].filter((end, n) => end !== ends[n]) };
}

/** Rounds to three significant digits, away from the inside of an interval, so that all values in it stay inside. */
export function roundOutwards([low, high]: Extent): Extent {
  const round = (value: number, how: (number: number) => number): number => {
    const [digits = '0', power = '0'] = value.toExponential().split('e');
    return Number(`${how(Number(`${digits}e2`))}e${Number(power) - 2}`);
  };
  return [round(low, Math.floor), round(high, Math.ceil)];
}
