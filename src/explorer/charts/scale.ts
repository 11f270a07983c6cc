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

export interface Scale {
  readonly kind: ScaleKind;
  /** Position of a value in pixels; undefined if a logarithmic axis cannot show it. */
  at(value: number): number | undefined;
  /** The value at a pixel. */
  invert(pixel: number): number;
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

/**
 * A scale for values between the ends of `domain`, drawn from pixel `range[0]` to `range[1]`. `most`: approximate number of ticks
 * that fit. The domain of a logarithmic scale must be above 0.
 */
export function createScale(kind: ScaleKind, domain: Extent, range: Extent, most: number): Scale {
  const wide = widen(domain, kind);
  const isLog = kind === 'log';
  const [low, high] = isLog ? [Math.log(wide[0]), Math.log(wide[1])] : wide;
  const [from, to] = range;
  const at = (value: number) => from + (((isLog ? Math.log(value) : value) - low) / (high - low)) * (to - from);
  const invert = (pixel: number) => {
    const value = low + ((pixel - from) / (to - from)) * (high - low);
    return isLog ? Math.exp(value) : value;
  };
  const values = isLog ? logTicks(wide, most) : ticks(...wide, most);
  return {
    kind,
    at: (value) => (isLog && value <= 0 ? undefined : at(value)),
    invert,
    ticks: values.map((tick) => ({ at: at(tick), text: numberText(tick) })),
  };
}

/** Rounds to three significant digits, away from the inside of an interval, so that all values in it stay inside. */
export function roundOutwards([low, high]: Extent): Extent {
  const round = (value: number, how: (number: number) => number): number => {
    const [digits = '0', power = '0'] = value.toExponential().split('e');
    return Number(`${how(Number(`${digits}e2`))}e${Number(power) - 2}`);
  };
  return [round(low, Math.floor), round(high, Math.ceil)];
}
