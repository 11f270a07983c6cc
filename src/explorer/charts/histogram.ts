/** Counts values in bins of equal width, or of equal width on a logarithmic scale if the values span decades. Pure. */

import { type Extent, extent, type ScaleKind } from './scale.ts';

export interface Bins {
  readonly kind: ScaleKind;
  readonly domain: Extent;
  /** Ends of the bins: one more than the number of bins. */
  readonly edges: readonly number[];
}

/** Minimum ratio of the largest to the smallest value for a logarithmic scale. */
const LOG_RATIO = 50;

/** The scale for values: logarithmic if all are positive and span a large range. */
export function spreadOf(values: readonly number[]): ScaleKind {
  const [low, high] = extent(values) ?? [0, 0];
  return low > 0 && high / low >= LOG_RATIO ? 'log' : 'linear';
}

/** Bins for values; null without values. A logarithmic scale leaves out values that are not positive. */
export function binsOf(values: readonly number[], count: number, kind: ScaleKind = spreadOf(values)): Bins | null {
  const domain = extent(kind === 'log' ? values.filter((value) => value > 0) : values);
  if (domain === undefined) return null;
  const [low, high] =
    domain[0] === domain[1]
      ? [domain[0] - (Math.abs(domain[0]) / 2 || 1), domain[1] + (Math.abs(domain[1]) / 2 || 1)]
      : domain;
  const edges = Array.from({ length: count + 1 }, (_, n) =>
    kind === 'log' ? low * (high / low) ** (n / count) : low + ((high - low) * n) / count,
  );
  return { kind, domain: [low, high], edges };
}

/** Counts the values in each bin. The last bin includes its upper end. */
export function countIn({ kind, domain: [low, high], edges }: Bins, values: readonly number[]): readonly number[] {
  const counts = new Array<number>(edges.length - 1).fill(0);
  const place =
    kind === 'log'
      ? (value: number) => Math.log(value / low) / Math.log(high / low)
      : (value: number) => (value - low) / (high - low);
  for (const value of values) {
    const share = place(value);
    if (!(share >= 0 && share <= 1)) continue;
    const bin = Math.min(Math.floor(share * counts.length), counts.length - 1);
    counts[bin] = (counts[bin] as number) + 1;
  }
  return counts;
}
