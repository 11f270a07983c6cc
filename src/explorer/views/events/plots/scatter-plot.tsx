/**
 * Plots any quantity against any other, by type, run or catalog. Shows the errors for the event under the pointer, or for all events. Limits are
 * hollow, with arrows.
 */

import { XAxis, YAxis } from '../../../charts/axes.tsx';
import { placeLabels } from '../../../charts/labels.ts';
import type { LimitedMark } from '../../../charts/limit-arrow.ts';
import { type Line, lines, type Point } from '../../../charts/marks.ts';
import { clipLine, type Extent, extent, mapExtent } from '../../../charts/scale.ts';
import {
  findParameters,
  limitIn,
  listValues,
  MASS_RATIO,
  publishedValue,
  type Quantity,
} from '../../../event-data/quantities.ts';
import { countEvents, type EventRow } from '../../../event-data/rows.ts';
import { countText } from '../../../text/format.ts';
import { DISTANCE, RATE } from '../../../text/parameter-names.ts';
import { publishedInterval } from '../../../text/values.ts';
import { SvgName } from '../../../widgets/name.tsx';
import { Chart, type DrawRows } from './chart.tsx';
import { eventMark, factsOf } from './event-mark.tsx';
import { colourBy, groupRows } from './groups.ts';
import { briefName, isKnown } from './known-events.ts';
import { MarkGroup } from './mark-group.tsx';
import { MassPlane } from './mass-plane.tsx';
import { areMasses, createAxis, whyNotOn } from './plot-axis.ts';
import { createPlotFrame, type EventPlotProps } from './plot-props.ts';

const RADIUS = 4;
const HEIGHT = 560;
/** Left margin for an axis with dates, in pixels. */
const DATES_PX = 106;

/** From the smallest value to the largest. Errors may extend beyond this range. */
function axisEnds(rows: readonly EventRow[], quantity: Quantity, hasPlane: boolean): Extent {
  const [low, high] = extent(listValues(rows, quantity)) as Extent;
  return hasPlane ? [Math.min(low, 1.1), Math.max(high, 120)] : [low, high];
}

/** The ends of a value's error bar. */
function readErrors(row: EventRow, quantity: Quantity): Extent {
  const value = publishedValue(row, quantity);
  const best = quantity.read(row) as number;
  return value === undefined ? [best, best] : publishedInterval(value);
}

/** Half the length of the line across the end of an error bar. An end that the frame cuts off has no such line. */
const CAP_PX = 4;

/** The error bars of a mark along one axis, clipped to the frame, with a short line across each end that is inside it. */
function drawErrors(mark: Point, along: keyof Point, ends: Extent, range: Extent): readonly Line[] {
  const { from, to, cut } = clipLine(ends, range);
  if (from === to) return [];
  const other = along === 'x' ? 'y' : 'x';
  const across = (at: number, by: number): Point => ({ ...mark, [along]: at, [other]: mark[other] + by });
  const caps = [from, to].filter((end) => !cut.includes(end));
  return [[across(from, 0), across(to, 0)], ...caps.map((at): Line => [across(at, -CAP_PX), across(at, CAP_PX)])];
}

export function ScatterPlot(props: EventPlotProps) {
  const { settings, lists, offer } = props;
  const [x, y] = [props.x.quantity, props.y.quantity];
  const hasPlane = areMasses(x, y) && props.x.kind === props.y.kind;
  const margins = { ...(hasPlane && { right: 52, top: 26 }), ...(y.kind === 'time' && { left: DATES_PX }) };
  const frame = createPlotFrame(props, margins, HEIGHT);
  const isUtc = settings.time === null;
  const colour = colourBy(settings.colour, offer);
  const draw: DrawRows = (rows) => {
    const across = createAxis(props.x, { frame, side: 'x', domain: axisEnds(rows, x, hasPlane), isUtc });
    const up = createAxis(props.y, { frame, side: 'y', domain: axisEnds(rows, y, hasPlane), isUtc });
    const at = (row: EventRow): LimitedMark => ({
      x: across.scale.at(x.read(row) as number),
      y: up.scale.at(y.read(row) as number),
      limits: { x: limitIn(row, x), y: limitIn(row, y) },
      isHollow: lists.lacking.has(row),
    });
    const others = findParameters(offer.quantities, hasPlane ? [DISTANCE, RATE] : [RATE]);
    const facts = [...new Set([x, y, ...(hasPlane ? [MASS_RATIO] : []), ...others])];
    const marks = rows.map((row) => eventMark(row, at(row), () => factsOf(row, facts)));
    const errorsOf = (row: EventRow): readonly Line[] => {
      const pixels = ({ quantity, scale }: typeof across) => mapExtent(readErrors(row, quantity), scale.at);
      const mark = at(row);
      return [...drawErrors(mark, 'x', pixels(across), frame.across), ...drawErrors(mark, 'y', pixels(up), frame.up)];
    };
    const groups = groupRows(rows, colour, lists.runs, offer.catalogs);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const named = hasPlane ? rows.filter(isKnown) : [];
    const wanted = named.map((row) => ({ text: briefName(row), mark: at(row) }));
    const hasLimits = rows.some((row) => limitIn(row, x) || limitIn(row, y));
    return {
      frame,
      caption: `${y.title} against ${x.title}${settings.errors ? ', with errors as published' : ''}.`,
      label: `${y.title} against ${x.title} of ${countText(countEvents(rows), 'event')}; the table has the values.`,
      marks,
      labels: placeLabels(wanted, { marks, stems: [] }, frame),
      axes: { x: across, y: up },
      legend: colour === 'one' ? [] : groups,
      ...(hasLimits && { note: 'Hollow with an arrow: a limit.' }),
      detail(mark) {
        const row = byId.get(mark.id);
        return row && <path class="error-lines" d={lines(errorsOf(row))} />;
      },
      children: (
        <>
          <XAxis frame={frame} ticks={across.ticks} title={<SvgName text={across.title} />} />
          <YAxis frame={frame} ticks={up.ticks} title={<SvgName text={up.title} />} />
          {hasPlane && <MassPlane frame={frame} x={across.scale} y={up.scale} />}
          {settings.errors && <path class="whisker" d={lines(rows.flatMap(errorsOf))} />}
          {groups.map(({ title, colour: name, shape, rows: own }) => (
            <MarkGroup key={title} colour={name} shape={shape} marks={own.map(at)} radius={RADIUS} />
          ))}
        </>
      ),
    };
  };
  return <Chart {...props} whyNot={(row) => whyNotOn([props.x, props.y], row)} draw={draw} />;
}
