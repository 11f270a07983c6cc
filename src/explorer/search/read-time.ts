/** Reads text as a time: GPS seconds, a time in UTC, or a whole day, month or year; also the date in the name of an event. */

import { gpsFromUtc } from '../../core/base/gps-time.ts';
import type { Interval } from '../strain-data/interval.ts';
import { readTime, utcText } from '../text/format.ts';

/** How much to show before and after a time to the second: six hours, in seconds. */
const AROUND_S = 21_600;
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

export interface ReadTime {
  /** `2019-05-12 18:07:41`, `2019-05-12`, `May 2019`. */
  readonly title: string;
  /** The whole day, month or year, or the time around a second. */
  readonly interval: Interval;
  /** Null for a day, month or year. */
  readonly second: number | null;
}

function around(second: number): ReadTime {
  return {
    title: utcText(second) || String(second),
    interval: { start: Math.max(0, second - AROUND_S), stop: second + AROUND_S },
    second,
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
  return { title, interval: { start, stop }, second: null };
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

export function readTimeText(text: string): ReadTime | null {
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
