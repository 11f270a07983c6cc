/** Places the masses of mergers over time. */

import type { ParameterObject } from '../../../../core/contract/wire.ts';
import type { Frame } from '../../../charts/frame.ts';
import type { LimitedMark } from '../../../charts/limit-arrow.ts';
import { createScale, type Extent, extent, type Positions, type Scale, tickRoom } from '../../../charts/scale.ts';
import { MASSES, NEUTRON_STAR_BELOW } from '../../../event-data/binaries.ts';
import type { EventRow } from '../../../event-data/rows.ts';
import { limitOf } from '../../../text/values.ts';
import type { RunWidths, TimeScale } from './time-scale.ts';

export interface PlacedMass extends LimitedMark {
  readonly row: EventRow;
  readonly parameter: string;
}

/** A mass that a logarithmic axis can show, or undefined. */
function readMass({ values }: EventRow, parameter: string): ParameterObject | undefined {
  const mass = values.get(parameter);
  return mass && mass.best > 0 ? mass : undefined;
}

/** Masses that have a tick, in solar masses, including both ends of the gap. */
const TICKS = [0.5, 1, 2, 3, 5, 10, 20, 50, 100, 200, 500];

/** The mass scale: from 1 to 200 solar masses, or further if necessary. */
function massScale(placed: readonly number[], frame: Frame): Scale {
  const [low, high] = (extent(placed) ?? [1, 100]) as Extent;
  const scale = createScale('log', [Math.min(low, 1.15), Math.max(high, 175)], frame.up, tickRoom(frame.up));
  const ticks = TICKS.map((mass) => ({ at: scale.at(mass), text: String(mass) }));
  return { ...scale, ticks: ticks.filter(({ at }) => at <= frame.bottom && at >= frame.top) };
}

/** Places the masses of rows with a type, creates the mass scale, and lists the rows `without` a place. A row with only one mass has no type. */
export function placeMasses(
  rows: readonly EventRow[],
  lacking: ReadonlySet<EventRow>,
  frame: Frame,
  time: Pick<Positions, 'at'>,
) {
  const hasPlace = (row: EventRow) => row.type !== undefined && MASSES.some((parameter) => readMass(row, parameter));
  const masses = rows.filter(hasPlace).flatMap((row) =>
    MASSES.flatMap((parameter) => {
      const mass = readMass(row, parameter);
      return mass === undefined ? [] : [{ row, parameter, mass }];
    }),
  );
  const scale = massScale(
    masses.map(({ mass }) => mass.best),
    frame,
  );
  const placed = masses.map(
    ({ row, parameter, mass }): PlacedMass => ({
      row,
      parameter,
      x: time.at(row.entry.gps),
      y: scale.at(mass.best),
      limits: { y: limitOf(mass) },
      isHollow: lacking.has(row),
    }),
  );
  return { scale, placed, without: rows.filter((row) => !hasPlace(row)) };
}

/** How to read the plot. */
export function massesNote({ cuts }: Pick<TimeScale, 'cuts'>, widths: RunWidths): string {
  const note = `Upper mark: mass 1. Lower mark: mass 2. Type by mass: neutron star below ${NEUTRON_STAR_BELOW} M☉.`;
  if (cuts.length === 0) return note;
  return `${note} ${widths === 'events' ? 'Within a run, time is to scale.' : 'Dashed axis: time cut.'}`;
}
