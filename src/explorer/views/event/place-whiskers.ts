/** Places the values of one parameter in several versions, with their error bars, on one axis. */

import type { ParameterObject } from '../../../core/contract/wire.ts';
import { ANY, createScale, type Extent, type Tick, thinTicks } from '../../charts/scale.ts';
import { longestDecimals, padding, publishedInterval } from '../../text/values.ts';

/** The axis is logarithmic if the largest end of an error bar is more than this many times the smallest. */
const WHISKER_RATIO = 30;
/** Width of a letter, as a percentage of an error-bar axis. */
const WHISKER_LETTER = 7;
/** Where the smallest and the largest end are, in percent, so that the labels of ticks fit beside them. */
const ENDS: Extent = [12, 88];
/** Room beside values without error bars, as a fraction of the values. */
const ROOM = 0.1;

/** `6.4` beside `6.42` becomes `6.40`. */
function withEqualDecimals(ticks: readonly Tick[]): readonly Tick[] {
  const longest = longestDecimals(ticks.map(({ text }) => text));
  return ticks.map(({ at, text }) => ({ at, text: text + padding(text, longest).replace(/\d/g, '0') }));
}

/**
 * Places values with their errors on one axis, in percent of the width. The axis is logarithmic if all values are positive and span a large
 * range. It has as many ticks as fit without leaving one out. Returns null for a single value without errors, because its axis would have
 * no length.
 */
export function placeWhiskers(
  values: readonly Pick<ParameterObject, 'best' | 'lower_error' | 'upper_error'>[],
  possible: Extent = ANY,
) {
  const ends = values.map((value) => {
    const [from, to] = publishedInterval(value);
    return { from, best: value.best, to };
  });
  const least = Math.min(...ends.map(({ from }) => from));
  const most = Math.max(...ends.map(({ to }) => to));
  if (least === most && values.length === 1) return null;
  const kind = least > 0 && most / least > WHISKER_RATIO ? 'log' : 'linear';
  // Without error bars, an axis from the least to the largest value would magnify any difference.
  const room = kind === 'linear' && ends.every(({ from, to }) => from === to) ? ROOM : 0;
  const domain: Extent = [
    Math.max(least - Math.abs(least) * room, Math.min(least, possible[0])),
    Math.min(most + Math.abs(most) * room, Math.max(most, possible[1])),
  ];
  const { at } = createScale(kind, domain, ENDS, 1, possible);
  const choices = [3, 2, 1].flatMap((count) => {
    const { ticks } = createScale(kind, domain, ENDS, count, possible);
    return [ticks, ticks.filter((_, n) => n % 2 === 0)].map(withEqualDecimals);
  });
  const widthOf = (text: string) => text.length * WHISKER_LETTER;
  const fits = (ticks: readonly Tick[]) => ticks.length > 1 && thinTicks(ticks, widthOf).length === ticks.length;
  return {
    kind,
    ticks: choices.find(fits) ?? thinTicks(choices[0] ?? [], widthOf),
    whiskers: ends.map(({ from, best, to }) => ({ from: at(from), best: at(best), to: at(to) })),
  };
}
