/**
 * Formats values with errors as they were published. Trailing zeros, which JSON leaves out, are restored, so that a value and its errors
 * have the same number of decimal places.
 */

import type { ParameterObject } from '../../core/contract/wire.ts';
import { joinText, lastPlace, numberText } from './format.ts';
import { P_ASTRO } from './parameter-names.ts';

/** `<` for an upper limit, `>` for a lower limit; otherwise empty. */
export type Limit = '' | '<' | '>';

export const limitOf = ({ is_upper_limit, is_lower_limit }: ParameterObject): Limit =>
  is_upper_limit ? '<' : is_lower_limit ? '>' : '';

export interface ValueText {
  readonly limit: Limit;
  readonly best: string;
  /** `+4.7` and `−3.1`; empty if there is no error. */
  readonly upper: string;
  readonly lower: string;
}

/** A value without errors that has more digits than this is shown with fewer: the others come from a calculation, not from the measurement. */
export const MOST_DIGITS = 6;
export const FEWER_DIGITS = 4;

/** Number of decimal places that a number was published with: 0.25 -> 2, 1e-7 -> 7. */
export const decimalsOf = (value: number): number => Math.max(0, -lastPlace(value));

/** Number of significant digits that a number was published with. */
const digitsOf = (value: number): number => value.toExponential().replace(/e.*|\D/g, '').length;

const signed = (value: number, text: string): string => (value < 0 && Number(text) !== 0 ? `−${text}` : text);

/** The text for a value without errors. A probability below 1 is never rounded to 1. */
function plainText({ name, best }: ParameterObject): string {
  const fewer = Number(best.toPrecision(FEWER_DIGITS));
  const shown = digitsOf(best) > MOST_DIGITS && !(name === P_ASTRO && fewer === 1) ? fewer : best;
  return numberText(shown);
}

export function valueText(value: ParameterObject): ValueText {
  const { best, upper_error: upper, lower_error: lower } = value;
  const limit = limitOf(value);
  const given = [upper, lower].filter((error) => error !== null);
  // If both errors are 0 or unknown, the value is shown without errors.
  if (given.every((error) => error === 0)) return { limit, best: plainText(value), upper: '', lower: '' };
  const decimals = Math.max(...[best, ...given].map(decimalsOf));
  const fixed = (number: number): string => Math.abs(number).toFixed(decimals);
  return {
    limit,
    best: signed(best, fixed(best)),
    upper: upper === null ? '' : `+${fixed(upper)}`,
    lower: lower === null ? '' : `−${fixed(lower)}`,
  };
}

/** `35.6 +4.7 −3.1`, `< 0.00001`. */
export function valueLine(value: ParameterObject): string {
  const { limit, best, upper, lower } = valueText(value);
  return joinText([limit, best, upper, lower], ' ');
}

const hasPower = (text: string): boolean => text.includes('×');

/** The decimal point and the digits after it; empty for whole numbers and powers of ten. */
const decimalPart = (text: string): string => (hasPower(text) ? '' : (/\.\d+$/.exec(text)?.[0] ?? ''));

/** The longest decimal part in a column of formatted numbers. */
export const longestDecimals = (texts: readonly string[]): string =>
  texts.map(decimalPart).reduce((longest, one) => (one.length > longest.length ? one : longest), '');

/**
 * The invisible characters that must follow a number so that all numbers in a right-aligned column line up at the decimal point:
 * `padding('38.1', '.00')` is `0`.
 */
export function padding(text: string, longest: string): string {
  return hasPower(text) ? '' : longest.slice(decimalPart(text).length);
}

/** The ends of a published interval. */
export const publishedInterval = ({
  best,
  lower_error,
  upper_error,
}: Pick<ParameterObject, 'best' | 'lower_error' | 'upper_error'>): readonly [number, number] => [
  best - Math.abs(lower_error ?? 0),
  best + Math.abs(upper_error ?? 0),
];
