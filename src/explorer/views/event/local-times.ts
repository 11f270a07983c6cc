/** The local time of an event at the sites of the three large detectors, which does not depend on what they observed. */

import { MONTHS, utcText } from '../../text/format.ts';

const HOUR_MS = 3_600_000;

/** Midnight UTC of the first Sunday on or after a day, in ms. January is month 0. */
function sundayFrom(year: number, month: number, day: number): number {
  const weekday = new Date(Date.UTC(year, month, day)).getUTCDay();
  return Date.UTC(year, month, day + ((7 - weekday) % 7));
}

/** The summer time of a year in a zone that is `hours` ahead of UTC: its start and its end, in ms. */
type SummerTime = (year: number, hours: number) => readonly [start: number, end: number];

/** The rule since 2007: from 2 o'clock standard time to 2 o'clock summer time. */
const AMERICAN: SummerTime = (year, hours) => [
  sundayFrom(year, 2, 8) + (2 - hours) * HOUR_MS,
  sundayFrom(year, 10, 1) + (1 - hours) * HOUR_MS,
];
/** The rule since 1996: from 1 o'clock UTC to 1 o'clock UTC. */
const EUROPEAN: SummerTime = (year) => [sundayFrom(year, 2, 25) + HOUR_MS, sundayFrom(year, 9, 25) + HOUR_MS];
const FIRST_YEAR = 2007;

/** With the hours from UTC in winter. Written out, because the first use of `Intl` takes a phone 100 ms. */
const SITES = [
  { site: 'Hanford', hours: -8, winter: 'PST', summer: 'PDT', rule: AMERICAN },
  { site: 'Livingston', hours: -6, winter: 'CST', summer: 'CDT', rule: AMERICAN },
  { site: 'Virgo', hours: 1, winter: 'CET', summer: 'CEST', rule: EUROPEAN },
] as const;

/** `14:10:39 PDT at Hanford`; `20 May, 20:02:29 PDT at Hanford` if the day is not the day in UTC. Empty for times before 2007. */
export function listLocalTimes(gps: number): readonly string[] {
  const utc = new Date(`${utcText(gps).replace(' ', 'T')}Z`);
  const [year, time] = [utc.getUTCFullYear(), utc.getTime()];
  // Also false for leap seconds and times without a UTC representation.
  if (!(year >= FIRST_YEAR)) return [];
  return SITES.map(({ site, hours, winter, summer, rule }) => {
    const [start, end] = rule(year, hours);
    const isSummer = time >= start && time < end;
    const local = new Date(time + (hours + Number(isSummer)) * HOUR_MS);
    const month = (MONTHS[local.getUTCMonth()] as string).slice(0, 3);
    const day = local.getUTCDate() === utc.getUTCDate() ? '' : `${local.getUTCDate()} ${month}, `;
    return `${day}${local.toISOString().slice(11, 19)} ${isSummer ? summer : winter} at ${site}`;
  });
}
