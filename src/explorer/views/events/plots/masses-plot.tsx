/** Plots both masses of each merger over time, by type, with the gap between neutron stars and black holes. */

import { groupBy } from '../../../../core/base/group-by.ts';
import { changeSettings } from '../../../address/navigate.ts';
import { YAxis } from '../../../charts/axes.tsx';
import type { Frame } from '../../../charts/frame.ts';
import { placeLabels } from '../../../charts/labels.ts';
import { lines, type Point, roundPixels } from '../../../charts/marks.ts';
import { useNavigate } from '../../../client/context.ts';
import { type BinaryType, MASSES, NO_MASSES, NO_TYPE, TYPE_SHAPES, TYPES } from '../../../event-data/binaries.ts';
import type { EventSettings } from '../../../event-data/event-settings.ts';
import { findParameters, TIME } from '../../../event-data/quantities.ts';
import { countEvents, type EventRow } from '../../../event-data/rows.ts';
import { countText } from '../../../text/format.ts';
import { DISTANCE, P_ASTRO, RATE } from '../../../text/parameter-names.ts';
import { textWidth } from '../../../text/text-size.ts';
import { Chart, type DrawRows } from './chart.tsx';
import { eventMark, factsOf } from './event-mark.tsx';
import { groupRows } from './groups.ts';
import { briefName, isKnown } from './known-events.ts';
import { MarkGroup } from './mark-group.tsx';
import { GAP_TITLE, MassGap } from './mass-gap.tsx';
import { massesNote, type PlacedMass, placeMasses } from './place-masses.ts';
import { createPlotFrame, type EventPlotProps, NARROW_PX } from './plot-props.ts';
import { dateTicks, timeScaleOf } from './plot-time.ts';
import { RunAxis } from './run-axis.tsx';
import type { TimeScale } from './time-scale.ts';

const [HEAVIER, LIGHTER] = MASSES;

const AXIS_TITLE = 'Mass in the source frame, M☉';
/** Space below the axis for dates, and for the strip of events without masses. */
const DATES_PX = 24;
const STRIP_PX = 14;
const RADIUS = 3.4;
const NARROW_RADIUS = 2.6;

/** The parameters in the tooltip of an event. */
const FACTS = [...MASSES, DISTANCE, RATE, P_ASTRO];

/** The lines that join the two masses of each event. */
const stemsOf = (placed: readonly PlacedMass[]) =>
  [...groupBy(placed, ({ row }) => row.id).values()].flatMap(([a, b]) => (a && b ? [[a, b] as const] : []));

/** The marks for one type: stems that join the two masses, then the masses, drawn hollow if they are limits. */
function TypeMarks({ type, placed, radius }: { type: BinaryType; placed: readonly PlacedMass[]; radius: number }) {
  const own = placed.filter(({ row }) => row.type === type);
  return (
    <MarkGroup
      colour={type}
      shape={TYPE_SHAPES[type]}
      marks={own}
      radius={radius}
      behind={<path class="stem" d={lines(stemsOf(own))} />}
    />
  );
}

interface StripProps {
  readonly frame: Frame;
  readonly rows: readonly EventRow[];
  readonly time: Pick<TimeScale, 'at' | 'bands'>;
}

/** Ticks for the events without masses, below the dates. */
function Strip({ frame, rows, time: { at, bands } }: StripProps) {
  if (rows.length === 0) return null;
  const top = frame.bottom + DATES_PX;
  const ticks = rows.map(({ entry }) => at(entry.gps));
  const first = Math.min(...ticks);
  const count = countEvents(rows);
  const title = frame.width < NARROW_PX ? NO_MASSES : `${countText(count, 'event')} without masses`;
  const isLabelled = count > 0 && first - frame.left > textWidth(title) + 12;
  return (
    <g class="strip">
      {bands.map(({ start, from, to }) => (
        <rect key={start} class="band" x={from} y={top} width={Math.max(to - from, 1)} height={STRIP_PX} />
      ))}
      {isLabelled && (
        <text x={frame.left + 6} y={top + STRIP_PX - 3}>
          {title}
        </text>
      )}
      <path class="ticks" d={ticks.map((x) => `M${roundPixels(x)} ${top + 1}v${STRIP_PX - 2}`).join('')} />
    </g>
  );
}

