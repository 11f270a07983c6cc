/** The time axis of the plots over time. */

import type { RunEntry } from '../../../../core/contract/wire.ts';
import { partTicks, yearTicks } from '../../../charts/date-ticks.ts';
import type { Frame } from '../../../charts/frame.ts';
import type { Tick } from '../../../charts/scale.ts';
import { type EventRow, pickVersions } from '../../../event-data/rows.ts';
import { textWidth } from '../../../text/text-size.ts';
import type { EventLists } from '../lists.ts';
import { NARROW_PX } from './plot-props.ts';
import { createTimeScale, longestRunAt, type RunWidths, type TimeScale } from './time-scale.ts';

/** True if all events took place in one run. */
const areInOneRun = (runs: readonly RunEntry[], rows: readonly EventRow[]): boolean =>
  new Set(rows.map(({ entry }) => longestRunAt(runs, entry.gps)?.name)).size === 1;

/**
 * The time axis. Each of its runs has the number of selected events in the run. Filters do not change the widths, so that marks stay put; only a
 * selection within one run gets the whole axis.
 */
export function timeScaleOf(
  { runs, unfiltered }: Pick<EventLists, 'runs' | 'unfiltered'>,
  selected: readonly EventRow[],
  frame: Frame,
  widths: RunWidths,
): TimeScale {
  const rows = areInOneRun(runs, selected) ? selected : [...new Set([...unfiltered, ...selected])];
  // A filter may select an older version of an event than the one shown without filters.
  const [counted, weighed] = [new Set(selected), new Set(pickVersions(rows))];
  const items = rows.map((row) => ({
    time: row.entry.gps,
    isCounted: counted.has(row) && !row.isInjection,
    hasWeight: weighed.has(row) && !row.isInjection,
  }));
  const [narrowCut, wideCut] = widths === 'events' ? [6, 14] : [12, 42];
  return createTimeScale(runs, items, frame.across, frame.width < NARROW_PX ? narrowCut : wideCut, widths);
}

/** Ticks with dates; on phones, with the year of each run. */
export const dateTicks = (time: TimeScale, { width }: Frame): readonly Tick[] =>
  width < NARROW_PX
    ? yearTicks(
        time,
        time.bands.filter(({ name }) => name !== '').map(({ from, to }) => [from, to]),
      )
    : partTicks(time, time.parts, 95, textWidth);
