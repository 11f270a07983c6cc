/** Any quantity against any other, with the errors of both. */

import { tickRoom, XAxis, YAxis } from '../../charts/frame.tsx';
import { dots, lines, type Point } from '../../charts/marks.ts';
import { type Mark, Plot } from '../../charts/plot.tsx';
import { createScale, extent, type Interval, roundOutwards, type Scale, type ScaleKind } from '../../charts/scale.ts';
import { utcTicks } from '../../charts/utc-ticks.ts';
import { numberText, titleWithUnit, utcText, valueLine } from '../../format.ts';
import { roundTimes } from './masses-plot.tsx';
import type { PlotInput } from './plots.tsx';
import { type Quantity, type Row, TIME } from './selection.ts';

/** The best value and the ends of its errors; undefined where the row lacks it. */
function spanOf(row: Row, quantity: Quantity): { readonly best: number; readonly ends: Interval } | undefined {
  const best = quantity.valueOf(row);
  if (best === undefined) return undefined;
  const value = quantity.parameter === undefined ? undefined : row.values.get(quantity.parameter);
  return { best, ends: [best - Math.abs(value?.lower_error ?? 0), best + Math.abs(value?.upper_error ?? 0)] };
}

/** A value in a sentence: `Redshift 0.09 +0.03 −0.03`. */
export function quantityLine(row: Row, { title, parameter, unit }: Quantity): string {
  const value = parameter === undefined ? undefined : row.values.get(parameter);
  if (parameter === undefined) return `${utcText(row.entry.gps)} UTC`;
  return value === undefined ? '' : `${titleWithUnit(title, unit)} ${valueLine(value)}`;
}

/** A scale for the quantity of these rows. Ends of errors are within it, but not those that a logarithm has no place for. */
function scaleFor(kind: ScaleKind, values: readonly Interval[], range: Interval, most: number): Scale | null {
  const domain = extent(values.flat().filter((value) => kind !== 'log' || value > 0));
  return domain === undefined ? null : createScale(kind, domain, range, most);
}

/** Of a time axis, ticks are dates; GPS seconds have too many digits to compare. */
export const withDates = (scale: Scale, quantity: Quantity, isUtc: boolean, range: Interval, most: number) =>
  quantity === TIME && isUtc
    ? {
        ticks: utcTicks({ start: scale.invert(range[0]), stop: scale.invert(range[1]) }, most).map(
          ({ gps, label }) => ({
            at: scale.at(gps) as number,
            text: label,
          }),
        ),
      }
    : scale;

const rounded = (quantity: Quantity, [low, high]: Interval): Interval =>
  quantity === TIME ? roundTimes(low, high) : roundOutwards([low, high]);

export function Scatter({ frame, rows, x, y, xScale, yScale, isUtc, open, narrow }: PlotInput) {
  const { left, right, top, bottom } = frame;
  const spans = rows.flatMap((row) => {
    const [across, up] = [spanOf(row, x), spanOf(row, y)];
    const fits = (span: typeof up, kind: ScaleKind) => span !== undefined && (kind !== 'log' || span.best > 0);
    return across && up && fits(across, xScale) && fits(up, yScale) ? [{ row, across, up }] : [];
  });
  const domainOf = (kind: ScaleKind, span: NonNullable<ReturnType<typeof spanOf>>): Interval =>
    // On a logarithm, an error that reaches 0 goes down for ever: the best value decides how far the axis goes.
    kind === 'log' && span.ends[0] <= 0 ? [span.best, span.ends[1]] : span.ends;
  const across = scaleFor(
    xScale,
    spans.map((span) => domainOf(xScale, span.across)),
    [left, right],
    tickRoom(right - left),
  );
  const up = scaleFor(
    yScale,
    spans.map((span) => domainOf(yScale, span.up)),
    [bottom, top],
    tickRoom(bottom - top, 45),
  );
  if (across === null || up === null) {
    return (
      <p class="empty">
        None of the selected event versions has both values{xScale === 'log' || yScale === 'log' ? ' above 0' : ''}.
      </p>
    );
  }
  const xAxis = withDates(across, x, isUtc, [left, right], tickRoom(right - left));
  const yAxis = withDates(up, y, isUtc, [bottom, top], tickRoom(bottom - top, 45));
  const marks = spans.map(
    ({ row, across: { best: bx }, up: { best: by } }): Mark => ({
      x: across.at(bx) as number,
      y: up.at(by) as number,
      id: row.id,
      lines: () => [row.id, quantityLine(row, x), quantityLine(row, y)],
    }),
  );
  const whiskers = spans.flatMap((span, n): (readonly [Point, Point])[] => {
    const mark = marks[n] as Mark;
    const [x0, x1] = span.across.ends.map((end) => across.at(end));
    const [y0, y1] = span.up.ends.map((end) => up.at(end));
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
  const missing = rows.length - spans.length;
  return (
    <>
      <Plot
        frame={frame}
        label={`${y.title} against ${x.title} of ${spans.length} event versions; the table below has the values.`}
        marks={marks}
        brush="xy"
        onOpen={open}
        onBrush={(area) =>
          narrow([
            [x, rounded(x, [across.invert(area.x[0]), across.invert(area.x[1])])],
            [y, rounded(y, [up.invert(area.y[1]), up.invert(area.y[0])])],
          ])
        }
      >
        <XAxis frame={frame} scale={xAxis} title={axisTitle(x, isUtc)} />
        <YAxis frame={frame} scale={yAxis} title={axisTitle(y, isUtc)} />
        <path class="whisker" d={lines(whiskers)} />
        <path class="dots first" d={dots(marks)} />
      </Plot>
      {missing > 0 && (
        <p class="legend note">
          {numberText(missing)} without both values{xScale === 'log' || yScale === 'log' ? ' above 0' : ''} are not
          drawn
        </p>
      )}
    </>
  );
}

export const axisTitle = (quantity: Quantity, isUtc: boolean): string =>
  quantity === TIME ? (isUtc ? 'Time (UTC)' : 'Time (GPS) [s]') : titleWithUnit(quantity.title, quantity.unit);
