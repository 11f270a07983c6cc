/** Formats durations in hours, or in minutes or seconds if they are shorter. */

import { wholeText } from './format.ts';

const HOUR_S = 3600;
const MINUTE_S = 60;

/** One decimal place, and commas: `2,562.9`. */
function decimalText(value: number): string {
  const [whole, tenths] = value.toFixed(1).split('.');
  return `${wholeText(Number(whole))}.${tenths}`;
}

/** A share as a percentage, without the sign: `58.4`. Only the whole is 100.0. */
export const percentText = (share: number): string =>
  decimalText(share < 1 ? Math.min(100 * share, 99.9) : 100 * share);

/** `2,562.9` for hours, `4.2 min` or `12 s` for less. If `hasUnit`, `2,562.9 hours`. */
export function hoursText(seconds: number, hasUnit = false): string {
  if (seconds === 0) return hasUnit ? '0 hours' : '0';
  if (seconds < MINUTE_S) return `${seconds} s`;
  // From here, minutes would be rounded to 60.0.
  if (seconds < HOUR_S - 0.05 * MINUTE_S) return `${decimalText(seconds / MINUTE_S)} min`;
  return decimalText(seconds / HOUR_S) + (hasUnit ? ' hours' : '');
}
