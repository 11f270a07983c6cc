/** Computes the interval that a value's errors span. Separate from values.ts, because the events table does not need it. Pure. */

import type { ParameterObject } from '../../core/contract/wire.ts';

/** The ends of a published interval. */
export const publishedInterval = ({ best, lower_error, upper_error }: ParameterObject): readonly [number, number] => [
  best - Math.abs(lower_error ?? 0),
  best + Math.abs(upper_error ?? 0),
];
