/** Any quantity plotted against any other, with the errors of both. */

import { tickRoom, XAxis, YAxis } from '../../charts/frame.tsx';
import { dots, lines, type Point } from '../../charts/marks.ts';
import { Plot, type PlotMark } from '../../charts/plot.tsx';
import { createScale, type Extent, extent, type Scale, type ScaleKind } from '../../charts/scale.ts';
import { numberText } from '../../parts/format.ts';
import { axisTicks, axisTitle, type PlotInput, quantityLine } from './plot-input.ts';
import type { Quantity, Row } from './selection.ts';

/** The best value of a quantity, and the ends of its errors. */
interface Span {
  readonly best: number;
  readonly ends: Extent;
}

/** Undefined if the row lacks the value, or if the axis cannot show it. */
function spanOf(row: Row, quantity: Quantity, kind: ScaleKind): Span | undefined {
  const best = quantity.valueOf(row);
  if (best === undefined || (kind === 'log' && best <= 0)) return undefined;
  const value = quantity.parameter === undefined ? undefined : row.values.get(quantity.parameter);
  return { best, ends: [best - Math.abs(value?.lower_error ?? 0), best + Math.abs(value?.upper_error ?? 0)] };
}

/** On a logarithmic axis, an error that reaches 0 would extend forever; then only the best value affects the range of the axis. */
function scaleOf(kind: ScaleKind, spans: readonly Span[], range: Extent, most: number): Scale | null {
  const shown = spans.flatMap(({ best, ends: [low, high] }) => [kind === 'log' && low <= 0 ? best : low, high]);
  const domain = extent(shown);
  return domain === undefined ? null : createScale(kind, domain, range, most);
}

interface Layout {
  readonly across: Scale;
  readonly up: Scale;
  readonly marks: readonly PlotMark[];
  readonly whiskers: readonly (readonly [Point, Point])[];
}

/** Positions of all marks; null if no row has both values. */
function layoutOf({ frame, rows, x, y, xScale, yScale }: PlotInput): Layout | null {
  const { left, right, top, bottom } = frame;
  const both = rows.flatMap((row) => {
    const [a, b] = [spanOf(row, x, xScale), spanOf(row, y, yScale)];
    return a && b ? [{ row, a, b }] : [];
  });
  const across = scaleOf(
    xScale,
    both.map(({ a }) => a),
    [left, right],
    tickRoom(right - left),
  );
  const up = scaleOf(
    yScale,
    both.map(({ b }) => b),
    [bottom, top],
    tickRoom(bottom - top, 45),
  );
  if (across === null || up === null) return null;
  const marks = both.map(
    ({ row, a, b }): PlotMark => ({
      x: across.at(a.best) as number,
      y: up.at(b.best) as number,
      id: row.id,
      lines: () => [row.id, quantityLine(row, x), quantityLine(row, y)],
    }),
  );
  const whiskers = both.flatMap(({ a, b }, n): (readonly [Point, Point])[] => {
    const mark = marks[n] as PlotMark;
    const [x0, x1] = a.ends.map((end) => across.at(end));
    const [y0, y1] = b.ends.map((end) => up.at(end));
    return [
      [
        { x: x0 ?? left, y: mark.y },
        { x: x1 ?? mark.x, y: mark.y },
      ],
      [
        { x: mark.x, y: y0 ?? bottom },
        { x: mark.x, y: y1 ?? mark.y },
      ],
    ];
  });
  return { across, up, marks, whiskers };
}

export function Scatter(input: PlotInput) {
  const { frame, rows, x, y, xScale, yScale, isUtc, open, narrow } = input;
  const { left, right, top, bottom } = frame;
  const layout = layoutOf(input);
  const above = xScale === 'log' || yScale === 'log' ? ' above 0' : '';
  if (layout === null) return <p class="empty">None of the selected event versions has both values{above}.</p>;
  const { across, up, marks, whiskers } = layout;
  const xTicks = axisTicks(across, x, isUtc, [left, right], tickRoom(right - left));
  const yTicks = axisTicks(up, y, isUtc, [bottom, top], tickRoom(bottom - top, 45));
  const missing = rows.length - marks.length;
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
        <XAxis frame={frame} ticks={xTicks} title={axisTitle(x, isUtc)} />
        <YAxis frame={frame} ticks={yTicks} title={axisTitle(y, isUtc)} />
        <path class="whisker" d={lines(whiskers)} />
        <path class="dots first" d={dots(marks)} />
      </Plot>
      {missing > 0 && (
        <p class="legend note">
          {numberText(missing)} without both values{above} are not drawn
        </p>
      )}
    </>
  );
}
