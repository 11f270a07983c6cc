/** The masses of each merger over time: both components and the remnant. */

import { RunAxis, tickRoom, YAxis } from '../../charts/axes.tsx';
import { dots, lines, type Point, paint } from '../../charts/marks.ts';
import type { PlotMark } from '../../charts/plot.tsx';
import { createRunScale } from '../../charts/run-scale.ts';
import { createScale, type Extent, extent } from '../../charts/scale.ts';
import { utcText, valueLine } from '../../parts/format.ts';
import type { PlotKind } from './plot-kind.ts';
import { type EventRow, TIME } from './selection.ts';

/** The heavier component first. */
export const MASSES = [
  { parameter: 'mass_1_source', title: 'heavier component', mark: 'first' },
  { parameter: 'mass_2_source', title: 'lighter component', mark: 'second' },
  { parameter: 'final_mass_source', title: 'remnant', mark: 'third' },
] as const;

/** Undefined if it cannot be drawn on a logarithmic axis. */
function readMass(row: EventRow, parameter: string): number | undefined {
  const mass = row.values.get(parameter)?.best;
  return mass !== undefined && mass > 0 ? mass : undefined;
}

function describe(row: EventRow): readonly string[] {
  const masses = MASSES.flatMap(({ parameter, title }) => {
    const value = row.values.get(parameter);
    return value === undefined ? [] : [`${title} ${valueLine(value)} M☉`];
  });
  return [row.id, `${utcText(row.entry.gps)} UTC`, ...masses];
}

export const MASSES_PLOT: PlotKind = {
  title: 'Masses',
  axes: '',
  lacks: () => 'masses',
  canDraw: (row) => MASSES.some(({ parameter }) => readMass(row, parameter) !== undefined),
  draw({ frame, runs }, rows) {
    const times = rows.map(({ entry }) => entry.gps);
    const time = createRunScale(runs, times, frame.across);
    const masses = rows.flatMap((row) => MASSES.flatMap(({ parameter }) => readMass(row, parameter) ?? []));
    const scale = createScale('log', extent(masses) as Extent, frame.up, tickRoom(frame.up, 40));
    const findPoints = (row: EventRow, parameter: string): Point[] => {
      const mass = readMass(row, parameter);
      return mass === undefined ? [] : [{ x: time.at(row.entry.gps), y: scale.at(mass) }];
    };
    const makeMark =
      (row: EventRow) =>
      (point: Point): PlotMark => ({
        ...point,
        id: row.id,
        lines: () => describe(row),
      });
    const joined = rows.flatMap((row) => {
      const [, [lighter], [remnant]] = MASSES.map(({ parameter }) => findPoints(row, parameter)) as [
        Point[],
        Point[],
        Point[],
      ];
      return lighter && remnant ? [[lighter, remnant] as const] : [];
    });
    return {
      label: `Masses over time of ${rows.length} event versions; the table below has the values.`,
      marks: rows.flatMap((row) => MASSES.flatMap(({ parameter }) => findPoints(row, parameter).map(makeMark(row)))),
      across: { quantity: TIME, scale: time },
      legend: MASSES,
      drawing: (
        <>
          <RunAxis frame={frame} bands={time.bands} />
          <YAxis frame={frame} ticks={scale.ticks} title="Mass in the source frame [M☉]" />
          <path class="whisker" d={lines(joined)} />
          {MASSES.map(({ parameter, mark }) => (
            <path
              key={mark}
              class="dots"
              style={paint(mark)}
              d={dots(rows.flatMap((row) => findPoints(row, parameter)))}
            />
          ))}
        </>
      ),
    };
  },
};
