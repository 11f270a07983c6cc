/** Places values of one parameter on a common axis. Pure. */

import type { ParameterObject } from '../../../core/contract/wire.ts';
import { createScale, type Tick } from '../../charts/scale.ts';

/** A value with its 90 % interval, in percent of the width: `best`, and the two ends. */
export interface Whisker {
  readonly from: number;
  readonly best: number;
  readonly to: number;
}

/** Values with a larger ratio than this need a logarithmic axis. */
const LOGARITHMIC_RATIO = 30;
/** Approximate number of ticks. */
const TICKS = 3;

const endsOf = ({ best, lower_error, upper_error }: ParameterObject) => ({
  from: best + (lower_error ?? 0),
  to: best + (upper_error ?? 0),
});

export interface WhiskerPlot {
  readonly whiskers: readonly Whisker[];
  /** `at` in percent of the width. */
  readonly ticks: readonly Tick[];
}

/** Places all values on one axis, logarithmic if they are positive and far apart. Null for a single value without errors, which has no length. */
export function placeWhiskers(values: readonly ParameterObject[]): WhiskerPlot | null {
  const ends = values.map(endsOf);
  const least = Math.min(...ends.map(({ from }) => from));
  const most = Math.max(...ends.map(({ to }) => to));
  if (least === most && values.length === 1) return null;
  const scale = createScale(
    least > 0 && most / least > LOGARITHMIC_RATIO ? 'log' : 'linear',
    [least, most],
    [2, 98],
    TICKS,
  );
  // A logarithmic axis starts above 0.
  const at = (value: number) => scale.at(value) as number;
  return {
    whiskers: ends.map(({ from, to }, n) => ({
      from: at(from),
      best: at((values[n] as ParameterObject).best),
      to: at(to),
    })),
    ticks: scale.ticks,
  };
}
