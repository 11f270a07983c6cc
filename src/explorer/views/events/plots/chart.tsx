/** The frame of every plot of events: the drawing, its legend, and the number of events left out. */

import { changeSettings } from '../../../address/navigate.ts';
import { placeOfEntry } from '../../../address/restore-place.ts';
import { type Bins, shortRange } from '../../../charts/histogram.ts';
import { paint, type Shape } from '../../../charts/marks.ts';
import { CAPTION, SAVED, UNSAVED } from '../../../charts/picture-parts.ts';
import { Plot } from '../../../charts/plot.tsx';
import type { Area } from '../../../charts/pointing.ts';
import type { Positions } from '../../../charts/scale.ts';
import { MASS_NAMES, type Quantity, roundRange } from '../../../event-data/columns.ts';
import { countEvents, type EventRow } from '../../../event-data/rows.ts';
import { ShapeMark } from '../../../event-data/type-mark.tsx';
import { useNavigate } from '../../../host/context.ts';
import { countText } from '../../../text/format.ts';
import { Name } from '../../../widgets/name.tsx';
import type { PlotProps } from './plot-props.ts';

/** An axis along which an area has been selected. */
interface BrushedAxis {
  readonly quantity: Quantity;
  readonly scale: Pick<Positions, 'invert'>;
}

interface LegendEntry {
  readonly title: string;
  /** Name of the colour. */
  readonly mark: string;
  /** If there is no shape, the entry represents an area. */
  readonly shape?: Shape;
  readonly count?: number;
}

/** `published masses`, `published values of Redshift or FAR`. */
function missingText(quantities: readonly Quantity[]): string {
  if (quantities.every(({ name }) => MASS_NAMES.includes(name))) return 'published masses';
  return `published values of ${quantities.map(({ short }) => short).join(' or ')}`;
}

const lacksAny = (row: EventRow, needed: readonly Quantity[]): boolean =>
  needed.some(({ read }) => read(row) === undefined);

interface LeftOutProps extends Pick<PlotProps, 'rows'> {
  /** The quantities that an event must have to be drawn. */
  readonly needs: readonly Quantity[];
  readonly drawn: readonly EventRow[];
}

/** Counts the events that are not drawn: events without a value, and events that a logarithmic axis cannot show. */
function LeftOut({ rows, drawn, needs: needed }: LeftOutProps) {
  const lacking = countEvents(rows.filter((row) => lacksAny(row, needed)));
  const shown = new Set(drawn);
  const beyond = countEvents(rows.filter((row) => !lacksAny(row, needed) && !shown.has(row)));
  const all = countText(countEvents(rows), 'event');
  return (
    <>
      {lacking > 0 && (
        <span {...CAPTION}>
          {lacking} of {all} {lacking === 1 ? 'has' : 'have'} no <Name text={missingText(needed)} />.
        </span>
      )}
      {lacking > 0 && beyond > 0 && ' '}
      {beyond > 0 && (
        <span {...CAPTION}>
          {beyond} of {all} {beyond === 1 ? 'has' : 'have'} a value of 0 or less, which a logarithmic axis cannot show.
        </span>
      )}
    </>
  );
}

/** Leads to the events without masses, unless only these are shown. */
function ListMissing({ rows, settings }: Pick<PlotProps, 'rows' | 'settings'>) {
  const navigate = useNavigate();
  const count = countEvents(rows.filter(({ type }) => type === undefined));
  if (count === 0 || settings.types?.join() === 'none') return null;
  return (
    <button type="button" class="as-link" onClick={() => changeSettings(navigate, { types: 'none' })}>
      List the {countText(count, 'event')} without masses
    </button>
  );
}

const Swatch = ({ mark, shape }: LegendEntry) =>
  shape ? (
    <ShapeMark shape={shape} colour={mark} />
  ) : (
    <svg class="type-mark" width={12} height={12} aria-hidden="true">
      <rect class="bars" style={paint(mark)} x={1} y={1} width={10} height={10} />
    </svg>
  );

