/** Places values of one parameter on a common axis. Pure. */

import type { ParameterObject } from '../../../core/contract/wire.ts';

/** A value with its 90 % interval, in percent of the width: `best`, and the two ends. */
export interface Whisker {
  readonly from: number;
  readonly best: number;
  readonly to: number;
}

/** Padding at both ends, as a fraction of the width. */
const MARGIN = 0.06;
/** Values with a larger ratio than this need a logarithmic axis. */
const LOGARITHMIC_RATIO = 30;

const endsOf = ({ best, lower_error, upper_error }: ParameterObject) => ({
  from: best + (lower_error ?? 0),
  to: best + (upper_error ?? 0),
});

/** Places all values on one axis, logarithmic if they are positive and far apart. In percent, 0 to 100. */
export function placeWhiskers(values: readonly ParameterObject[]): Whisker[] {
  const ends = values.map(endsOf);
  const least = Math.min(...ends.map(({ from }) => from));
  const most = Math.max(...ends.map(({ to }) => to));
  const isLogarithmic = least > 0 && most / least > LOGARITHMIC_RATIO;
  const scale = isLogarithmic ? Math.log10 : (value: number) => value;
  const span = scale(most) - scale(least);
  const at = (value: number): number => {
    const part = span === 0 ? 0.5 : (scale(value) - scale(least)) / span;
    return 100 * (MARGIN + part * (1 - 2 * MARGIN));
  };
  return values.map((value, n) => ({
    from: at((ends[n] as { from: number }).from),
    best: at(value.best),
    to: at((ends[n] as { to: number }).to),
  }));
}