/** Approximate width of the mass gap's label, in pixels. */
const GAP_LABEL_PX = 130;

/** A label for each well-known event: at mass 1 of a binary black hole, otherwise at mass 2. */
function labelKnown(placed: readonly PlacedMass[], frame: Frame) {
  const named = placed.filter(
    ({ row, parameter }) => isKnown(row) && parameter === (row.type === 'BBH' ? HEAVIER : LIGHTER),
  );
  const stems = stemsOf(placed);
  const wanted = named.map((mark) => ({ mark, text: briefName(mark.row) }));
  return placeLabels(wanted, { marks: placed, stems }, frame);
}

/** Lists the events without masses, unless only these are shown. */
function ListMissing({ rows, settings }: { readonly rows: readonly EventRow[]; readonly settings: EventSettings }) {
  const navigate = useNavigate();
  const count = countEvents(rows);
  if (count === 0 || settings.types?.join() === NO_TYPE) return null;
  return (
    <button type="button" class="as-link" onClick={() => changeSettings(navigate, { types: NO_TYPE, rows: null })}>
      List the {countText(count, 'event')} without masses
    </button>
  );
}

export function MassesPlot(props: EventPlotProps) {
  const { lists, offer, settings, width } = props;
  const isNarrow = width < NARROW_PX;
  const widths = settings.widths ?? 'events';
  const frame = createPlotFrame(props, { top: 22, bottom: DATES_PX + STRIP_PX + 6, left: isNarrow ? 34 : 56 });
  const draw: DrawRows = (rows) => {
    const time = timeScaleOf(lists, rows, frame, widths);
    const { scale, placed, without } = placeMasses(rows, lists.lacking, frame, time);
    const stripY = frame.bottom + DATES_PX + STRIP_PX / 2;
    const ticks = dateTicks(time, frame);
    const facts = [TIME, ...findParameters(offer.quantities, FACTS)];
    const markOf = (row: EventRow, point: Point) => eventMark(row, point, () => factsOf(row, facts));
    return {
      frame,
      caption: 'Masses of both components over time, in the source frame.',
      label: `Masses over time of ${countText(countEvents(rows), 'event')}; the table below has the values.`,
      marks: [
        ...placed.map((point) => markOf(point.row, point)),
        ...without.map((row) => markOf(row, { x: time.at(row.entry.gps), y: stripY })),
      ],
      labels: labelKnown(placed, frame),
      axes: { x: { quantity: TIME, scale: time } },
      legend: groupRows(rows, 'type', [], []).filter(({ title }) => title in TYPE_SHAPES),
      note: (
        <>
          {isNarrow && `${AXIS_TITLE}. `}
          {massesNote(time, widths)} <ListMissing {...{ settings }} rows={without} />
        </>
      ),
      children: (
        <>
          <RunAxis {...{ frame, time, ticks }} />
          <YAxis frame={frame} ticks={scale.ticks} title={isNarrow ? '' : AXIS_TITLE} />
          <MassGap
            from={[frame.left, frame.right]}
            up={scale}
            label={isNarrow ? 'Mass gap' : GAP_TITLE}
            isRight={placed.some(({ row, x }) => row.type === 'NSBH' && x < frame.left + GAP_LABEL_PX)}
          />
          {TYPES.map((type) => (
            <TypeMarks key={type} {...{ type, placed }} radius={isNarrow ? NARROW_RADIUS : RADIUS} />
          ))}
          <Strip {...{ frame, time }} rows={without} />
        </>
      ),
    };
  };
  return <Chart {...props} draw={draw} />;
}
