/**
 * Bins for a histogram. Published values are rounded: if a bin's width is not a multiple of the last digit, neighbouring bins cover
 * different numbers of possible values, and the histogram shows a spurious comb pattern. Therefore, all edges are multiples of the last
 * digit, and depend only on the values. Pure.
 */

import { lastPlace } from '../text/format.ts';
import { bars } from './marks.ts';
import { type Extent, extent, type ScaleKind } from './scale.ts';

export interface Bins {
  readonly kind: ScaleKind;
  /** Bin edges, ascending: one more than there are bins. A bin includes its lower edge; the last bin includes both of its edges. */
  readonly edges: readonly number[];
}

/** Minimum ratio of the largest to the smallest value for a logarithmic scale. */
const LOG_RATIO = 50;
/** Approximate number of bins. */
const BIN_COUNT = 30;
/** Edges within a decade, from many bins to few. */
const EDGE_DIGITS = [[1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8], [1, 1.5, 2.5, 4, 6], [1, 3], [1]] as const;
/** The minimum share of values that must be multiples of the last digit. Below 1, because a few values have more digits than the others. */
const ROUNDED_SHARE = 0.95;

/** Removes binary floating-point errors: 0.15000000000000002 -> 0.15. */
const tidy = (value: number): number => Number(value.toPrecision(12));

/** The scale for values: logarithmic if all of them are positive and they span a large range. */
export function chooseKind(values: readonly number[]): ScaleKind {
  const [low, high] = extent(values) ?? [0, 0];
  return low > 0 && high / low >= LOG_RATIO ? 'log' : 'linear';
}

/** The last digit of most values: 0.01 if they have two decimal places. */
function lastDigit(values: readonly number[]): number {
  const places = values.map(lastPlace).sort((a, b) => b - a);
  return 10 ** (places[Math.floor((places.length - 1) * ROUNDED_SHARE)] as number);
}

/** The smallest of 1, 2, 5, 10, 20 ... that is not below a width. */
function roundWidth(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  return tidy(([1, 2, 5, 10].find((digit) => digit * power >= width * (1 - 1e-9)) as number) * power);
}

function linearEdges([low, high]: Extent, digit: number): number[] {
  const width = roundWidth(Math.max((high - low) / BIN_COUNT, digit, Math.abs(high) * 1e-9));
  let n = Math.floor(low / width);
  if (tidy(n * width) > low) n--;
  const edges = [tidy(n * width)];
  // The largest value may be an edge, so that bins for probabilities do not go beyond 1.
  do edges.push(tidy(++n * width));
  while ((edges.at(-1) as number) < high);
  return edges;
}

function logarithmicEdges([low, high]: Extent, digit: number): number[] {
  const powerBelow = (value: number): number => {
    const power = Math.floor(Math.log10(value));
    // Math.log10(9999.999999999996) is 4, because of rounding.
    return Number(`1e${power}`) > value ? power - 1 : power;
  };
  const [first, last] = [powerBelow(low), powerBelow(high) + 1];
  const steps = EDGE_DIGITS.find(({ length }) => length * (last - first) <= 1.5 * BIN_COUNT) ?? [1];
  const isRounded = (edge: number) => Math.abs(edge / digit - Math.round(edge / digit)) < 1e-6;
  const powers = Array.from({ length: last - first + 1 }, (_, n) => first + n);
  const edges = powers.flatMap((power) => steps.map((step) => Number(`${step}e${power}`)));
  // Values with more digits than the others go into the outermost bins.
  const inside = edges.filter((edge, n) => n === 0 || n === edges.length - 1 || isRounded(edge));
  const from = inside.findLastIndex((edge) => edge <= low);
  const to = inside.findIndex((edge, n) => edge >= high && n > from);
  return inside.slice(Math.max(from, 0), to + 1);
}

/** Bins for values; null if no value can be drawn. A logarithmic scale leaves out values that are not positive. */
export function makeBins(values: readonly number[], kind: ScaleKind = chooseKind(values)): Bins | null {
  const shown = kind === 'log' ? values.filter((value) => value > 0) : values;
  const domain = extent(shown);
  if (domain === undefined) return null;
  const edges = kind === 'log' ? logarithmicEdges : linearEdges;
  return { kind, edges: edges(domain, lastDigit(shown)) };
}

export const domainOf = ({ edges }: Bins): Extent => [edges[0] as number, edges.at(-1) as number];

/** The index of the bin that contains a value, or -1. */
export function findBin({ edges }: Bins, value: number): number {
  if (value === edges.at(-1)) return edges.length - 2;
  const beyond = edges.findIndex((edge) => edge > value);
  return beyond < 0 ? -1 : beyond - 1;
}

export function countByBin(bins: Bins, values: readonly number[]): readonly number[] {
  const counts = new Array<number>(bins.edges.length - 1).fill(0);
  for (const value of values) {
    const bin = findBin(bins, value);
    if (bin >= 0) counts[bin] = (counts[bin] as number) + 1;
  }
  return counts;
}

/**
 * A path for bars that show counts. The bars stand on a line, a pixel apart. `at` returns the position of an edge, and `top` the position
 * of a bar's upper end.
 */
export const drawBins = (
  { edges }: Bins,
  counts: readonly number[],
  at: (edge: number) => number,
  top: (count: number) => number,
): string =>
  bars(
    counts.map((count, bin) => {
      const [from, to] = [at(edges[bin] as number), at(edges[bin + 1] as number)];
      return { ends: [from, Math.max(from + 1, to - 1)], top: top(count) };
    }),
    top(0),
  );
