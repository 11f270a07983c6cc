/** Places the values of one parameter in several versions, with their error bars, on one axis. Pure. */

import type { ParameterObject } from '../../../core/contract/wire.ts';
import type { Extent } from '../../charts/scale.ts';
import { createScale, thinTicks } from '../../charts/scale.ts';
import { publishedInterval } from '../../text/values.ts';

/** The axis is logarithmic if the largest end of an error bar is more than this many times the smallest. */
const WHISKER_RATIO = 30;
/** Width of a letter, as a percentage of an error-bar axis. */
const WHISKER_LETTER = 6;

/**
 * Places values with their errors on one axis, in percent of the width. The axis is logarithmic if all values are positive and span a large
 * range. Returns null for a single value without errors, because its axis would have no length. Axes for rates run from one power of ten to
 * another.
 */
export function placeWhiskers(values: readonly ParameterObject[], possible?: Extent, isRate = false) {
  const ends = values.map((value) => {
    const [from, to] = publishedInterval(value);
    return { from, best: value.best, to };
  });
  const least = Math.min(...ends.map(({ from }) => from));
  const most = Math.max(...ends.map(({ to }) => to));
  if (least === most && values.length === 1) return null;
  const isLog = least > 0 && (isRate || most / least > WHISKER_RATIO);
  const kind = isLog ? 'log' : 'linear';
  const decades: Extent = [10 ** Math.floor(Math.log10(least)), 10 ** Math.ceil(Math.log10(most))];
  const { at, ticks } = createScale(kind, isLog && isRate ? decades : [least, most], [3, 97], 3, possible);
  return {
    kind,
    ticks: thinTicks(ticks, (text) => text.length * WHISKER_LETTER),
    whiskers: ends.map(({ from, best, to }) => ({ from: at(from), best: at(best), to: at(to) })),
  };
}
