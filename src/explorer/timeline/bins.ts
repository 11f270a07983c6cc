/** Bars in a timeline: at the scale of a run, each bar is one UTC day, or several days if a day is too narrow. */

import { DAY_S, gpsFromUtc } from '../../core/base/gps-time.ts';
import { type Interval, lengthOf } from '../strain-data/interval.ts';
import { dayText } from '../text/format.ts';

/** Intervals shorter than this show segments instead of bars. */
const LEAST_DAYS = 10;
/** If a bar would be narrower than this, in pixels, it covers more days. */
const LEAST_PX = 3;
/** The possible numbers of days per bar. */
const SPANS = [1, 2, 5, 7, 14, 28, 56];
const DAY_MS = 1000 * DAY_S;

/** Days per bar in a drawing of this width in pixels; 0 if segments are drawn. */
export function daysPerBar(interval: Interval, width: number): number {
  const days = lengthOf(interval) / DAY_S;
  if (days < LEAST_DAYS) return 0;
  const least = (LEAST_PX * days) / Math.max(1, width);
  return SPANS.find((span) => span >= least) ?? (SPANS.at(-1) as number);
}

/**
 * The UTC days that overlap an interval, or groups of `days` such days. Bins are in GPS seconds, from midnight to midnight, so a day with a
 * leap second is one second longer. Empty for times that have no UTC representation.
 */
export function listBins({ start, stop }: Interval, days: number): readonly Interval[] {
  const first = Date.parse(`${dayText(start)}T00:00:00Z`);
  if (Number.isNaN(first)) return [];
  const midnight = (n: number) => gpsFromUtc(new Date(first + n * DAY_MS).toISOString().slice(0, 10)) ?? stop;
  const bins: Interval[] = [];
  for (let n = 0, from = midnight(0); from < stop; n += days) {
    const bin = { start: from, stop: midnight(n + days) };
    if (bin.stop <= from) break;
    bins.push(bin);
    from = bin.stop;
  }
  return bins;
}
