/**
 * Any quantity against any other, by type, run or catalog. Shows the errors for the event under the pointer, or for all events. Limits are
 * hollow, with arrows.
 */

import { XAxis, YAxis } from '../../charts/axes.tsx';
import { placeLabels } from '../../charts/labels.ts';
import { arrow, lines, type Point, paint, shapes } from '../../charts/marks.ts';
import type { PlotMark } from '../../charts/plot.tsx';
import { clipLine } from '../../charts/scale.ts';
import { type Extent, extent } from '../../charts/spread.ts';
import { countText } from '../../parts/format.ts';
import { SvgName } from '../../parts/name.tsx';
import { listValues, type Quantity } from './columns.ts';
import { isLimit } from './histogram.tsx';
import { MassPlane } from './mass-plane.tsx';
import { Labels } from './masses-plot.tsx';
import {
  briefName,
  canShow,
  createAxis,
  factsOf,
  type Group,
  groupRows,
  isKnown,
  type PlotInput,
  type PlotKind,
} from './plot-kind.ts';
import { countEvents, type EventRow } from './rows.ts';
import { TypeName } from './type-mark.tsx';

const RADIUS = 4;
/** If there are more marks than this, they are drawn lighter, so that their density shows. */
const MANY = 150;

/** True for mass 2 against mass 1, which has lines of equal mass ratio. */
const isMassPlane = ({ x, y }: Pick<PlotInput, 'x' | 'y'>): boolean =>
  x.name === 'mass-1-source' && y.name === 'mass-2-source';

/** The ends of a value's error bar. */
function readErrors(row: EventRow, quantity: Quantity): Extent {
  const best = quantity.read(row) as number;
  const value = quantity.parameter === undefined ? undefined : row.values.get(quantity.parameter);
  return [best - Math.abs(value?.lower_error ?? 0), best + Math.abs(value?.upper_error ?? 0)];
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

/** The arrows for limits along both axes. */
function limitArrows(rows: readonly EventRow[], axes: readonly [Axis, Axis], at: (row: EventRow) => Point): string {
  return rows
    .flatMap((row) =>
      axes.map(({ quantity }, n) => {
        if (!isLimit(row, quantity)) return '';
        const isUpper = row.values.get(quantity.parameter ?? '')?.is_upper_limit;
        return arrow(at(row), n === 0 ? 'x' : 'y', (n === 0) === Boolean(isUpper) ? -1 : 1, RADIUS);
      }),
    )
    .join('');
}

function GroupMarks({ group, axes, at }: { group: Group; axes: readonly [Axis, Axis]; at: (row: EventRow) => Point }) {
  const { rows, shape, mark } = group;
  const isHollow = (row: EventRow) => axes.some(({ quantity }) => isLimit(row, quantity));
  const hollow = rows.filter(isHollow);
  const full = rows.filter((row) => !isHollow(row));
  return (
    <g style={paint(mark)} class={rows.length > MANY ? 'marks-many' : undefined}>
      <path class="mark" d={shapes(shape, full.map(at), RADIUS)} />
      <path class="hollow" d={shapes(shape, hollow.map(at), RADIUS)} />
      <path class="arrow-line" d={limitArrows(hollow, axes, at)} />
    </g>
  );
}

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
    const axes = [createAxis(input, 'x', domain(x)), createAxis(input, 'y', domain(y))] as const;
    const [across, up] = axes;
    const at = (row: EventRow): Point => ({
      x: across.scale.at(x.read(row) as number),
      y: up.scale.at(y.read(row) as number),
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
      const pixels = ({ quantity, scale }: Axis) =>
        readErrors(row, quantity).map((end) => scale.at(end)) as [number, number];
      const mark = at(row);
      return [...drawErrors(mark, 'x', pixels(across), frame.across), ...drawErrors(mark, 'y', pixels(up), frame.up)];
    };
    const groups = groupRows(rows, colour, input);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const named = isMassPlane(input) ? rows.filter(isKnown) : [];
    const wanted = named.map((row) => ({ text: briefName(row), mark: at(row) }));
    const hasLimits = rows.some((row) => isLimit(row, x) || isLimit(row, y));
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
          {groups.map((group) => (
            <GroupMarks key={group.title} {...{ group, axes, at }} />
          ))}
          <Labels labels={placeLabels(wanted, marks, frame)} />
        </>
      ),
    };
  },
};
