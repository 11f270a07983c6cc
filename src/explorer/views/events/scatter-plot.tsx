/** Any quantity plotted against any other, with the errors of both, in one colour or by run or catalog. */

import { clipLine } from '../../charts/clip-line.ts';
import { tickRoom, XAxis, YAxis } from '../../charts/frame.tsx';
import { dots, lines, type Point } from '../../charts/marks.ts';
import { Plot, type PlotMark } from '../../charts/plot.tsx';
import { createScale, type Extent, extent, type Scale, type ScaleKind } from '../../charts/scale.ts';
import { groupRows } from './groups.ts';
import { Missing } from './missing.tsx';
import { axisTicks, axisTitle, type PlotInput, quantityLine } from './plot-input.ts';
import type { Quantity, Row } from './selection.ts';

/** True if an axis can show the row's value. */
const hasValue = (row: Row, quantity: Quantity, kind: ScaleKind): boolean => {
  const best = quantity.valueOf(row);
  return best !== undefined && (kind === 'linear' || best > 0);
};

/** The ends of a value's errors. */
function errorsOf(row: Row, quantity: Quantity): Extent {
  const best = quantity.valueOf(row) as number;
  const value = quantity.parameter === undefined ? undefined : row.values.get(quantity.parameter);
  return [best - Math.abs(value?.lower_error ?? 0), best + Math.abs(value?.upper_error ?? 0)];
}

/** An axis from the smallest value to the largest one. Errors may reach beyond it. */
function scaleOf(kind: ScaleKind, rows: readonly Row[], quantity: Quantity, range: Extent, most: number): Scale | null {
  const domain = extent(rows.map((row) => quantity.valueOf(row) as number));
  return domain === undefined ? null : createScale(kind, domain, range, most);
}

interface Errors {
  readonly whiskers: readonly (readonly [Point, Point])[];
  /** Short lines across the ends at which a whisker is cut off by the frame. */
  readonly cuts: readonly (readonly [Point, Point])[];
}

const CUT_PX = 3;

/** Whiskers along both axes, clipped to the frame. */
function drawErrors(
  { frame, x, y }: PlotInput,
  rows: readonly Row[],
  marks: readonly Point[],
  scales: readonly [Scale, Scale],
): Errors {
  const whiskers: [Point, Point][] = [];
  const cuts: [Point, Point][] = [];
  for (const [n, row] of rows.entries()) {
    const mark = marks[n] as Point;
    const across = clipLine(
      errorsOf(row, x).map((end) => scales[0].at(end)),
      [frame.left, frame.right],
    );
    const up = clipLine(
      errorsOf(row, y).map((end) => scales[1].at(end)),
      [frame.bottom, frame.top],
    );
    whiskers.push([
      { ...mark, x: across.from },
      { ...mark, x: across.to },
    ]);
    whiskers.push([
      { ...mark, y: up.from },
      { ...mark, y: up.to },
    ]);
    for (const at of across.cut)
      cuts.push([
        { x: at, y: mark.y - CUT_PX },
        { x: at, y: mark.y + CUT_PX },
      ]);
    for (const at of up.cut)
      cuts.push([
        { x: mark.x - CUT_PX, y: at },
        { x: mark.x + CUT_PX, y: at },
      ]);
  }
  return { whiskers, cuts };
}

export function Scatter(input: PlotInput) {
  const { frame, rows, all, runs, x, y, xScale, yScale, isUtc, hasErrors, colour, open, narrow } = input;
  const { left, right, top, bottom } = frame;
  const isDrawn = (row: Row) => hasValue(row, x, xScale) && hasValue(row, y, yScale);
  const drawn = rows.filter(isDrawn);
  const [rooms, roomsUp] = [tickRoom(right - left), tickRoom(bottom - top, 45)];
  const across = scaleOf(xScale, drawn, x, [left, right], rooms);
  const up = scaleOf(yScale, drawn, y, [bottom, top], roomsUp);
  const values = `both values${xScale === 'log' || yScale === 'log' ? ' above 0' : ''}`;
  const missing = <Missing {...{ rows, all, isDrawn, values }} />;
  if (across === null || up === null) {
    return (
      <>
        <p class="empty">None of the selected event versions has {values}.</p>
        {missing}
      </>
    );
  }
  const marks = drawn.map(
    (row): PlotMark => ({
      x: across.at(x.valueOf(row) as number) as number,
      y: up.at(y.valueOf(row) as number) as number,
      id: row.id,
      lines: () => [row.id, quantityLine(row, x), quantityLine(row, y)],
    }),
  );
  const errors = hasErrors ? drawErrors(input, drawn, marks, [across, up]) : null;
  const groups = groupRows(drawn, colour, runs);
  return (
    <>
      <Plot
        frame={frame}
        label={`${y.title} against ${x.title} of ${marks.length} event versions; the table below has the values.`}
        marks={marks}
        brush="xy"
        onOpen={open}
        onBrush={(area) =>
          narrow([
            [x, [across.invert(area.x[0]), across.invert(area.x[1])]],
            [y, [up.invert(area.y[1]), up.invert(area.y[0])]],
          ])
        }
      >
        <XAxis frame={frame} ticks={axisTicks(across, x, isUtc, [left, right], rooms)} title={axisTitle(x, isUtc)} />
        <YAxis frame={frame} ticks={axisTicks(up, y, isUtc, [bottom, top], roomsUp)} title={axisTitle(y, isUtc)} />
        {errors && <path class="whisker" d={lines(errors.whiskers)} />}
        {errors && <path class="cut" d={lines(errors.cuts)} />}
        {groups.map(({ name, mark, positions }) => (
          <path key={name} class={`dots ${mark}`} d={dots(positions.map((n) => marks[n] as Point))} />
        ))}
      </Plot>
      {groups.length > 1 && (
        <ul class="legend" aria-label="Marks">
          {groups.map(({ name, mark }) => (
            <li key={name}>
              <span class={`swatch ${mark}`} /> {name}
            </li>
          ))}
        </ul>
      )}
      {missing}
    </>
  );
}
