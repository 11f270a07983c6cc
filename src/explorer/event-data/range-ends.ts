/** The ends of ranges as text. The API's ranges include their ends, so an address has the next value for `> 0.9`: 0.900001. */

import type { RangeBound } from '../../core/contract/parameter-forms.ts';
import { numberText } from '../text/format.ts';
import { readTime } from '../text/read-time.ts';

const DIGITS = 15;

/** The nearest value that is beyond an end: one millionth away, or a unit in the sixth digit of small values, or in the last of GPS seconds. */
export function strictEnd(bound: RangeBound, value: number): number {
  const first = Math.floor(Math.log10(Math.abs(value)));
  const step = value === 0 ? 1e-12 : Math.max(10 ** (first - DIGITS + 1), Math.min(1e-6, 10 ** (first - 5)));
  return Number((bound === 'min' ? value + step : value - step).toPrecision(DIGITS));
}

/** The end that a strict end stands for: 0.9 for 0.900001; undefined for other values. */
function strictEndOf(bound: RangeBound, value: number): number | undefined {
  const rounded = Array.from({ length: DIGITS - 1 }, (_, n) => Number(value.toPrecision(n + 1)));
  return [0, ...rounded].find((end) => end !== value && strictEnd(bound, end) === value);
}

/** `> 0.9`, `≥ 50`: an end in an address, as it is shown. */
export function endText(bound: RangeBound, value: number, show: (value: number) => string = numberText): string {
  const strict = strictEndOf(bound, value);
  if (strict !== undefined) return `${bound === 'min' ? '>' : '<'} ${show(strict)}`;
  return `${bound === 'min' ? '≥' : '≤'} ${show(value)}`;
}

/** An end as it is typed: `> 0.9`, `50`, `< 1e-7`. */
export const typedEnd = (bound: RangeBound, value: string): string =>
  strictEndOf(bound, Number(value)) === undefined ? value : endText(bound, Number(value), String);

const TYPED = /^([<>]=?|[≤≥])?\s*([-−+]?(?:\d+\.?\d*|\.\d+)(?:e[-+−]?\d+)?)$/i;

/** Reads an end as it is typed: `50`, `> 50`, `>=50`. Returns its value for an address; undefined if it is another end or no number. */
export function readEnd(bound: RangeBound, typed: string): string | undefined {
  const [, sign = '', digits] = TYPED.exec(typed) ?? [];
  const signs = bound === 'min' ? '>≥' : '<≤';
  if (digits === undefined || (sign !== '' && !signs.includes(sign[0] as string))) return undefined;
  const number = digits.replaceAll('−', '-');
  return sign === '<' || sign === '>' ? String(strictEnd(bound, Number(number))) : number;
}

/**
 * Reads an end of a range of times, in GPS seconds. Events have decimals, which decide whether the last event is in the range: a range that ends
 * with a second has all of the second.
 */
export function readTimeEnd(bound: RangeBound, typed: string): string | undefined {
  if (/^\d+\.\d+$/.test(typed)) return typed;
  const time = readTime(typed);
  if (time === undefined || bound === 'min') return time?.start.toString();
  return String(time.stop === time.start ? strictEnd('max', time.stop + 1) : time.stop);
}
