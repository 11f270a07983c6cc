/** Ticks of a linear time axis in GPS seconds, at the beginnings of years or months in UTC. Pure. */

import { gpsFromUtc, utcFromGps } from '../../contract/gps-time.ts';
import type { Scale, Tick } from './scale.ts';

/** Months from one tick to the next. */
const STEPS = [1, 3, 6, 12, 24, 60, 120] as const;
const MONTHS = 12;

const monthOf = (gps: number): number => {
  const [year = 0, month = 1] = utcFromGps(Math.max(0, Math.floor(gps)))
    .split('-')
    .map(Number);
  return year * MONTHS + month - 1;
};

/** About `most` ticks between two pixels of a scale: `2019` where they are years apart, else `2019-04`. */
export function timeTicks(
  { at, invert }: Pick<Scale, 'at' | 'invert'>,
  [from, to]: readonly [number, number],
  most: number,
): readonly Tick[] {
  const [first, last] = [monthOf(invert(from)), monthOf(invert(to))];
  const step = STEPS.find((months) => (last - first) / months <= most) ?? (STEPS.at(-1) as number);
  const ticks: Tick[] = [];
  for (let month = Math.ceil(first / step) * step; month <= last; month += step) {
    const year = Math.floor(month / MONTHS);
    const label = `${year}-${String((month % MONTHS) + 1).padStart(2, '0')}`;
    const gps = gpsFromUtc(`${label}-01T00:00:00`);
    const pixel = gps === undefined ? undefined : at(gps);
    const isInside = pixel !== undefined && pixel >= Math.min(from, to) && pixel <= Math.max(from, to);
    if (isInside) ticks.push({ at: pixel, text: step % MONTHS === 0 ? String(year) : label });
  }
  return ticks;
}
