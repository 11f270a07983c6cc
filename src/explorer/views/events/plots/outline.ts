/** The outline of a distribution: each value is spread over its published interval. */

import type { ParameterObject } from '../../../../core/contract/wire.ts';
import { type Bins, edgesOf, findBin } from '../../../charts/histogram.ts';
import { roundPixels } from '../../../charts/marks.ts';
import type { Positions } from '../../../charts/scale.ts';

/** The standard normal distribution has 5% below this, negative, and 5% above this. */
const NORMAL_95 = 1.6449;

/** The cumulative standard normal distribution, to seven decimal places (Abramowitz and Stegun, 7.1.26). */
function normal(z: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(z)) / Math.SQRT2);
  const factors = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  const tail = factors.reduce((sum, factor) => sum * t + factor, 0) * t * Math.exp((-z * z) / 2);
  return z < 0 ? tail / 2 : 1 - tail / 2;
}

/** Whether a value is published with both errors. */
export const hasErrors = ({ lower_error, upper_error }: ParameterObject): boolean =>
  Boolean(lower_error && upper_error);

/**
 * The share of a value below an edge. The value is a split normal distribution: half of it on each side of the published value, and 5% beyond
 * each end of the published interval.
 */
function shareBelow({ best, lower_error, upper_error }: ParameterObject, edge: number): number {
  const error = Math.abs((edge < best ? lower_error : upper_error) as number);
  return normal(((edge - best) * NORMAL_95) / error);
}

/** The number of events in each bin if each is spread. A value without errors stays in its bin. */
export function spreadCounts(bins: Bins, values: readonly ParameterObject[]): readonly number[] {
  const counts = new Array<number>(bins.edges.length - 1).fill(0);
  for (const value of values) {
    const own = findBin(bins, value.best);
    counts.forEach((count, bin) => {
      const [low, high] = edgesOf(bins, bin);
      const share = hasErrors(value) ? shareBelow(value, high) - shareBelow(value, low) : Number(bin === own);
      counts[bin] = count + share;
    });
  }
  return counts;
}

/** A path of steps over the bins. */
export function outlinePath(bins: Bins, counts: readonly number[], across: Positions, up: Positions): string {
  const steps = counts.map((count, bin) => {
    const [from, to] = edgesOf(bins, bin).map((edge) => roundPixels(across.at(edge)));
    return `${bin === 0 ? `M${from} ${roundPixels(up.at(0))}` : ''}V${roundPixels(up.at(count))}H${to}`;
  });
  return `${steps.join('')}V${roundPixels(up.at(0))}`;
}
