/** Numbers and times in texts: in tables, in JSON, and where a data file should have a number. */
import { gpsFromUtc } from '../../core/base/gps-time.ts';
import type { Finding } from '../../report/problems.ts';

/** Allows no leading zeros, because some programs read such numbers as octal. */
const NUMBER_FORM = /^[-+]?((0|[1-9]\d*)(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/;

/** True for a decimal number that can be stored. */
export const isNumberText = (text: string): boolean => NUMBER_FORM.test(text) && isRepresentable(text);

/** True if a number's text has a finite value, and the value is 0 only if all digits are. */
export function isRepresentable(text: string): boolean {
  const value = Number(text);
  return Number.isFinite(value) && (value !== 0 || !/[1-9]/.test(text.replace(/e.*/i, '')));
}

/** Number of decimal places in a number's shortest form: 2 for 0.25, 7 for 1e-7. */
export function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
}

/** GPS seconds to one decimal place, as in the data. */
export const roundTime = (gps: number): number => Number(gps.toFixed(1));

const UTC =
  /^(?:(\d{4}-\d\d-\d\d)|(\d\d?)\.(\d\d?)\.(\d{4}))[T ]+(\d\d?:\d\d:\d\d)([.,]\d+)? ?(?:Z|UTC|[-+]00(?::?00)?)?$/i;

/** The GPS seconds of a time in UTC, to at most one decimal place, as in the data; undefined if the text is not a time with seconds. */
export function gpsInText(text: string): number | undefined {
  if (!text.includes(':')) return undefined;
  const [, iso, day = '', month = '', year, time = '', fraction = ''] = UTC.exec(text) ?? [];
  const date = iso ?? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const gps = gpsFromUtc(`${date}T${time.padStart(8, '0')}`);
  return gps === undefined ? undefined : roundTime(gps + Number(fraction.replace(',', '.')));
}

/** A finding for a time in scientific notation that lacks the digits of its seconds, such as `1.12626E+09`; spreadsheets write such times. */
export function lostDigitsFinding(text: string): Finding | null {
  const [, decimals = '', exponent] = /^[-+]?\d*(?:\.(\d*))?e\+?(\d+)$/i.exec(text) ?? [];
  if (exponent === undefined || decimals.length >= Number(exponent)) return null;
  return {
    code: 'D113',
    message: `the time "${text}" has lost the digits of its seconds`,
    fix: 'take it from the original table, and format its cells as numbers: 1126259462.4',
    topic: 'time without the digits of its seconds',
  };
}

const GPS_FIX =
  'write GPS seconds, such as 1126259462.4 (a table to import may have UTC: 2025-04-02 11:54:05 or 02.04.2025 11:54:05, but not 04/02/2025)';
const SECONDS_FIX =
  'look up the seconds of this time, and write GPS seconds, such as 1126259462.4 (a table to import may have UTC: 2025-04-02 11:54:05)';

const DATE = String.raw`(?:\d{4}-\d\d?-\d\d?|\d\d?\.\d\d?\.\d{4})`;
const WITHOUT_SECONDS = new RegExp(String.raw`^${DATE}(?:[T ]+\d\d?:\d\d(?: ?(?:Z|UTC))?)?$`);

/** The fix for a date, a UTC time or a number with another sign where a number is expected. Null for any other string. */
export function fixOfNumber(text: string): string | null {
  if (WITHOUT_SECONDS.test(text)) return SECONDS_FIX;
  const gps = gpsInText(text);
  if (gps !== undefined) return `write GPS seconds: ${text} in UTC is ${gps}`;
  if (/^\d+[-./]\d+[-./]\d+/.test(text)) return GPS_FIX;
  // Word processors write a minus sign or a dash.
  if (/^[\u2010-\u2015\u2212]\d+(?:\.\d+)?$/.test(text)) return `write it with a hyphen: -${text.slice(1)}`;
  return /^[-+]?\d+,\d+$/.test(text) ? `write the decimals after a point: ${text.replace(',', '.')}` : null;
}
