/** The masses of each merger over time: both components and the remnant. */

import { tickRoom, YAxis } from '../../charts/frame.tsx';
import { dots, lines, type Point } from '../../charts/marks.ts';
import { Plot, type PlotMark } from '../../charts/plot.tsx';
import { RunAxis } from '../../charts/run-axis.tsx';
import { createRunScale } from '../../charts/run-scale.ts';
import { createScale, extent } from '../../charts/scale.ts';
import { utcText, valueLine } from '../../parts/format.ts';
import { Missing } from './missing.tsx';
import type { PlotInput } from './plot-input.ts';
import { type Row, TIME } from './selection.ts';

/** The heavier component first. */
export const MASSES = [
  { parameter: 'mass_1_source', title: 'heavier component', mark: 'first' },
  { parameter: 'mass_2_source', title: 'lighter component', mark: 'second' },
  { parameter: 'final_mass_source', title: 'remnant', mark: 'third' },
] as const;

const massOf = (row: Row, parameter: string): number | undefined => row.values.get(parameter)?.best;

function linesOf(row: Row): readonly string[] {
  const masses = MASSES.flatMap(({ parameter, title }) => {
    const value = row.values.get(parameter);
    return value === undefined ? [] : [`${title} ${valueLine(value)} M☉`];
  });
  return [row.id, `${utcText(row.entry.gps)} UTC`, ...masses];
}

const hasMasses = (row: Row): boolean => MASSES.some(({ parameter }) => massOf(row, parameter) !== undefined);

export function Masses({ frame, rows, all, runs, open, narrow }: PlotInput) {
  const shown = rows.filter(hasMasses);
  const masses = shown.flatMap((row) => MASSES.flatMap(({ parameter }) => massOf(row, parameter) ?? []));
  const domain = extent(masses.filter((mass) => mass > 0));
  const missing = <Missing {...{ rows, all }} isDrawn={hasMasses} values="masses" />;
  if (domain === undefined) {
    return (
      <>
        <p class="empty">None of the selected event versions has masses.</p>
        {missing}
      </>
    );
  }
  const time = createRunScale(
    runs,
    shown.map(({ entry }) => entry.gps),
    [frame.left, frame.right],
  );
  const scale = createScale('log', domain, [frame.bottom, frame.top], tickRoom(frame.bottom - frame.top, 40));
  const pointOf = (row: Row, parameter: string): Point | undefined => {
    const mass = massOf(row, parameter);
    const y = mass === undefined ? undefined : scale.at(mass);
    return y === undefined ? undefined : { x: time.at(row.entry.gps), y };
  };
  const marks = shown.flatMap((row) =>
    MASSES.flatMap(({ parameter }): PlotMark[] => {
      const point = pointOf(row, parameter);
      return point === undefined ? [] : [{ ...point, id: row.id, lines: () => linesOf(row) }];
    }),
  );
  const joined = shown.flatMap((row) => {
    const [, lighter, remnant] = MASSES.map(({ parameter }) => pointOf(row, parameter));
    return lighter && remnant ? [[lighter, remnant] as const] : [];
  });
  return (
    <>
      <Plot
        frame={frame}
        label={`Masses over time of ${shown.length} event versions; the table below has the values.`}
        marks={marks}
        brush="x"
        onOpen={open}
        onBrush={({ x: [from, to] }) => narrow([[TIME, [time.invert(from), time.invert(to)]]])}
      >
        <RunAxis frame={frame} scale={time} title="Observing run" />
        <YAxis frame={frame} ticks={scale.ticks} title="Mass in the source frame [M☉]" />
        <path class="whisker" d={lines(joined)} />
        {MASSES.map(({ parameter, mark }) => (
          <path key={mark} class={`dots ${mark}`} d={dots(shown.flatMap((row) => pointOf(row, parameter) ?? []))} />
        ))}
      </Plot>
      <ul class="legend" aria-label="Marks">
        {MASSES.map(({ title, mark }) => (
          <li key={mark}>
            <span class={`swatch ${mark}`} /> {title}
          </li>
        ))}
      </ul>
      {missing}
    </>
  );
}
