/**
 * Bins for a histogram, all equally wide on the axis that is drawn, so that the heights of bars are densities. On a logarithmic axis, every
 * power of ten is an edge. On a linear axis, the width is a multiple of the last published digit: otherwise, neighbouring bins would cover
 * different numbers of possible values, and the histogram would show a spurious comb pattern.
 */

import { lastPlace } from '../text/format.ts';
import { bars } from './marks.ts';
import { chooseKind, type Extent, extent, type ScaleKind } from './scale.ts';

export interface Bins {
  readonly kind: ScaleKind;
  /** Bin edges, ascending: one more than there are bins. A bin includes its lower edge; the last bin includes both of its edges. */
  readonly edges: readonly number[];
}

/** The bins of an axis, if none are chosen: bins per decade, from many to few, or bins on a linear axis. */
const PER_DECADE = [24, 12, 6, 3, 1] as const;
const BIN_COUNT = 30;
/** The minimum share of values that must be multiples of the last digit. Below 1, because a few values have more digits than the others. */
const ROUNDED_SHARE = 0.95;

/** Removes binary floating-point errors: 0.15000000000000002 -> 0.15. */
const tidy = (value: number): number => Number(value.toPrecision(12));

/** The last digit of most values: 0.01 if they have two decimal places. */
function lastDigit(values: readonly number[]): number {
  const places = values.map(lastPlace).sort((a, b) => b - a);
  return 10 ** (places[Math.floor((places.length - 1) * ROUNDED_SHARE)] as number);
}

/** The edges that `edgeAt` gives for consecutive numbers, around all values. The largest value may be the last edge, such as 1 for probabilities. */
function edgesAround(
  [low, high]: Extent,
  numberOf: (value: number) => number,
  edgeAt: (n: number) => number,
): number[] {
  let n = Math.floor(numberOf(low));
  // The number may be rounded to the next one: Math.log10(9999.999999999996) is 4.
  while (edgeAt(n) > low) n--;
  while (edgeAt(n + 1) <= low) n++;
  const edges = [edgeAt(n)];
  do edges.push(edgeAt(++n));
  while ((edges.at(-1) as number) < high);
  return edges;
}

/** First digits of a width. Each divides a power of ten, so that a probability of 1 is an edge. */
const WIDTH_DIGITS = [1, 2, 2.5, 4, 5, 10] as const;

/** At most `count` bins, except for the last digit. */
function linearEdges([low, high]: Extent, digit: number, count: number): number[] {
  const least = Math.max((high - low) / count, digit, Math.abs(high) * 1e-9);
  const power = 10 ** Math.floor(Math.log10(least));
  const isPublished = (width: number) => Math.abs(width / digit - Math.round(width / digit)) < 1e-6;
  const widths = WIDTH_DIGITS.map((one) => tidy(one * power));
  const width = widths.find((one) => one >= least * (1 - 1e-9) && isPublished(one)) ?? tidy(10 * power);
  return edgesAround(
    [low, high],
    (value) => value / width,
    (n) => tidy(n * width),
  );
}

const logarithmicEdges = (domain: Extent, perDecade: number): number[] =>
  edgesAround(
    domain,
    (value) => Math.log10(value) * perDecade,
    (n) => (n % perDecade === 0 ? Number(`1e${n / perDecade}`) : 10 ** (n / perDecade)),
  );

/**
 * Bins for values; null if no value can be drawn. A logarithmic scale leaves out values that are not positive. `density` is the number of
 * bins per decade, or the approximate number of bins on a linear axis.
 */
export function makeBins(
  values: readonly number[],
  kind: ScaleKind = chooseKind(values),
  density?: number,
): Bins | null {
  const shown = kind === 'log' ? values.filter((value) => value > 0) : values;
  const domain = extent(shown);
  if (domain === undefined) return null;
  if (kind === 'linear') return { kind, edges: linearEdges(domain, lastDigit(shown), density ?? BIN_COUNT) };
  const decades = Math.log10(domain[1] / domain[0]);
  const fitting = PER_DECADE.find((one) => one * decades <= BIN_COUNT) ?? 1;
  return { kind, edges: logarithmicEdges(domain, density ?? fitting) };
}

export const edgesOf = ({ edges }: Bins, bin: number): Extent => [edges[bin] as number, edges[bin + 1] as number];
export const domainOf = ({ edges }: Bins): Extent => [edges[0] as number, edges.at(-1) as number];

/** The index of the bin that contains a value, or -1. */
export function findBin({ edges }: Bins, value: number): number {
  if (value === edges.at(-1)) return edges.length - 2;
  const beyond = edges.findIndex((edge) => edge > value);
  return beyond < 0 ? -1 : beyond - 1;
}

export function countByBin(bins: Bins, values: readonly number[]): number[] {
  const counts = new Array<number>(bins.edges.length - 1).fill(0);
  for (const value of values) {
    const bin = findBin(bins, value);
    if (bin >= 0) counts[bin] = (counts[bin] as number) + 1;
  }
  return counts;
}

/**
 * A path for bars that show counts, a pixel apart. `at` returns the position of an edge, and `top` the position of a bar's upper end. Bars
 * stand on a line, or on the counts `below` them.
 */
export const drawBins = (
  { edges }: Bins,
  counts: readonly number[],
  at: (edge: number) => number,
  top: (count: number) => number,
  below?: readonly number[],
): string =>
  bars(
    counts.map((count, bin) => {
      const [from, to] = [at(edges[bin] as number), at(edges[bin + 1] as number)];
      const floor = below?.[bin] ?? 0;
      return { ends: [from, Math.max(from + 1, to - 1)], top: top(floor + count), floor: top(floor) };
    }),
    top(0),
  );

/** Short ends of a range that, both included, contains exactly those of the values that are in a bin. */
export function shortRange(bins: Bins, bin: number, values: readonly number[]): Extent {
  const [low, high] = edgesOf(bins, bin);
  const digits = Math.max(3, Math.ceil(Math.log10(Math.max(Math.abs(low), Math.abs(high)) / (high - low))) + 2);
  const [first, last] = extent(values.filter((value) => findBin(bins, value) === bin)) ?? [low, high];
  const shorten = (edge: number, inner: number, isWithin: (value: number, end: number) => boolean): number => {
    for (let count = Math.min(digits, 15); count <= 15; count++) {
      const short = Number(edge.toPrecision(count));
      if (values.every((value) => isWithin(value, short) === isWithin(value, inner))) return short;
    }
    // A value in the next bin is equal to the edge.
    return inner;
  };
  return [shorten(low, first, (value, end) => value >= end), shorten(high, last, (value, end) => value <= end)];
}
