/** Ticks with UTC dates and times, for axes in GPS seconds. */

import { utcTicks as roundTimes } from 'd3-time';
import { DAY_S, gpsFromUtc } from '../../core/base/gps-time.ts';
import { MONTHS, utcText } from '../text/format.ts';
import type { Extent, Positions } from './scale.ts';
import { mapExtent, type Tick, thinTicks } from './scale.ts';

/** Formats a tick label as briefly as the distance between ticks allows. `utc` is `YYYY-MM-DD HH:MM:SS`. */
function formatTick(utc: string, stepS: number): string {
  const month = (MONTHS[Number(utc.slice(5, 7)) - 1] as string).slice(0, 3);
  const isMidnight = utc.endsWith('00:00:00');
  if (stepS >= 300 * DAY_S) return utc.slice(0, 4);
  if (stepS >= 25 * DAY_S) return month === 'Jan' ? utc.slice(0, 4) : month;
  if (stepS >= 0.9 * DAY_S || isMidnight) return `${Number(utc.slice(8, 10))} ${month}`;
  return stepS >= 60 ? utc.slice(11, 16) : utc.slice(11);
}

/** About `count` ticks between two pixels on an axis in GPS seconds. */
export function utcTicks({ at, invert }: Positions, range: Extent, count: number): Tick[] {
  const ends = mapExtent(range, invert);
  const [start, stop] = [Math.min(...ends), Math.max(...ends)];
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

/** Adds the year to the first date in each year. Times of day stay as they are. */
function withYears(dates: readonly Tick[], { invert }: Positions): readonly Tick[] {
  const years = new Set<string>();
  return dates.map((tick) => {
    if (tick.text.includes(':')) return tick;
    const year = utcText(invert(tick.at) + 1).slice(0, 4);
    const isNew = !years.has(year);
    years.add(year);
    return isNew && !/\d{4}/.test(tick.text) ? { ...tick, text: `${tick.text} ${year}` } : tick;
  });
}

/** Keeps every tick, or every second or third tick and so on, so that labels do not touch. The first tick in a year shows the year. */
export function spacedDates(
  all: readonly Tick[],
  positions: Positions,
  widthOf: (text: string) => number,
): readonly Tick[] {
  for (let every = 1; ; every++) {
    const dates = withYears(
      all.filter((_, n) => n % every === 0),
      positions,
    );
    if (dates.length < 2 || thinTicks(dates, widthOf).length === dates.length) return dates;
  }
}

/** Parts narrower than this, in pixels, have only their years. */
const SHORT_PX = 130;

/** `2019`, `2019–20`: the years of a part of an axis. */
function yearsText({ invert }: Positions, part: Extent): string {
  const [from = '', to = ''] = mapExtent(part, invert).map((gps) => utcText(gps).slice(0, 4));
  return from === to ? from : `${from}–${to.slice(2)}`;
}

/** Ticks about `each` pixels apart, for the parts of a time axis (GPS seconds) between its cuts. A short part has its years in its middle. */
export function partTicks(
  positions: Positions,
  parts: readonly Extent[],
  each: number,
  widthOf: (text: string) => number,
): readonly Tick[] {
  return parts.flatMap((part) => {
    const [from, to] = part;
    if (to - from < SHORT_PX) return [{ at: (from + to) / 2, text: yearsText(positions, part) }];
    const found = utcTicks(positions, part, Math.max(1, Math.round((to - from) / each)));
    return spacedDates(found, positions, widthOf);
  });
}

/** The year in the middle of each part, for axes that are too narrow for dates: `’16`. */
export const yearTicks = ({ invert }: Positions, parts: readonly Extent[]): readonly Tick[] =>
  parts.map(([from, to]) => ({ at: (from + to) / 2, text: `’${utcText(invert((from + to) / 2)).slice(2, 4)}` }));
