/** Formats numbers and times as text. */

import { utcFromGps } from '../../core/base/gps-time.ts';

const SUPERSCRIPTS: Readonly<Record<string, string>> = {
  '-': '⁻',
  ...Object.fromEntries([...'⁰¹²³⁴⁵⁶⁷⁸⁹'].map((sign, digit) => [String(digit), sign])),
};

/** The shortest form of a number: `-0.31` -> `−0.31`, `0.00001` -> `0.00001`, `1e-7` -> `1 × 10⁻⁷`. */
export function numberText(value: number): string {
  const size = Math.abs(value);
  const text = size !== 0 && (size < 1e-5 || size >= 1e6) ? value.toExponential() : String(value);
  const [digits = '', power] = text.replace('e+', 'e').split('e');
  const raised = power && ` × 10${power.replace(/./g, (sign) => SUPERSCRIPTS[sign] ?? sign)}`;
  return digits.replace('-', '−') + (raised ?? '');
}

/** The place of a number's last digit, as a power of ten: 0.25 -> -2; 40 -> 0; 1e-7 -> -7. */
export function lastPlace(value: number): number {
  const [digits = '', power = '0'] = String(value).split('e');
  return Number(power) - (digits.split('.')[1]?.length ?? 0);
}

/** `2015-09-14 09:50:45`, to the second; empty for times that have no UTC representation. */
export function utcText(gps: number): string {
  try {
    return utcFromGps(Math.floor(gps)).replace('T', ' ');
  } catch {
    return '';
  }
}

/** The same without the seconds if they are zero: `2019-04-01 15:00`. */
export const shortUtc = (gps: number): string => utcText(gps).replace(/:00$/, '');

/** `2015-09-14`; empty for times that have no UTC representation. */
export const dayText = (gps: number): string => utcText(gps).slice(0, 'YYYY-MM-DD'.length);

// Counts, lists and months are formatted without `Intl`: its first use takes a phone 100 ms.

/** `H1, L1 and V1`. */
export const listText = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** Joins the parts that are neither missing nor empty. */
export const joinText = (parts: readonly (string | false | null | undefined)[], separator: string): string =>
  parts.filter((part) => part).join(separator);

/** A whole number with commas: `19,236`. */
export const wholeText = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

export const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A count with its noun in the singular or plural: `1 event version`. */
export const countText = (count: number, noun: string): string =>
  `${wholeText(count)} ${noun}${count === 1 ? '' : 's'}`;

/** `751 B`, `8.5 kB`, `16.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  // From here, kB would be rounded to 1000.0.
  return bytes < 999_950 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
