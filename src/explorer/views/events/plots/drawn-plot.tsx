/** A plot of the rows that can be drawn, its legend, and the number of rows left out. */

import type { Address } from '../../../address/address.ts';
import { placeOfEntry } from '../../../address/restore-place.ts';
import { paint } from '../../../charts/marks.ts';
import { Plot } from '../../../charts/plot.tsx';
import type { Area } from '../../../charts/pointing.ts';
import type { Extent } from '../../../charts/scale.ts';
import { MASS_NAMES, type Quantity, roundRange } from '../../../event-data/columns.ts';
import { countEvents, type EventRow } from '../../../event-data/rows.ts';
import { ShapeMark } from '../../../event-data/type-mark.tsx';
import { useNavigate } from '../../../host/context.ts';
import { countText } from '../../../text/format.ts';
import { Name } from '../../../widgets/name.tsx';
import { CAPTION, SAVED, UNSAVED } from '../../../widgets/picture-parts.ts';
import type { Pointed } from '../pointed.ts';
import type { BrushedAxis, LegendEntry, PlotInput, PlotKind } from './plot-kind.ts';

interface DrawnPlotProps {
  readonly kind: PlotKind;
  readonly input: PlotInput;
  readonly rows: readonly EventRow[];
  readonly pointed: Pointed;
  /** Narrows the selection to ranges, for quantities that can be filtered. */
  readonly narrow: (ranges: readonly (readonly [Quantity, Extent])[]) => void;
  /** The address without filters; null if it has none. */
  readonly clearAll: ((now: Address) => Address) | null;
}

/** `published masses`, `published values of Redshift or FAR`. */
function missingText(quantities: readonly Quantity[]): string {
  if (quantities.every(({ name }) => MASS_NAMES.includes(name))) return 'published masses';
  return `published values of ${quantities.map(({ short }) => short).join(' or ')}`;
}

const lacksAny = (row: EventRow, needed: readonly Quantity[]): boolean =>
  needed.some(({ read }) => read(row) === undefined);

interface LeftOutProps extends Pick<DrawnPlotProps, 'rows' | 'kind' | 'input'> {
  readonly drawn: readonly EventRow[];
}

/** Counts the events that are not drawn: events without a value, and events that a logarithmic axis cannot show. */
function LeftOut({ rows, drawn, kind, input }: LeftOutProps) {
  const needed = kind.needs(input);
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

const Swatch = ({ mark, shape }: LegendEntry) =>
  shape ? (
    <ShapeMark shape={shape} colour={mark} />
  ) : (
    <svg class="type-mark" width={12} height={12} aria-hidden="true">
      <rect class="bars" style={paint(mark)} x={1} y={1} width={10} height={10} />
    </svg>
  );

/** Says why nothing is drawn. */
function NothingDrawn(props: Omit<LeftOutProps, 'drawn'> & Pick<DrawnPlotProps, 'clearAll'>) {
  const navigate = useNavigate();
  const { rows, kind, input, clearAll } = props;
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
  const needed = kind.needs(input);
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
      None of these events can be drawn. <LeftOut {...props} drawn={[]} />
    </p>
  );
}

export function DrawnPlot({ kind, input, rows, pointed, narrow, clearAll }: DrawnPlotProps) {
  const navigate = useNavigate();
  const drawn = rows.filter((row) => kind.canDraw(row, input));
  if (drawn.length === 0) return <NothingDrawn {...{ rows, kind, input, clearAll }} />;
  const { label, marks, valuesIn, across, up, legend, note: hint, detail, drawing } = kind.draw(input, drawn);
  const between = ({ quantity, scale }: BrushedAxis, [from, to]: Extent) =>
    [quantity, roundRange(quantity, [scale.invert(from), scale.invert(to)])] as const;
  const brush = ({ x, y: [top, bottom] }: Area) =>
    narrow([between(across, x), ...(up ? [between(up, [bottom, top])] : [])]);
  const open = (id: string) =>
    valuesIn
      ? narrow([[across.quantity, roundRange(across.quantity, valuesIn(id))]])
      : navigate({ target: `event-versions/${id}`, view: {} });
  return (
    <div {...SAVED}>
      <Plot
        {...{ label, marks, detail }}
        frame={input.frame}
        brush={up ? 'xy' : 'x'}
        onBrush={brush}
        onOpen={open}
        opens={valuesIn ? 'selects the events in the bar' : 'opens the event'}
        markBefore={() => placeOfEntry()?.mark}
        onPoint={pointed.tellTable}
        listen={pointed.listen}
      >
        {drawing}
      </Plot>
      <div class="legend">
        {legend.length > 0 && (
          <ul class="plain" aria-label="Marks">
            {legend.map((entry) => (
              <li key={entry.title}>
                <Swatch {...entry} /> {entry.title}
                {entry.count !== undefined && <span class="unit"> {entry.count}</span>}
              </li>
            ))}
          </ul>
        )}
        {hint && <span class="note">{hint}</span>}
        <span class="plot-note" {...UNSAVED}>
          <LeftOut {...{ rows, drawn, kind, input }} />
        </span>
      </div>
    </div>
  );
}
