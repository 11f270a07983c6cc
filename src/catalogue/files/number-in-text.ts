/** Fixes for text where a data file should have a number: UTC times, decimal commas, other signs. */

import { gpsFromUtc } from '../../core/base/gps-time.ts';

/** True for the text of a decimal number that is not too small to store. */
export const isPlainNumber = (text: string): boolean =>
  /^[-+]?\d*\.?\d+(?:[eE][-+]?\d+)?$/.test(text) &&
  Number.isFinite(Number(text)) &&
  (Number(text) !== 0 || !/[1-9]/.test(text));

const GPS_FIX =
  'write GPS seconds, such as 1126259462.4 (a table to import may have UTC: 2025-04-02 11:54:05 or 02.04.2025 11:54:05, but not 04/02/2025)';
const SECONDS_FIX = 'look up the seconds of this time, and write it with them, such as 2025-04-02 11:54:05';

const DATE = String.raw`(?:\d{4}-\d\d?-\d\d?|\d\d?\.\d\d?\.\d{4})`;
const WITHOUT_SECONDS = new RegExp(String.raw`^${DATE}(?:[T ]+\d\d?:\d\d(?: ?(?:Z|UTC))?)?$`);

/** The fix for a date, a UTC time or a number with another sign where a number is expected. Null for any other string. */
export function numberInText(text: string): string | null {
  if (WITHOUT_SECONDS.test(text)) return SECONDS_FIX;
  const [, whole = text, fraction = ''] = /^(.*:\d\d)(\.\d+)?(?:Z|\+00:?00)?$/.exec(text) ?? [];
  const gps = gpsFromUtc(whole);
  if (gps !== undefined) return `write GPS seconds: ${text} in UTC is ${gps}${fraction}`;
  if (/^\d+[-./]\d+[-./]\d+/.test(text)) return GPS_FIX;
  // Word processors write a minus sign or a dash.
  if (/^[\u2010-\u2015\u2212]\d+(?:\.\d+)?$/.test(text)) return `write it with a hyphen: -${text.slice(1)}`;
  return /^[-+]?\d+,\d+$/.test(text) ? `write the decimals after a point: ${text.replace(',', '.')}` : null;
}
