/** Any quantity plotted against any other, with the errors of both, in one colour or by run or catalog. */

import type { RunEntry } from '../../../core/contract/wire.ts';
import { XAxis, YAxis } from '../../charts/axes.tsx';
import { dots, lines, type Point, paint } from '../../charts/marks.ts';
import type { PlotMark } from '../../charts/plot.tsx';
import { clipLine, type Extent, extent } from '../../charts/scale.ts';
import { type ColourBy, canShow, createAxis, type LegendEntry, type PlotKind, quantityLine } from './plot-kind.ts';
import { type EventRow, listValues, type Quantity } from './selection.ts';

/** Names of colours. A ninth group and those after it share the last one. */
const MARKS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'other'] as const;

interface ColourGroup extends LegendEntry {
  /** Positions of its rows. */
  readonly positions: readonly number[];
}

function nameGroup({ entry }: EventRow, colour: ColourBy, runs: readonly RunEntry[]): string {
  if (colour === 'catalog') return entry.catalog;
  if (colour === 'one') return '';
  const run = runs.find(({ gps_start, gps_end }) => entry.gps >= gps_start && entry.gps < gps_end);
  return run?.name ?? 'outside the runs';
}

/** The groups of rows with the same colour, in the order of their first rows' times. With more than eight, the last ones are one group. */
function groupRows(rows: readonly EventRow[], colour: ColourBy, runs: readonly RunEntry[]): readonly ColourGroup[] {
  const groups = new Map<string, number[]>();
  const inTime = [...rows.entries()].sort(([, a], [, b]) => a.entry.gps - b.entry.gps);
  for (const [position, row] of inTime) {
    const name = nameGroup(row, colour, runs);
    groups.set(name, [...(groups.get(name) ?? []), position]);
  }
  const all = [...groups].map(([title, positions]) => ({ title, positions }));
  const others = all.length > MARKS.length ? all.splice(MARKS.length - 1) : [];
  if (others.length > 0) all.push({ title: 'others', positions: others.flatMap(({ positions }) => positions) });
  return all.map((group, n) => ({ ...group, mark: MARKS[n] as string }));
}

/** The ends of a value's errors. */
function readErrors(row: EventRow, quantity: Quantity): Extent {
  const best = quantity.read(row) as number;
  const value = quantity.parameter === undefined ? undefined : row.values.get(quantity.parameter);
  return [best - Math.abs(value?.lower_error ?? 0), best + Math.abs(value?.upper_error ?? 0)];
}

type Line = readonly [Point, Point];

/** Half the length of the line across the end of an error bar that the frame cuts off. */
const CUT_PX = 3;

/** The error bars of a mark along one axis, clipped to the frame, and a short line across each end that is cut off. */
function drawErrors(mark: Point, along: keyof Point, ends: Extent, range: Extent): { bar: Line; cuts: Line[] } {
  const { from, to, cut } = clipLine(ends, range);
  const other = along === 'x' ? 'y' : 'x';
  const across = (at: number, by: number): Point => ({ ...mark, [along]: at, [other]: mark[other] + by });
  return {
    bar: [across(from, 0), across(to, 0)],
    cuts: cut.map((at) => [across(at, -CUT_PX), across(at, CUT_PX)]),
  };
}

export const SCATTER: PlotKind = {
  title: 'Scatter',
  axes: 'xy',
  nameMissing: ({ xScale, yScale }) => `both values${xScale === 'log' || yScale === 'log' ? ' above 0' : ''}`,
  canDraw: (row, { x, y, xScale, yScale }) => canShow(row, x, xScale) && canShow(row, y, yScale),
  draw(input, rows) {
    const { frame, x, y, runs, colour, hasErrors } = input;
    // From the smallest value to the largest one. Errors may reach beyond it.
    const across = createAxis(input, 'x', extent(listValues(rows, x)) as Extent);
    const up = createAxis(input, 'y', extent(listValues(rows, y)) as Extent);
    const marks = rows.map(
      (row): PlotMark => ({
        x: across.scale.at(x.read(row) as number),
        y: up.scale.at(y.read(row) as number),
        id: row.id,
        lines: () => [row.id, quantityLine(row, x), quantityLine(row, y)],
      }),
    );
    const pixels = (row: EventRow, { quantity, scale }: typeof across) =>
      readErrors(row, quantity).map((end) => scale.at(end)) as [number, number];
    const errors = (hasErrors ? rows : []).flatMap((row, n) => {
      const mark = marks[n] as Point;
      return [
        drawErrors(mark, 'x', pixels(row, across), frame.across),
        drawErrors(mark, 'y', pixels(row, up), frame.up),
      ];
    });
    const groups = groupRows(rows, colour, runs);
    return {
      label: `${y.title} against ${x.title} of ${marks.length} event versions; the table below has the values.`,
      marks,
      across,
      up,
      legend: groups,
      drawing: (
        <>
          <XAxis frame={frame} {...across} />
          <YAxis frame={frame} {...up} />
          {hasErrors && <path class="whisker" d={lines(errors.map(({ bar }) => bar))} />}
          {hasErrors && <path class="cut" d={lines(errors.flatMap(({ cuts }) => cuts))} />}
          {groups.map(({ title, mark, positions }) => (
            <path key={title} class="dots" style={paint(mark)} d={dots(positions.map((n) => marks[n] as Point))} />
          ))}
        </>
      ),
    };
  },
};
