/**
 * Spreads values along an axis, and handles ranges of values. Separate from ticks, so that the events table can show its first rows before
 * the library for ticks is loaded. Pure.
 */

export const SCALE_KINDS = ['linear', 'log'] as const;
export type ScaleKind = (typeof SCALE_KINDS)[number];

/** The ends of a range. */
export type Extent = readonly [low: number, high: number];

/** Converts values to positions along an axis, and back. */
export interface Positions {
  /** In pixels. On a logarithmic axis, 0 and negative values are infinitely far beyond the low end. */
  at(value: number): number;
  /** The value at a pixel. */
  invert(pixel: number): number;
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

/** Spreads the values in `domain` from pixel `range[0]` to `range[1]`. The domain of a logarithmic axis must be above 0. */
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

/** Rounds the ends of an interval outwards to three significant digits, so that all values in it stay inside. */
export function roundOutwards([low, high]: Extent): Extent {
  const round = (value: number, how: (number: number) => number): number => {
    const [digits = '0', power = '0'] = value.toExponential().split('e');
    return Number(`${how(Number(`${digits}e2`))}e${Number(power) - 2}`);
  };
  return [round(low, Math.floor), round(high, Math.ceil)];
}
