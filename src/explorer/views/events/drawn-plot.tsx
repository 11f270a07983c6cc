/** A plot of the rows that can be drawn, its legend, and the number of rows left out. */

import type { Address } from '../../address/address.ts';
import type { Navigate } from '../../address/use-address.ts';
import { paint, shapePath } from '../../charts/marks.ts';
import { Plot } from '../../charts/plot.tsx';
import type { Area } from '../../charts/pointing.ts';
import { type Extent, roundOutwards } from '../../charts/spread.ts';
import { countText } from '../../parts/format.ts';
import { type Quantity, TIME } from './columns.ts';
import type { BrushedAxis, LegendEntry, PlotInput, PlotKind } from './plot-kind.ts';
import type { Pointed } from './pointed.ts';
import { countEvents, type EventRow } from './rows.ts';

interface DrawnPlotProps {
  readonly kind: PlotKind;
  readonly input: PlotInput;
  readonly rows: readonly EventRow[];
  readonly navigate: Navigate;
  readonly pointed: Pointed;
  /** Narrows the selection to ranges, for quantities that can be filtered. */
  readonly narrow: (ranges: readonly (readonly [Quantity, Extent])[]) => void;
  /** The address of the list of events that lack any of the quantities. */
  readonly listMissing: (names: readonly string[]) => string;
  readonly clearAll: (now: Address) => Address;
}

const MASS_NAMES: readonly string[] = ['mass-1-source', 'mass-2-source'];

/** `published masses`, `published values of Redshift or FAR`. */
function missingText(quantities: readonly Quantity[]): string {
  if (quantities.every(({ name }) => MASS_NAMES.includes(name))) return 'published masses';
  return `published values of ${quantities.map(({ short }) => short).join(' or ')}`;
}

/** Counts the selected events that the plot leaves out, and links to them. */
function MissingNote({
  rows,
  kind,
  input,
  listMissing,
}: Pick<DrawnPlotProps, 'rows' | 'kind' | 'input' | 'listMissing'>) {
  const needed =
    kind.axes === '' ? input.quantities.filter(({ name }) => MASS_NAMES.includes(name)) : kind.needs(input);
  const isInStrip = kind.axes === '';
  if (isInStrip && kind.title !== 'Masses over time') return null;
  const lacking = rows.filter((row) => !row.isInjection && needed.some(({ read }) => read(row) === undefined));
  const count = countEvents(lacking);
  const all = countEvents(rows);
  if (count === 0) return null;
  const list = listMissing([...new Set(needed.map(({ name }) => name))]);
  if (isInStrip) return <a href={list}>List the {countText(count, 'event')} without masses</a>;
  return (
    <span>
      {count} of {countText(all, 'event')} {count === 1 ? 'has' : 'have'} no {missingText(needed)}.{' '}
      <a href={list}>List them</a>
    </span>
  );
}

const Swatch = ({ mark, shape }: LegendEntry) => (
  <svg class="type-mark" width={12} height={12} aria-hidden="true">
    {shape ? (
      <path class="mark" style={paint(mark)} d={shapePath(shape, { x: 6, y: 6 }, 4)} />
    ) : (
      <rect class="bars" style={paint(mark)} x={1} y={1} width={10} height={10} />
    )}
  </svg>
);

/** Rounds a range outwards to whole seconds or three digits. Values inside the drawn range stay inside. */
const roundRange = (quantity: Quantity, [low, high]: Extent): Extent =>
  quantity === TIME ? [Math.floor(low), Math.ceil(high)] : roundOutwards([low, high]);

export function DrawnPlot({ kind, input, rows, navigate, pointed, narrow, listMissing, clearAll }: DrawnPlotProps) {
  const drawn = rows.filter((row) => kind.canDraw(row, input));
  const note = <MissingNote {...{ rows, kind, input, listMissing }} />;
  if (rows.length === 0)
    return (
      <p class="empty">
        No events match these filters. Remove one of the filters above, or{' '}
        <button type="button" class="link" onClick={() => navigate(clearAll)}>
          clear all filters
        </button>
        .
      </p>
    );
  if (drawn.length === 0) {
    return (
      <p class="empty">
        None of these events has {missingText(kind.needs(input))}. {note}
      </p>
    );
  }
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
    <div class="saved">
      <Plot
        {...{ label, marks, detail }}
        frame={input.frame}
        brush={up ? 'xy' : 'x'}
        onBrush={brush}
        onOpen={open}
        opens={valuesIn ? 'selects the events in the bar' : 'opens the event'}
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
        <span class="plot-note">{note}</span>
      </div>
    </div>
  );
}
