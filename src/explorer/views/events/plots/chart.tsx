/** The frame of every plot of events: the drawing, its legend, and the number of events left out. */

import type { ComponentChildren } from 'preact';
import { groupBy } from '../../../../core/base/group-by.ts';
import { recordTarget } from '../../../address/address.ts';
import { placeOfEntry } from '../../../address/restore-place.ts';
import { type Bins, shortRange } from '../../../charts/histogram.ts';
import { CAPTION, SAVED, UNSAVED } from '../../../charts/picture-parts.ts';
import { Plot } from '../../../charts/plot.tsx';
import type { Area } from '../../../charts/pointing.ts';
import type { Extent, Positions } from '../../../charts/scale.ts';
import { useNavigate } from '../../../client/context.ts';
import { type Quantity, roundRange } from '../../../event-data/quantities.ts';
import { countEvents, type EventRow } from '../../../event-data/rows.ts';
import { ShapeMark } from '../../../event-data/type-mark.tsx';
import { countText, joinText } from '../../../text/format.ts';
import { NOT_LISTED } from '../../../text/not-listed.ts';
import { Name } from '../../../widgets/name.tsx';
import { type Chip, chipText, clearAll, listChips } from '../chips.ts';
import { findRange } from '../offer.ts';
import { narrowTo } from '../request.ts';
import type { EventGroup } from './groups.ts';
import type { EventPlotProps } from './plot-props.ts';

interface LeftOutProps {
  readonly rows: readonly EventRow[];
  readonly whyNot: (row: EventRow) => string | null;
}

/** Counts the events that are not drawn, by reason. */
function LeftOut({ rows, whyNot }: LeftOutProps) {
  const all = countText(countEvents(rows), 'event');
  const byReason = groupBy(rows, (row) => whyNot(row) ?? '');
  return [...byReason].map(([reason, left]) =>
    reason === '' || countEvents(left) === 0 ? null : (
      <span key={reason} {...CAPTION}>
        {countEvents(left)} of {all}: <Name text={reason} />.{' '}
      </span>
    ),
  );
}

/** Says why nothing is drawn. */
function NothingDrawn({ rows, whyNot, chips }: LeftOutProps & { readonly chips: readonly Chip[] }) {
  const navigate = useNavigate();
  if (rows.length === 0 && chips.length === 0) return <p class="empty">There are no events here.</p>;
  if (rows.length === 0) {
    return (
      <p class="empty">
        No events match these filters. Remove one of the filters above, or{' '}
        <button type="button" class="as-link" onClick={() => navigate((now) => clearAll(chips, now))}>
          clear all filters
        </button>
        .
      </p>
    );
  }
  const reasons = new Set(rows.map((row) => whyNot(row)));
  return (
    <p class="empty">
      Nothing to draw: <Name text={[...reasons].join('; ')} />.
    </p>
  );
}

const Legend = ({ groups }: { readonly groups: readonly EventGroup[] }) => (
  <ul class="plain" aria-label="Marks">
    {groups.map(({ title, colour, shape, count }) => (
      <li key={title}>
        <ShapeMark shape={shape} colour={colour} /> {title}
        <span class="unit"> {count}</span>
      </li>
    ))}
  </ul>
);

/** A drawing of events, as a plot describes it. */
interface Content
  extends Pick<Parameters<typeof Plot>[0], 'frame' | 'label' | 'marks' | 'labels' | 'detail' | 'children'> {
  /** The caption of a saved picture, which describes the drawing. */
  readonly caption: string;
  /** If the marks are bars, with the ids of bins: the bins, and the values in them. */
  readonly bins?: { readonly bins: Bins; readonly values: readonly number[] };
  /** The axes along which an area can be selected, if their quantities have filters. */
  readonly axes: { readonly x: BrushedAxis; readonly y?: BrushedAxis };
  readonly legend: readonly EventGroup[];
  /** How to read the plot, shown beside the legend. */
  readonly note?: ComponentChildren;
}

interface BrushedAxis {
  readonly quantity: Quantity;
  readonly scale: Pick<Positions, 'invert'>;
}

/** Draws rows: at least one, and only rows that can be drawn. */
export type DrawRows = (rows: readonly EventRow[]) => Content;

interface ChartProps extends EventPlotProps {
  /** Why a row is not drawn; null for a row that is drawn. */
  readonly whyNot?: (row: EventRow) => string | null;
  readonly draw: DrawRows;
}

/** A plot of the rows that can be drawn; a click opens an event or narrows the selection to a bar. A brush narrows it, too. */
export function Chart({ whyNot = () => null, draw, ...state }: ChartProps) {
  const { address, lists, offer, pointed } = state;
  const navigate = useNavigate();
  const { rows, lacking } = lists;
  const drawn = rows.filter((row) => whyNot(row) === null);
  if (drawn.length === 0) return <NothingDrawn {...{ rows, whyNot }} chips={listChips(state)} />;
  const { caption, bins, axes, legend, note, ...plot } = draw(drawn);
  // The filters of the rows shown, also while others are loading.
  const filters = listChips({ ...state, address: { ...address, target: lists.target } }).map(chipText);
  // Marks and bars are events, so the table lists events, too: other versions may be within the ranges.
  const narrow = (extents: readonly (readonly [Quantity, Extent])[]) => {
    const ranges = extents.flatMap(([quantity, extent]) => {
      const range = findRange(offer, quantity);
      return range === undefined ? [] : [[range, extent] as const];
    });
    navigate((now) => narrowTo(now, ranges));
  };
  const brushed = (['x', 'y'] as const).filter((side) => {
    const axis = axes[side];
    return axis !== undefined && findRange(offer, axis.quantity) !== undefined;
  });
  const brush = ({ x, y: [top, bottom] }: Area) =>
    narrow(
      brushed.map((side) => {
        const { quantity, scale } = axes[side] as BrushedAxis;
        const [from, to] = side === 'x' ? x : [bottom, top];
        return [quantity, roundRange(quantity, [scale.invert(from), scale.invert(to)])] as const;
      }),
    );
  const open = (id: string) => {
    if (bins === undefined) navigate({ target: recordTarget('event-versions', id), settings: {} });
    else narrow([[axes.x.quantity, shortRange(bins.bins, Number(id), bins.values)]]);
  };
  return (
    <div {...SAVED}>
      <p class="visually-hidden" {...CAPTION}>
        {joinText([caption, filters.length > 0 && `Filters: ${filters.join(', ')}.`], ' ')}
      </p>
      <Plot
        {...plot}
        brush={brushed}
        onBrush={brush}
        onOpen={open}
        markBefore={() => placeOfEntry()?.mark}
        onPoint={pointed.tellTable}
        listen={pointed.listen}
      />
      <div class="legend row">
        {legend.length > 0 && <Legend groups={legend} />}
        {note && <span class="note">{note}</span>}
        {lacking.size > 0 && <span class="note">Hollow: the filtered value is {NOT_LISTED}.</span>}
        <span class="plot-note" {...UNSAVED}>
          <LeftOut {...{ rows, whyNot }} />
        </span>
      </div>
    </div>
  );
}
