/** Reads a time that somebody typed. */

import { gpsFromUtc } from '../../core/base/gps-time.ts';
import { gpsSecond } from '../../core/contract/codecs.ts';

/** Text for a date that may have too many months or days: `2019-12-32` is 2020-01-01. */
const dateText = ([year = 0, month = 1, day = 1]: readonly number[]): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 'YYYY-MM-DD'.length);

/**
 * Reads a time in UTC or GPS seconds, in whole seconds. A year, month or day lasts until the next one starts; any other time stops when it starts.
 * Decimals of GPS seconds are dropped. Undefined for any other text.
 */
export function readTime(text: string): { readonly start: number; readonly stop: number } | undefined {
  const date = text.split('-').map(Number);
  const isDate = /^\d{4}(-\d{1,2}){0,2}$/.test(text);
  // Without a change of month, which the 31st of February has.
  const isReal = isDate && dateText(date).startsWith(date.map((part) => String(part).padStart(2, '0')).join('-'));
  const next = date.with(-1, (date.at(-1) as number) + 1);
  const [start, stop] = isReal ? [dateText(date), dateText(next)].map(gpsFromUtc) : [];
  if (start !== undefined && stop !== undefined) return { start, stop };
  const second = gpsFromUtc(text) ?? gpsSecond.parse(text.replace(/^(\d+)\.\d+$/, '$1'));
  return second === undefined ? undefined : { start: second, stop: second };
}
