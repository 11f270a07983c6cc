/**
 * Plots the distribution of one quantity: equal bins with a stack of types, a stroke for each event below, and an outline for which each event is
 * spread over its published interval. Limits are hollow.
 */

import { XAxis, YAxis } from '../../../charts/axes.tsx';
import type { Frame } from '../../../charts/frame.ts';
import { type Bins, countByBin, domainOf, drawBins, edgesOf, findBin, makeBins } from '../../../charts/histogram.ts';
import { paint, roundPixels } from '../../../charts/marks.ts';
import type { PlotMark } from '../../../charts/plot.tsx';
import { createScale, mapExtent, type Positions, tickRoomUp } from '../../../charts/scale.ts';
import { isMass, limitIn, listValues, publishedValue, type Quantity } from '../../../event-data/quantities.ts';
import { countEvents, type EventRow } from '../../../event-data/rows.ts';
import { ShapeMark } from '../../../event-data/type-mark.tsx';
import { countText, numberText } from '../../../text/format.ts';
import { SvgName } from '../../../widgets/name.tsx';
import { findRange } from '../offer.ts';
import { Chart, type DrawRows } from './chart.tsx';
import { binsNote, densityOf } from './distribution-bins.ts';
import { colourBy, type EventGroup, groupRows } from './groups.ts';
import { MassGapAcross } from './mass-gap.tsx';
import { hasErrors, outlinePath, spreadCounts } from './outline.ts';
import { createAxis, positionText, whyNoDetection, whyNotOn } from './plot-axis.ts';
import { createPlotFrame, type EventPlotProps, NARROW_PX } from './plot-props.ts';

/** Height of a row of strokes and of a row with its gap, in pixels. */
const RUG_PX = 14;
const RUG_ROW_PX = 18;
const AXIS_PX = 46;
/** Space for the names of types. */
const LEFT_PX = 68;

/** A group of events with its part of each bar: `measured` on top of `below`, then `limits`. */
interface Layer extends EventGroup {
  readonly measured: readonly number[];
  readonly limits: readonly number[];
  readonly below: readonly number[];
}

const add = (a: readonly number[], b: readonly number[]): number[] => a.map((count, bin) => count + (b[bin] as number));

function stackGroups(groups: readonly EventGroup[], bins: Bins, x: Quantity): readonly Layer[] {
  let below = countByBin(bins, []);
  return groups.map((group) => {
    const counted = (rows: readonly EventRow[]) => countByBin(bins, listValues(rows, x));
    const measured = counted(group.rows.filter((row) => !limitIn(row, x)));
    const limits = counted(group.rows.filter((row) => limitIn(row, x)));
    const layer = { ...group, measured, limits, below };
    below = add(below, add(measured, limits));
    return layer;
  });
}

const strokes = (values: readonly number[], at: Positions['at'], top: number): string =>
  values.map((value) => `M${roundPixels(at(value))} ${roundPixels(top)}v${RUG_PX}`).join('');

interface RugProps {
  readonly frame: Frame;
  readonly layers: readonly Layer[];
  readonly x: Quantity;
  readonly at: Positions['at'];
}

const rugTop = ({ bottom }: Frame, row: number): number => bottom + 5 + row * RUG_ROW_PX;

/** A row for each type below the bars, with a stroke for each event. */
const Rug = ({ frame, layers, x, at }: RugProps) => (
  <g class="rug">
    {layers.map(({ key, title, colour, rows }, n) => (
      <g key={key} style={paint(colour)}>
        <rect class="band" x={frame.left} y={rugTop(frame, n)} width={frame.right - frame.left} height={RUG_PX} />
        {frame.width >= NARROW_PX && layers.length > 1 && (
          <text x={frame.left - 7} y={rugTop(frame, n) + RUG_PX / 2} dy="0.32em" text-anchor="end">
            {title}
          </text>
        )}
        <path class="strokes" d={strokes(listValues(rows, x), at, rugTop(frame, n))} />
      </g>
    ))}
  </g>
);

/** The column of a bin and the strokes in it, while the bin is pointed at. */
function PointedBin({ frame, layers, x, at, bins, bin }: RugProps & { readonly bins: Bins; readonly bin: number }) {
  const [left, right] = mapExtent(edgesOf(bins, bin), at);
  const own = (row: EventRow) => findBin(bins, x.read(row) as number) === bin;
  return (
    <g class="pointed-bin">
      <rect x={left} width={right - left} y={frame.top} height={frame.bottom - frame.top} />
      <path d={layers.map(({ rows }, n) => strokes(listValues(rows.filter(own), x), at, rugTop(frame, n))).join('')} />
    </g>
  );
}

interface Drawn {
  readonly bins: Bins;
  readonly layers: readonly Layer[];
  readonly across: Positions;
  readonly up: Positions;
  /** Null if no event is spread. */
  readonly outline: readonly number[] | null;
}

