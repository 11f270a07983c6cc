/** Reads text as a time: GPS seconds, a time in UTC, or a whole day, month or year; also the date in the name of an event. */

import { DAY_S, gpsFromUtc } from '../../core/base/gps-time.ts';
import type { Interval } from '../strain-data/interval.ts';
import { countText, MONTHS, readTime, utcText } from '../text/format.ts';

/** How much strain to show before and after a time to the second: six hours, in seconds. */
const AROUND_S = 21_600;
/** How many days before and after a day are near it. */
export const NEAR_DAYS = 7;

export interface ReadTime {
  /** `2019-05-12 18:07:41`, `2019-05-12`, `May 2019`. */
  readonly title: string;
  /** The whole day, month or year, or the time around a second. */
  readonly interval: Interval;
  /** Null for a day, month or year. */
  readonly second: number | null;
  /** The days before and after a second or a day; null for longer times. */
  readonly near: Interval | null;
}

const widen = ({ start, stop }: Interval, seconds: number): Interval => ({
  start: Math.max(0, start - seconds),
  stop: stop + seconds,
});

function around(second: number): ReadTime {
  const moment = { start: second, stop: second };
  return {
    title: utcText(second) || String(second),
    interval: widen(moment, AROUND_S),
    second,
    near: widen(moment, NEAR_DAYS * DAY_S),
  };
}

const dayText = (time: Date): string => time.toISOString().slice(0, 10);

/** A whole year; a month or day if they are given, from 1. */
function whole(year: number, month?: number, day?: number): ReadTime | null {
  const first = new Date(Date.UTC(year, (month ?? 1) - 1, day ?? 1));
  // The 31st of February is another day.
  if (first.getUTCDate() !== (day ?? 1) || first.getUTCMonth() !== (month ?? 1) - 1) return null;
  const next =
    day !== undefined
      ? new Date(first.getTime() + 86_400_000)
      : new Date(Date.UTC(year, month === undefined ? 12 : month, 1));
  const [start, stop] = [gpsFromUtc(dayText(first)), gpsFromUtc(dayText(next))];
  if (start === undefined || stop === undefined) return null;
  const title = day ? dayText(first) : month ? `${MONTHS[month - 1]} ${year}` : String(year);
  const interval = { start, stop };
  return { title, interval, second: null, near: day === undefined ? null : widen(interval, NEAR_DAYS * DAY_S) };
}

/** `2019`, `2019-05`, `2019-05-21`. */
const DATE = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;
/** `21 May 2019`, `May 2019`. */
const WORDS = /^(?:(\d{1,2}) )?([a-z]{3,9})\.? (\d{4})$/i;
/** The date in a name: `GW190521`, `S190521g`, `GW1905`, and `GW190512_180741` with the time. */
const NAME = /^(?:GW|S|GRB)?(\d\d)(\d\d)(\d\d)?(?:_(\d\d)(\d\d)(\d\d))?[a-z]*$/i;

const numberOf = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);

function readName(text: string): ReadTime | null {
  const [, year, month, day, ...clock] = NAME.exec(text) ?? [];
  if (year === undefined) return null;
  const date = whole(2000 + Number(year), Number(month), numberOf(day));
  if (date === null || clock[0] === undefined) return date;
  const second = readTime(`20${year}-${month}-${day} ${clock.join(':')}`);
  return second === undefined ? null : around(second);
}

/** `within 7 days of 2019-05-21`, `events within 3 days of GW190521`. */
const WITHIN = /^(?:events )?(?:within )?(\d{1,4}) days? (?:of|around|from) (.+)$/i;

export function readTimeText(text: string): ReadTime | null {
  const [, days, of = ''] = WITHIN.exec(text) ?? [];
  if (days !== undefined) {
    const time = readTimeText(of);
    if (time === null) return null;
    const { title, interval, second } = time;
    const from = second === null ? interval : { start: second, stop: second };
    const words = `within ${countText(Number(days), 'day')} of ${title}`;
    return { title: words, interval: widen(from, Number(days) * DAY_S), second: null, near: null };
  }
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year !== undefined) return whole(Number(year), numberOf(month), numberOf(day)) ?? readName(text);
  const [, date, word = '', ofYear] = WORDS.exec(text) ?? [];
  const named = MONTHS.findIndex((one) => one.toLowerCase().startsWith(word.toLowerCase()));
  if (ofYear !== undefined && named >= 0) return whole(Number(ofYear), named + 1, numberOf(date));
  // Shorter numbers are part of the name of an event.
  const isTime = /^\d{4}-\d{2}/.test(text) || /^\d{9,}(\.\d+)?$/.test(text);
  const second = isTime ? readTime(text) : undefined;
  return second === undefined ? readName(text) : around(second);
}
