/**
 * Formats values with errors, rounded according to their errors: two significant digits of the smaller error, the same number of decimal
 * places for all three, and never more than were published. Exports keep full precision. Pure.
 */

import type { ParameterObject } from '../../core/contract/wire.ts';
import { lastPlace, numberText } from './format.ts';

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

/** Significant digits shown for the smaller error. */
const ERROR_DIGITS = 2;
/** Significant digits shown for a false alarm rate, which has no errors. */
const FAR_DIGITS = 2;
/** The smallest false alarm rate that is written without a power of ten. */
const LEAST_PLAIN = 1e-5;
/** Significant digits shown for other values without errors. Any further digits come from the calculation, not from the measurement. */
const OTHER_DIGITS = 4;

/** Number of decimal places that a number was published with: 0.25 -> 2, 1e-7 -> 7. */
const decimalsOf = (value: number): number => Math.max(0, -lastPlace(value));

/** The absolute value of a number to a fixed number of decimal places; -2 rounds to hundreds. */
function fixed(value: number, decimals: number): string {
  if (decimals >= 0) return Math.abs(value).toFixed(decimals);
  const step = 10 ** -decimals;
  return String(Math.round(Math.abs(value) / step) * step);
}

const signed = (value: number, text: string): string => (value < 0 && Number(text) !== 0 ? `−${text}` : text);

/** A probability to two decimal places, or more if it would be rounded to 0 or 1. */
function probabilityText(value: number): string {
  if (value === 0 || value === 1) return String(value);
  let decimals = 2;
  while (decimals < 12 && [0, 1].includes(Number(value.toFixed(decimals)))) decimals++;
  return value.toFixed(Math.min(decimals, Math.max(2, decimalsOf(value))));
}

/** `0.0013`, `1.6`, `16`; `1 × 10⁻⁷` for rates below 0.00001. */
function rateText(value: number): string {
  const rounded = Number(value.toPrecision(FAR_DIGITS));
  if (rounded === 0 || rounded >= LEAST_PLAIN) return rounded.toFixed(decimalsOf(rounded));
  const [digits, power = ''] = rounded.toExponential().split('e');
  return `${digits} × ${numberText(Number(`1e${power}`))}`;
}

/** The text for a value without errors. */
function plainText({ name, best }: ParameterObject): string {
  if (name === 'far') return rateText(best);
  if (name === 'p_astro') return probabilityText(best);
  if (name === 'network_matched_filter_snr') return signed(best, fixed(best, 1));
  return numberText(Number(best.toPrecision(OTHER_DIGITS)));
}

export function valueText(value: ParameterObject): ValueText {
  const { best, upper_error: upper, lower_error: lower } = value;
  const limit = limitOf(value);
  const given = [upper, lower].filter((error) => error !== null);
  const sizes = given.map(Math.abs).filter((size) => size > 0);
  // If both errors are 0 or unknown, the value is shown without errors.
  if (sizes.length === 0) return { limit, best: plainText(value), upper: '', lower: '' };
  // Rounded first, because 9.96 becomes 10, which has no decimal places.
  const smallest = Number(Math.min(...sizes).toPrecision(ERROR_DIGITS));
  const wanted = ERROR_DIGITS - 1 - Math.floor(Math.log10(smallest));
  const decimals = Math.min(wanted, Math.max(...[best, ...given].map(decimalsOf)));
  return {
    limit,
    best: signed(best, fixed(best, decimals)),
    upper: upper === null ? '' : `+${fixed(upper, decimals)}`,
    lower: lower === null ? '' : `−${fixed(lower, decimals)}`,
  };
}

/** `35.6 +4.7 −3.1`, `< 0.00001`. */
export function valueLine(value: ParameterObject): string {
  const { limit, best, upper, lower } = valueText(value);
  return [limit, best, upper, lower].filter((part) => part !== '').join(' ');
}

const hasPower = (text: string): boolean => /×|10[⁻⁰-⁹¹²³]/.test(text);

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
export const publishedInterval = ({ best, lower_error, upper_error }: ParameterObject): readonly [number, number] => [
  best - Math.abs(lower_error ?? 0),
  best + Math.abs(upper_error ?? 0),
];
