/** The time axis of the plots over time. Pure. */

import type { RunEntry } from '../../../../core/contract/wire.ts';
import { partTicks, yearTicks } from '../../../charts/date-ticks.ts';
import type { Frame } from '../../../charts/frame.ts';
import type { Tick } from '../../../charts/scale.ts';
import { createTimeScale, type TimeScale } from '../../../charts/time-scale.ts';
import { type EventRow, pickVersions } from '../../../event-data/rows.ts';
import { textWidth } from '../../../text/text-size.ts';
import { NARROW_PX } from './plot-props.ts';

/** The time axis. Each of its runs has the number of events in the run; each event counts once, however many versions it has. */
export function timeScaleOf(runs: readonly RunEntry[], frame: Frame, rows: readonly EventRow[]): TimeScale {
  const once = new Set(pickVersions(rows));
  const items = rows.map((row) => ({ time: row.entry.gps, isCounted: once.has(row) && !row.isInjection }));
  return createTimeScale(runs, items, frame.across, frame.width < NARROW_PX ? 12 : 42);
}

/** Ticks with dates; on phones, with the year of each run. */
export const dateTicks = (time: TimeScale, { width }: Frame): readonly Tick[] =>
  width < NARROW_PX
    ? yearTicks(
        time,
        time.bands.filter(({ name }) => name !== '').map(({ from, to }) => [from, to]),
      )
    : partTicks(time, time.parts, 95, textWidth);
