/** The ends of ranges as text. The API's ranges include their ends, so an address has the next value for `> 0.9`: 0.900001. */

import type { RangeBound } from '../../core/contract/parameters.ts';
import { numberText } from '../text/format.ts';

const DIGITS = 15;

/** The nearest value that is beyond an end: one millionth away, or a unit in the sixth digit of small values. */
function strictEnd(bound: RangeBound, value: number): number {
  const step = value === 0 ? 1e-12 : Math.min(1e-6, 10 ** (Math.floor(Math.log10(Math.abs(value))) - 5));
  return Number((bound === 'min' ? value + step : value - step).toPrecision(DIGITS));
}

/** The end that a strict end stands for: 0.9 for 0.900001; undefined for other values. */
function strictEndOf(bound: RangeBound, value: number): number | undefined {
  for (let digits = 1; digits < DIGITS; digits++) {
    const end = Number(value.toPrecision(digits));
    if (strictEnd(bound, end) === value) return end;
  }
  return undefined;
}

/** An end in an address, as it is shown: sign and number. */
function describeEnd(bound: RangeBound, value: number): { readonly sign: string; readonly number: number } {
  const strict = strictEndOf(bound, value);
  const [beyond, included] = bound === 'min' ? ['>', '≥'] : ['<', '≤'];
  return strict === undefined ? { sign: included, number: value } : { sign: beyond, number: strict };
}

/** `> 0.9`, `≥ 50`. */
export function endText(bound: RangeBound, value: number): string {
  const { sign, number } = describeEnd(bound, value);
  return `${sign} ${numberText(number)}`;
}

const TYPED = /^([<>]=?|[≤≥])?\s*([-−+]?(?:\d+\.?\d*|\.\d+)(?:e[-+−]?\d+)?)$/i;

/** Reads an end as it is typed: `50`, `> 50`, `>=50`. Returns its value for an address; undefined if it is another end or no number. */
export function readEnd(bound: RangeBound, typed: string): string | undefined {
  const [, sign = '', digits] = TYPED.exec(typed) ?? [];
  const signs = bound === 'min' ? '>≥' : '<≤';
  if (digits === undefined || (sign !== '' && !signs.includes(sign[0] as string))) return undefined;
  const number = digits.replaceAll('−', '-');
  return sign === '<' || sign === '>' ? String(strictEnd(bound, Number(number))) : number;
}