/** Says why nothing is drawn. */
function NothingDrawn({ rows, needs: needed, clearAll }: Omit<LeftOutProps, 'drawn'> & Pick<PlotProps, 'clearAll'>) {
  const navigate = useNavigate();
  if (rows.length === 0) {
    if (clearAll === null) return <p class="empty">There are no events here.</p>;
    return (
      <p class="empty">
        No events match these filters. Remove one of the filters above, or{' '}
        <button type="button" class="as-link" onClick={() => navigate(clearAll)}>
          clear all filters
        </button>
        .
      </p>
    );
  }
  if (needed.length > 0 && rows.every((row) => lacksAny(row, needed))) {
    return (
      <p class="empty">
        None of these events has <Name text={missingText(needed)} />.
      </p>
    );
  }
  if (countEvents(rows) === 0) {
    return <p class="empty">This plot leaves out injections, because they are not detections.</p>;
  }
  return (
    <p class="empty">
      None of these events can be drawn. <LeftOut {...{ rows }} needs={needed} drawn={[]} />
    </p>
  );
}

const Legend = ({ entries }: { readonly entries: readonly LegendEntry[] }) => (
  <ul class="plain" aria-label="Marks">
    {entries.map((entry) => (
      <li key={entry.title}>
        <Swatch {...entry} /> {entry.title}
        {entry.count !== undefined && <span class="unit"> {entry.count}</span>}
      </li>
    ))}
  </ul>
);

/** A drawing of events, as a plot describes it. */
interface Content extends Pick<Parameters<typeof Plot>[0], 'frame' | 'label' | 'marks' | 'detail' | 'children'> {
  /** The caption of a saved picture, which describes the drawing. */
  readonly caption: string;
  /** If the marks are bars, with the ids of bins: the bins, and all values that a range selects from. */
  readonly bins?: { readonly bins: Bins; readonly values: readonly number[] };
  readonly across: BrushedAxis;
  readonly up?: BrushedAxis;
  readonly legend: readonly LegendEntry[];
  /** How to read the plot, shown beside the legend. */
  readonly note?: string;
}

/** Draws rows: at least one, and only rows that can be drawn. */
export type DrawRows = (rows: readonly EventRow[]) => Content;

interface ChartProps
  extends Pick<PlotProps, 'rows' | 'settings' | 'joined' | 'pointed' | 'narrow' | 'canNarrow' | 'clearAll'> {
  /** The quantities that an event must have to be drawn. */
  readonly needs?: readonly Quantity[];
  readonly canDraw?: (row: EventRow) => boolean;
  /** Whether events without masses are listed on request, although the plot has marks for them. */
  readonly listsMissing?: boolean;
  readonly draw: DrawRows;
}

/** A plot of the rows that can be drawn; a click opens an event or narrows the selection to a bar. A brush narrows it, too. */
export function Chart(props: ChartProps) {
  const {
    rows,
    settings,
    joined,
    pointed,
    narrow,
    canNarrow,
    clearAll,
    needs = [],
    canDraw = () => true,
    draw,
  } = props;
  const needsMasses = props.listsMissing || needs.some(({ name }) => MASS_NAMES.includes(name));
  const navigate = useNavigate();
  const drawn = rows.filter(canDraw);
  if (drawn.length === 0) return <NothingDrawn {...{ rows, needs, clearAll }} />;
  const { caption, bins, across, up, legend, note, ...plot } = draw(drawn);
  const brushed = { x: across, ...(up && { y: up }) };
  const axes = (['x', 'y'] as const).filter((axis) => brushed[axis] && canNarrow(brushed[axis].quantity));
  const brush = ({ x, y: [top, bottom] }: Area) =>
    narrow(
      axes.flatMap((axis) => {
        const { quantity, scale } = brushed[axis] as BrushedAxis;
        const [from, to] = axis === 'x' ? x : [bottom, top];
        return [[quantity, roundRange(quantity, [scale.invert(from), scale.invert(to)])] as const];
      }),
    );
  const open = (id: string) => {
    if (bins === undefined) navigate({ target: `event-versions/${id}`, view: {} });
    else narrow([[across.quantity, shortRange(bins.bins, Number(id), bins.values)]]);
  };
  return (
    <div {...SAVED}>
      <p class="visually-hidden" {...CAPTION}>
        {caption}
      </p>
      <Plot
        {...plot}
        brush={axes}
        onBrush={brush}
        onOpen={open}
        markBefore={() => placeOfEntry()?.mark}
        onPoint={pointed.tellTable}
        listen={pointed.listen}
      />
      <div class="legend">
        {legend.length > 0 && <Legend entries={legend} />}
        {note && <span class="note">{note}</span>}
        {joined.size > 0 && <span class="note">Hollow: the filtered value is not published.</span>}
        <span class="plot-note" {...UNSAVED}>
          <LeftOut {...{ rows, drawn, needs }} /> {needsMasses && <ListMissing {...{ rows, settings }} />}
        </span>
      </div>
    </div>
  );
}
