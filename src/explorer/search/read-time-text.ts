/** Reads text as a time: GPS seconds, a time in UTC, or a whole day, month or year; also the date in the name of an event. */

import { DAY_S } from '../../core/base/gps-time.ts';
import { type Interval, lengthOf } from '../strain-data/interval.ts';
import { countText, dayText, MONTHS, utcText } from '../text/format.ts';
import { readTime } from '../text/read-time.ts';

/** How much strain to show before and after a time to the second: six hours, in seconds. */
const AROUND_S = 21_600;
/** How many days before and after a day are near it. */
export const NEAR_DAYS = 7;

interface TypedTime {
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

function around(second: number): TypedTime {
  const moment = { start: second, stop: second };
  return {
    title: utcText(second) || String(second),
    interval: widen(moment, AROUND_S),
    second,
    near: widen(moment, NEAR_DAYS * DAY_S),
  };
}

/** A year, month or day: `2019`, `2019-05`, `2019-05-21`. */
function whole(date: string): TypedTime | null {
  const interval = readTime(date);
  if (interval === undefined || lengthOf(interval) === 0) return null;
  const [year, month, day] = date.split('-');
  const ofMonth = `${MONTHS[Number(month) - 1]} ${year}`;
  const title = day ? dayText(interval.start) : month ? ofMonth : date;
  return { title, interval, second: null, near: day === undefined ? null : widen(interval, NEAR_DAYS * DAY_S) };
}

/** `21 May 2019`, `May 2019`. */
const WORDS = /^(?:(\d{1,2}) )?([a-z]{3,9})\.? (\d{4})$/i;
/** The date in a name: `GW190521`, `S190521g`, `GW1905`, and `GW190512_180741` with the time. */
const NAME = /^(?:GW|S|GRB)?(\d\d)(\d\d)(\d\d)?(?:_(\d\d)(\d\d)(\d\d))?[a-z]*$/i;

function readName(text: string): TypedTime | null {
  const [, year, month, day, ...clock] = NAME.exec(text) ?? [];
  if (year === undefined) return null;
  const date = [`20${year}`, month, day].filter((part) => part !== undefined).join('-');
  if (clock[0] === undefined) return whole(date);
  const time = readTime(`${date} ${clock.join(':')}`);
  return time === undefined ? null : around(time.start);
}

/** `within 7 days of 2019-05-21`, `events within 3 days of GW190521`. */
const WITHIN = /^(?:events )?(?:within )?(\d{1,4}) days? (?:of|around|from) (.+)$/i;

export function readTimeText(text: string): TypedTime | null {
  const [, days, of = ''] = WITHIN.exec(text) ?? [];
  if (days !== undefined) {
    const time = readTimeText(of);
    if (time === null) return null;
    const { title, interval, second } = time;
    const from = second === null ? interval : { start: second, stop: second };
    const words = `within ${countText(Number(days), 'day')} of ${title}`;
    return { title: words, interval: widen(from, Number(days) * DAY_S), second: null, near: null };
  }
  const [, day, word = '', year] = WORDS.exec(text) ?? [];
  const named = MONTHS.findIndex((one) => one.toLowerCase().startsWith(word.toLowerCase()));
  if (year !== undefined && named >= 0) return whole([year, named + 1, ...(day ? [day] : [])].join('-'));
  // Shorter numbers are part of the name of an event.
  const isTime = /^\d{4}-\d{2}/.test(text) || /^\d{9,}(\.\d+)?$/.test(text);
  const time = isTime ? readTime(text) : undefined;
  return whole(text) ?? (time === undefined ? readName(text) : around(time.start));
}
