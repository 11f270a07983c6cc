/** The sentence about a comparison, and its numbers as text. */

import type { Quantity } from '../../event-data/quantities.ts';
import { countText, numberText } from '../../text/format.ts';
import { RATE } from '../../text/parameter-names.ts';
import { decimalsOf, publishedInterval } from '../../text/values.ts';
import type { Comparison, Pair } from './pairs.ts';

/** A number with its sign: `+3.3`, `−0.1`, `0`. */
const withSign = (value: number, text: string): string =>
  /^[0.]*$/.test(text) ? '0' : `${value > 0 ? '+' : '−'}${text}`;

/** Differences of values with more decimal places than this are rounded to two digits. */
const MOST_DECIMALS = 4;

/** The difference of two published values, with the decimal places of the more precise one. */
export function differenceText({ old, newer, difference }: Pair): string {
  if (difference === null) return '–';
  const decimals = Math.max(decimalsOf(old.best), decimalsOf(newer.best));
  const size = Math.abs(difference);
  const text = decimals <= MOST_DECIMALS ? size.toFixed(decimals) : numberText(Number(size.toPrecision(2)));
  return withSign(difference, text);
}

/** A change in dex or in half-intervals: `+1.04`. */
export const changeText = (change: number | null): string =>
  change === null ? '–' : withSign(change, Math.abs(change).toFixed(2));

/** The unit of changes: half of the interval that the old catalog gives, on the side of the change. */
export const HALF_INTERVAL = 'old half-interval';

/** Changes larger than this are counted, in half-intervals. */
const LARGE = 0.5;

const countLarge = (pairs: readonly Pair[], least: number): number =>
  pairs.filter(({ change }) => Math.abs(change ?? 0) > least).length;

/** ` FAR: 12 of 30 changed by more than a factor of 10.` Empty if no change is known. */
function rateText(pairs: readonly Pair[], title: string): string {
  const known = pairs.filter(({ change }) => change !== null).length;
  if (known === 0) return '';
  return ` ${title}: ${countLarge(pairs, 1) || 'none'} of ${known} changed by more than a factor of 10.`;
}

/** ` Mass 2: all 36 new values lie within the old published intervals; 2 changed by …` Empty if no old value has an interval. */
function intervalText(pairs: readonly Pair[], title: string): string {
  const known = pairs.filter(({ change }) => change !== null);
  const inside = known.filter(({ old, newer }) => {
    const [low, high] = publishedInterval(old);
    return newer.best >= low && newer.best <= high;
  }).length;
  const count = known.length;
  if (count === 0) return '';
  const large = countLarge(pairs, LARGE);
  const by = `by more than half of the ${HALF_INTERVAL}`;
  if (count === 1) {
    const which = pairs.length === 1 ? 'the new value' : 'the only new value with an old interval';
    return ` ${title}: ${which} lies ${inside === 1 ? 'within' : 'outside'} the old published interval; it ${large === 1 ? 'changed' : 'did not change'} ${by}.`;
  }
  const most = inside === count ? `all ${count}` : `${inside} of ${count}`;
  return ` ${title}: ${most} new values ${inside === 1 ? 'lies' : 'lie'} within the old published intervals; ${large || 'none'} changed ${by}.`;
}

/**
 * `36 events are in both catalogs. Mass 2: all 36 new values lie within the old published intervals; 2 changed by more than half …`
 * The lead is its first words, which are in bold: `36 events`, or nothing.
 */
export function comparisonText({ pairs, inBoth }: Comparison, { short: title, parameter }: Quantity) {
  if (inBoth === 0) return { lead: '', rest: 'No event is in both catalogs.' };
  const lead = countText(inBoth, 'event');
  const isSingle = inBoth === 1;
  const are = ` ${isSingle ? 'is' : 'are'} in both catalogs`;
  if (pairs.length === 0)
    return { lead, rest: `${are}, but ${isSingle ? 'it does not have' : 'none has'} ${title} in both.` };
  const some = `${pairs.length} of them ${pairs.length === 1 ? 'has' : 'have'} ${title} in both.`;
  const both = pairs.length === inBoth ? '' : ` ${some}`;
  return { lead, rest: `${are}.${both}${(parameter === RATE ? rateText : intervalText)(pairs, title)}` };
}
