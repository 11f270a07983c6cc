/** Formats times, and places ticks of a GPS axis at round UTC times. Pure. */

import { utcTicks as roundTimes } from 'd3-time';
import { gpsFromUtc } from '../../core/contract/gps-time.ts';
import type { Interval } from '../intervals/coverage.ts';
import { utcText } from '../parts/format.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAY_S = 86_400;

/** `2015-09-14 09:50:45`, to the second; empty for times without a UTC representation. */
export function utcLabel(gps: number): string {
  try {
    return utcText(gps);
  } catch {
    return '';
  }
}

export interface Tick {
  readonly gps: number;
  readonly label: string;
}

/** As short as the distance between ticks allows. `utc` is `YYYY-MM-DD HH:MM:SS`. */
function labelOf(utc: string, stepS: number): string {
  const month = MONTHS[Number(utc.slice(5, 7)) - 1] as string;
  const isMidnight = utc.endsWith('00:00:00');
  if (stepS >= 300 * DAY_S) return utc.slice(0, 4);
  if (stepS >= 25 * DAY_S) return month === 'Jan' ? utc.slice(0, 4) : month;
  if (stepS >= 0.9 * DAY_S || isMidnight) return `${Number(utc.slice(8, 10))} ${month}`;
  return stepS >= 60 ? utc.slice(11, 16) : utc.slice(11);
}

/** About `count` ticks within an interval. */
export function utcTicks({ start, stop }: Interval, count: number): Tick[] {
  const [from, to] = [utcLabel(start), utcLabel(stop)];
  if (from === '' || to === '') return [];
  const [first, last] = [from, to].map((utc) => new Date(`${utc.replace(':60', ':59')}Z`)) as [Date, Date];
  const times = roundTimes(first, last, count);
  const stepS = times.length < 2 ? stop - start : (Number(times[1]) - Number(times[0])) / 1000;
  return times.flatMap((time) => {
    const utc = time.toISOString().slice(0, 19).replace('T', ' ');
    const gps = gpsFromUtc(utc);
    return gps === undefined || gps < start || gps > stop ? [] : [{ gps, label: labelOf(utc, stepS) }];
  });
}
