/** Cuts a line off at the ends of an axis. Pure. */

import type { Extent } from './scale.ts';

/** A line along one axis, in pixels. */
interface ClippedLine {
  readonly from: number;
  readonly to: number;
  /** Where it is cut off. */
  readonly cut: readonly number[];
}

/**
 * A line between two ends, cut off where the axis ends; an undefined end is beyond it. `range` has the pixels of the axis's low and high
 * end. `clipLine([-5, 20], [0, 100])` is `{ from: 0, to: 20, cut: [0] }`.
 */
export function clipLine([start, stop]: readonly (number | undefined)[], range: Extent): ClippedLine {
  const low = Math.min(...range);
  const high = Math.max(...range);
  const cut: number[] = [];
  const clip = (end: number | undefined, beyond: number): number => {
    const clipped = end === undefined ? beyond : Math.min(Math.max(end, low), high);
    if (clipped !== end) cut.push(clipped);
    return clipped;
  };
  return { from: clip(start, range[0]), to: clip(stop, range[1]), cut };
}
