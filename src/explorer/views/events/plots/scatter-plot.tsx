/**
 * Plots any quantity against any other, by type, run or catalog. Shows the errors for the event under the pointer, or for all events. Limits are
 * hollow, with arrows.
 */

import { XAxis, YAxis } from '../../../charts/axes.tsx';
import { DrawnLabels } from '../../../charts/drawn-labels.tsx';
import { placeLabels } from '../../../charts/labels.ts';
import { lines, type Point } from '../../../charts/marks.ts';
import type { PlotMark } from '../../../charts/plot.tsx';
import { clipLine, mapExtent } from '../../../charts/scale.ts';
import { type Extent, extent } from '../../../charts/spread.ts';
import { countText } from '../../../parts/format.ts';
import { SvgName } from '../../../parts/name.tsx';
import { publishedInterval } from '../../../parts/published-interval.ts';
import { limitIn, listValues, publishedValue, type Quantity } from '../columns.ts';
import { countEvents, type EventRow } from '../rows.ts';
import { TypeName } from '../type-mark.tsx';
import { type LimitedMark, MarkGroup } from './mark-group.tsx';
import { MassPlane } from './mass-plane.tsx';
import {
  briefName,
  canShow,
  createAxis,
  factsOf,
  groupRows,
  isKnown,
  type PlotInput,
  type PlotKind,
} from './plot-kind.ts';

const RADIUS = 4;

/** True for mass 2 against mass 1, which has lines of equal mass ratio. */
const isMassPlane = ({ x, y }: Pick<PlotInput, 'x' | 'y'>): boolean =>
  x.name === 'mass-1-source' && y.name === 'mass-2-source';

/** The ends of a value's error bar. */
function readErrors(row: EventRow, quantity: Quantity): Extent {
  const value = publishedValue(row, quantity);
  const best = quantity.read(row) as number;
  return value === undefined ? [best, best] : publishedInterval(value);
}

type Line = readonly [Point, Point];

/** Half the length of the line across the end of an error bar. An end that the frame cuts off has no such line. */
const END_PX = 4;

/** The error bars of a mark along one axis, clipped to the frame, with a short line across each end that is inside it. */
function drawErrors(mark: Point, along: keyof Point, ends: Extent, range: Extent): readonly Line[] {
  const { from, to, cut } = clipLine(ends, range);
  if (from === to) return [];
  const other = along === 'x' ? 'y' : 'x';
  const across = (at: number, by: number): Point => ({ ...mark, [along]: at, [other]: mark[other] + by });
  const caps = [from, to].filter((end) => !cut.includes(end));
  return [[across(from, 0), across(to, 0)], ...caps.map((at): Line => [across(at, -END_PX), across(at, END_PX)])];
}

type Axis = ReturnType<typeof createAxis>;

export const SCATTER: PlotKind = {
  title: 'Scatter',
  axes: 'xy',
  missing: 'note',
  margins: (input) => (isMassPlane(input) ? { right: 52, top: 26 } : {}),
  needs: ({ x, y }) => [x, y],
  canDraw: (row, { x, y, xScale, yScale }) => canShow(row, x, xScale) && canShow(row, y, yScale),
  caption: ({ x, y, hasAllErrors }) =>
    `${y.title} against ${x.title}${hasAllErrors ? ', with errors as published' : ''}.`,
  draw(input, rows) {
    const { frame, x, y, colour, hasAllErrors } = input;
    // From the smallest value to the largest. Errors may extend beyond this range.
    const domain = (quantity: Quantity): Extent => {
      const [low, high] = extent(listValues(rows, quantity)) as Extent;
      return isMassPlane(input) ? [Math.min(low, 1.1), Math.max(high, 120)] : [low, high];
    };
    const [across, up] = [createAxis(input, 'x', domain(x)), createAxis(input, 'y', domain(y))];
    const at = (row: EventRow): LimitedMark => ({
      x: across.scale.at(x.read(row) as number),
      y: up.scale.at(y.read(row) as number),
      limits: { x: limitIn(row, x), y: limitIn(row, y) },
    });
    const names = [x.name, y.name, ...(isMassPlane(input) ? ['mass-ratio', 'luminosity-distance'] : []), 'far'];
    const marks = rows.map(
      (row): PlotMark => ({
        ...{ ...at(row), id: row.id, title: row.entry.name },
        note: row.type && <TypeName type={row.type} />,
        facts: () => factsOf(row, [...new Set(names)], input),
      }),
    );
    const errorsOf = (row: EventRow): readonly Line[] => {
      const pixels = ({ quantity, scale }: Axis) => mapExtent(readErrors(row, quantity), scale.at);
      const mark = at(row);
      return [...drawErrors(mark, 'x', pixels(across), frame.across), ...drawErrors(mark, 'y', pixels(up), frame.up)];
    };
    const groups = groupRows(rows, input);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const named = isMassPlane(input) ? rows.filter(isKnown) : [];
    const wanted = named.map((row) => ({ text: briefName(row), mark: at(row) }));
    const hasLimits = rows.some((row) => limitIn(row, x) || limitIn(row, y));
    return {
      label: `${y.title} against ${x.title} of ${countText(countEvents(rows), 'event')}; the table has the values.`,
      marks,
      across,
      up,
      legend: colour === 'one' ? [] : groups,
      ...(hasLimits && { note: 'Hollow with an arrow: a limit.' }),
      detail(mark) {
        const row = byId.get(mark.id);
        return row && <path class="error-lines" d={lines(errorsOf(row))} />;
      },
      drawing: (
        <>
          <XAxis frame={frame} ticks={across.ticks} title={<SvgName text={across.title} />} />
          <YAxis frame={frame} ticks={up.ticks} title={<SvgName text={up.title} />} />
          {isMassPlane(input) && <MassPlane frame={frame} x={across.scale} y={up.scale} />}
          {hasAllErrors && <path class="whisker" d={lines(rows.flatMap(errorsOf))} />}
          {groups.map(({ title, mark, shape, rows: own }) => (
            <MarkGroup key={title} colour={mark} shape={shape} marks={own.map(at)} radius={RADIUS} />
          ))}
          <DrawnLabels labels={placeLabels(wanted, marks, frame)} />
        </>
      ),
    };
  },
};
