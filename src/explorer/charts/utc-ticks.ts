/** Places ticks of a GPS axis at round UTC times. Pure. */

import { utcTicks as roundTimes } from 'd3-time';
import { gpsFromUtc } from '../../core/contract/gps-time.ts';
import { utcText } from '../parts/format.ts';
import type { Extent, Positions, Tick } from './scale.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAY_S = 86_400;

/** As short as the distance between ticks allows. `utc` is `YYYY-MM-DD HH:MM:SS`. */
function formatTick(utc: string, stepS: number): string {
  const month = MONTHS[Number(utc.slice(5, 7)) - 1] as string;
  const isMidnight = utc.endsWith('00:00:00');
  if (stepS >= 300 * DAY_S) return utc.slice(0, 4);
  if (stepS >= 25 * DAY_S) return month === 'Jan' ? utc.slice(0, 4) : month;
  if (stepS >= 0.9 * DAY_S || isMidnight) return `${Number(utc.slice(8, 10))} ${month}`;
  return stepS >= 60 ? utc.slice(11, 16) : utc.slice(11);
}

/** About `count` ticks between two pixels of an axis of GPS seconds. */
export function utcTicks({ at, invert }: Positions, range: Extent, count: number): Tick[] {
  const [start, stop] = range.map(invert).sort((a, b) => a - b) as [number, number];
  const [from, to] = [utcText(start), utcText(stop)];
  if (from === '' || to === '') return [];
  const [first, last] = [from, to].map((utc) => new Date(`${utc.replace(':60', ':59')}Z`)) as [Date, Date];
  const times = roundTimes(first, last, count);
  const stepS = times.length < 2 ? stop - start : (Number(times[1]) - Number(times[0])) / 1000;
  return times.flatMap((time) => {
    const utc = time.toISOString().slice(0, 19).replace('T', ' ');
    const gps = gpsFromUtc(utc);
    return gps === undefined || gps < start || gps > stop ? [] : [{ at: at(gps), text: formatTick(utc, stepS) }];
  });
}
