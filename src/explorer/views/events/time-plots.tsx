/** Plots over observing runs: the masses of each merger, both components and the remnant; and the number of detections until a time. */

import { RunAxis, textWidth, tickRoom, tickRoomUp, YAxis } from '../../charts/axes.tsx';
import { dots, lines, type Point, paint, steps } from '../../charts/marks.ts';
import { createRunScale } from '../../charts/run-scale.ts';
import { createScale, type Extent, extent } from '../../charts/scale.ts';
import { numberText, utcText, valueLine } from '../../parts/format.ts';
import type { PlotInput, PlotKind } from './plot-kind.ts';
import { type EventRow, TIME } from './selection.ts';

/** The heavier component first. */
export const MASSES = [
  { parameter: 'mass_1_source', title: 'heavier component', mark: 'first' },
  { parameter: 'mass_2_source', title: 'lighter component', mark: 'second' },
  { parameter: 'final_mass_source', title: 'remnant', mark: 'third' },
] as const;

const timeScale = ({ runs, frame }: PlotInput, rows: readonly EventRow[]) =>
  createRunScale(
    runs,
    rows.map(({ entry }) => entry.gps),
    frame.across,
  );

/** The first lines of a mark's tooltip. */
const nameRow = ({ id, entry }: EventRow): readonly string[] => [id, `${utcText(entry.gps)} UTC`];

/** Undefined if it cannot be drawn on a logarithmic axis. */
function readMass(row: EventRow, parameter: string): number | undefined {
  const mass = row.values.get(parameter)?.best;
  return mass !== undefined && mass > 0 ? mass : undefined;
}

function describeMasses({ values }: EventRow): readonly string[] {
  return MASSES.flatMap(({ parameter, title }) => {
    const value = values.get(parameter);
    return value === undefined ? [] : `${title} ${valueLine(value)} M☉`;
  });
}

export const MASSES_PLOT: PlotKind = {
  title: 'Masses',
  axes: '',
  nameMissing: () => 'masses',
  canDraw: (row) => MASSES.some(({ parameter }) => readMass(row, parameter) !== undefined),
  draw(input, rows) {
    const { frame } = input;
    const time = timeScale(input, rows);
    const masses = rows.flatMap((row) => MASSES.flatMap(({ parameter }) => readMass(row, parameter) ?? []));
    const scale = createScale('log', extent(masses) as Extent, frame.up, tickRoom(frame.up, 40));
    const placed = rows.map((row) => {
      const points = MASSES.map(({ parameter }): Point | null => {
        const mass = readMass(row, parameter);
        return mass === undefined ? null : { x: time.at(row.entry.gps), y: scale.at(mass) };
      });
      return { row, points };
    });
    const joined = placed.flatMap(({ points: [, lighter, remnant] }) =>
      lighter && remnant ? [[lighter, remnant] as const] : [],
    );
    return {
      label: `Masses over time of ${rows.length} event versions; the table below has the values.`,
      marks: placed.flatMap(({ row, points }) =>
        points.flatMap((point) =>
          point ? { ...point, id: row.id, lines: () => [...nameRow(row), ...describeMasses(row)] } : [],
        ),
      ),
      across: { quantity: TIME, scale: time },
      legend: MASSES,
      drawing: (
        <>
          <RunAxis frame={frame} bands={time.bands} />
          <YAxis frame={frame} ticks={scale.ticks} title="Mass in the source frame [M☉]" />
          <path class="whisker" d={lines(joined)} />
          {MASSES.map(({ mark }, n) => (
            <path
              key={mark}
              class="dots"
              style={paint(mark)}
              d={dots(placed.flatMap(({ points }) => points[n] ?? []))}
            />
          ))}
        </>
      ),
    };
  },
};

/** The cumulative count of the selection, and the count in each run. */
export const DETECTIONS: PlotKind = {
  title: 'Detections',
  axes: '',
  nameMissing: () => '',
  canDraw: () => true,
  draw(input, rows) {
    const { frame } = input;
    const inTime = rows.toSorted((a, b) => a.entry.gps - b.entry.gps);
    const time = timeScale(input, rows);
    // The counts of the runs stand above the curve.
    const counts = createScale('linear', [0, rows.length], [frame.bottom, frame.top + 18], tickRoomUp(frame.up));
    const marks = inTime.map((row, n) => ({
      x: time.at(row.entry.gps),
      y: counts.at(n + 1),
      id: row.id,
      lines: () => [...nameRow(row), `number ${numberText(n + 1)} of the selection`],
    }));
    const ends = [time.bands[0]?.from ?? frame.left, frame.right] as const;
    const byRun = time.bands.map(({ name, count }) => `${name || 'between runs'} ${count}`);
    return {
      label: `Number of event versions over time: ${byRun.join(', ')}.`,
      marks,
      across: { quantity: TIME, scale: time },
      legend: [],
      drawing: (
        <>
          <RunAxis frame={frame} bands={time.bands} />
          <YAxis frame={frame} ticks={counts.ticks} title="Event versions until then" />
          {time.bands.map(
            ({ from, to, start, count }) =>
              to - from >= textWidth(`+${count}`) && (
                <text key={start} class="count" x={(from + to) / 2} y={frame.top + 13} text-anchor="middle">
                  +{count}
                </text>
              ),
          )}
          <path
            class="line"
            style={paint('first')}
            d={steps([{ x: ends[0], y: counts.at(0) }, ...marks, { x: ends[1], y: counts.at(rows.length) }])}
          />
        </>
      ),
    };
  },
};