/** One mark for each bar, at its top. */
function listMarks(
  { bins, layers, across, up, outline }: Drawn,
  { x: { quantity }, settings, offer, lists }: EventPlotProps,
) {
  const isUtc = settings.time === null;
  return bins.edges.slice(1).flatMap((_, bin): PlotMark[] => {
    const parts = layers.map(({ title, colour, shape, measured, limits }) => ({
      name: (
        <>
          <ShapeMark shape={shape} colour={colour} /> {title}
        </>
      ),
      limits: limits[bin] as number,
      count: (measured[bin] as number) + (limits[bin] as number),
    }));
    const [count, limits] = (['count', 'limits'] as const).map((one) =>
      parts.reduce((sum, part) => sum + part[one], 0),
    );
    if (!count) return [];
    const edges = edgesOf(bins, bin);
    const ends = mapExtent(edges, across.at);
    const unit = isUtc && quantity.kind === 'time' ? '' : quantity.unit && ` ${quantity.unit}`;
    const facts: PlotMark['facts'] = () => [
      ['Events', numberText(count)],
      ...parts.filter((one) => one.count > 0 && parts.length > 1).map((one) => [one.name, one.count] as const),
      ...(limits ? [['Limits among them', numberText(limits)] as const] : []),
      ...(outline ? [['Outline (spread)', (outline[bin] as number).toFixed(1)] as const] : []),
    ];
    return [
      {
        id: String(bin),
        x: (ends[0] + ends[1]) / 2,
        y: up.at(count),
        ends,
        facts,
        title: `${edges.map((edge) => positionText(edge, quantity, isUtc)).join(' to ')}${unit}`,
        // Of versions, the newest one that passes the filters is drawn; a bar opens events, in their newest version.
        ...(findRange(offer, quantity) && { opens: lists.areVersions ? 'open this range' : `open these ${count}` }),
      },
    ];
  });
}

const Bars = ({ bins, layers, across, up, outline }: Drawn) => (
  <>
    {layers.map(({ title, colour, measured, limits, below }) => (
      <g key={title} style={paint(colour)}>
        <path class="bars" d={drawBins(bins, measured, across.at, up.at, below)} />
        <path class="hollow" d={drawBins(bins, limits, across.at, up.at, add(below, measured))} />
      </g>
    ))}
    {outline && <path class="outline" d={outlinePath(bins, outline, across, up)} />}
  </>
);

export function DistributionPlot(props: EventPlotProps) {
  const { lists, offer, settings } = props;
  const { quantity: x, kind } = props.x;
  const whyNot = (row: EventRow) => whyNoDetection(row) ?? whyNotOn([props.x], row);
  const draw: DrawRows = (rows) => {
    // The bins depend on all values, each counted once, so that filters do not change them. Not null, because the rows have values.
    const all = new Set([...lists.unfiltered.filter((row) => whyNot(row) === null), ...rows]);
    const values = listValues([...all], x);
    const bins = makeBins(values, kind, densityOf(settings, kind)) as Bins;
    const layers = stackGroups(groupRows(rows, colourBy(null, offer), [], []), bins, x);
    const frame = createPlotFrame(props, { left: LEFT_PX, bottom: AXIS_PX + 4 + layers.length * RUG_ROW_PX });
    const published = rows.flatMap((row) => publishedValue(row, x) ?? []);
    const isSpread = settings.outline === null && published.some(hasErrors);
    const outline = isSpread ? spreadCounts(bins, published) : null;
    const across = createAxis(props.x, { frame, side: 'x', domain: domainOf(bins), isUtc: settings.time === null });
    const most = Math.max(...countByBin(bins, listValues(rows, x)), ...(outline ?? []));
    const up = createScale('linear', [0, most], frame.up, tickRoomUp(frame.up));
    const drawn: Drawn = { bins, layers, across: across.scale, up, outline };
    const rugBottom = rugTop(frame, layers.length);
    const rug = { frame, layers, x, at: across.scale.at };
    return {
      frame,
      caption: `Distribution of ${x.title}.`,
      label: `Distribution of ${x.title} over ${countText(countEvents(rows), 'event')}.`,
      marks: listMarks(drawn, props),
      bins: { bins, values: listValues(rows, x) },
      axes: { x: across },
      legend: layers.length > 1 ? layers : [],
      note: binsNote(bins, x, settings, {
        outline: isSpread,
        limits: layers.some(({ limits }) => limits.some((count) => count > 0)),
      }),
      detail: ({ id }) => <PointedBin {...rug} bins={bins} bin={Number(id)} />,
      children: (
        <>
          {isMass(x) && <MassGapAcross frame={frame} across={across.scale} />}
          <YAxis frame={frame} ticks={up.ticks} title="Events per bin" />
          <Bars {...drawn} />
          <line class="floor" x1={frame.left} x2={frame.right} y1={frame.bottom} y2={frame.bottom} />
          <Rug {...rug} />
          <XAxis
            frame={{ ...frame, top: rugBottom, bottom: rugBottom }}
            ticks={across.ticks}
            title={<SvgName text={across.title} />}
          />
        </>
      ),
    };
  };
  return <Chart {...props} {...{ whyNot, draw }} />;
}
