/** The selected rows as a table. In the end, all rows are in the document, for the browser's search and for printing. */

import type { ComponentChild } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { type EventColumn, sortRows } from '../../../event-data/columns.ts';
import type { EventSettings } from '../../../event-data/event-settings.ts';
import type { EventRow } from '../../../event-data/rows.ts';
import { useDrawnCount } from '../../../widgets/drawn-rows.ts';
import { memo } from '../../../widgets/memo.tsx';
import { Histogram } from '../histogram.tsx';
import type { EventLists } from '../lists.ts';
import { type Offer, type RangeFilter, shownColumns } from '../offer.ts';
import { CELLS, measureColumn } from './cells.tsx';
import { Head } from './head.tsx';

export interface TableProps {
  readonly offer: Offer;
  readonly settings: EventSettings;
  readonly lists: EventLists;
  /** True if the table is beside the plot in wide windows. */
  readonly isBeside: boolean;
  /** Receives the id of the row under the pointer, or null. */
  readonly onPoint: (id: string | null) => void;
}

/** Draws a row. Preact skips an element that is the same object as before, so only rows that are new or look different cost time. */
function useRowDrawer(
  columns: readonly EventColumn[],
  unfiltered: readonly EventRow[],
  lacking: ReadonlySet<EventRow>,
  isCompact: boolean,
  isUtc: boolean,
) {
  return useMemo(() => {
    const widths = new Map(columns.map((one) => [one.name, measureColumn(one, unfiltered, isCompact)]));
    const drawn = new WeakMap<EventRow, ComponentChild>();
    return (row: EventRow): ComponentChild => {
      const element = drawn.get(row) ?? (
        <tr key={row.id} data-id={row.id} class={lacking.has(row) ? 'is-joined' : undefined}>
          {columns.map((column) => {
            const Cell = CELLS[column.kind];
            return <Cell key={column.name} {...{ row, column, isUtc }} width={widths.get(column.name)} />;
          })}
        </tr>
      );
      drawn.set(row, element);
      return element;
    };
  }, [columns, unfiltered, lacking, isCompact, isUtc]);
}

const longestText = ({ read }: EventColumn, rows: readonly EventRow[]): string =>
  rows.map((row) => String(read(row))).reduce((longest, one) => (one.length > longest.length ? one : longest), '');

interface HeadsProps extends Pick<TableProps, 'settings'> {
  readonly columns: readonly EventColumn[];
  readonly ranges: readonly RangeFilter[];
  readonly unfiltered: readonly EventRow[];
  readonly rows: readonly EventRow[];
  readonly isCompact: boolean;
}

/** The heads of the columns. Beside a plot, heads have no histograms. */
function Heads({ columns, ranges, unfiltered, rows, settings, isCompact }: HeadsProps) {
  const drawn = columns.map((column) => {
    const range = isCompact ? undefined : ranges.find(({ quantity }) => quantity === column);
    const histogram = column.kind === 'parameter' && range && <Histogram {...{ range, unfiltered, rows }} />;
    return { column, histogram };
  });
  const hasHistograms = drawn.some(({ histogram }) => histogram);
  return drawn.map(({ column, histogram }) => (
    <Head
      key={column.name}
      {...{ column, isCompact }}
      isUtc={settings.time === null}
      sort={settings.sort}
      widest={column.kind === 'text' ? longestText(column, unfiltered) : undefined}
    >
      {histogram}
      {column.kind === 'time' && hasHistograms && (
        <small class="hint" aria-hidden="true">
          Drag on a histogram to filter. Hollow: limit.
        </small>
      )}
    </Head>
  ));
}

interface RowsProps extends Omit<TableProps, 'onPoint'> {
  /** All rows, in order. */
  readonly rows: readonly EventRow[];
  /** Number of rows to draw. */
  readonly count: number;
}

function Rows({ offer, settings, lists: { unfiltered, areVersions, lacking }, isBeside, rows, count }: RowsProps) {
  const isCompact = isBeside && settings.columns === null;
  const isUtc = settings.time === null;
  // The same list while the names are the same, because each row depends on it.
  const shown = shownColumns(offer, settings, areVersions, isBeside);
  const columns = useMemo(() => shown, [offer, shown.map(({ name }) => name).join()]);
  const draw = useRowDrawer(columns, unfiltered, lacking, isCompact, isUtc);
  return (
    <table class={isCompact ? 'is-compact' : undefined}>
      <thead>
        <tr>
          <Heads {...{ columns, unfiltered, rows, settings, isCompact }} ranges={offer.ranges} />
        </tr>
      </thead>
      <tbody>{rows.slice(0, count).map(draw)}</tbody>
    </table>
  );
}

export const Table = memo(({ onPoint, ...props }: TableProps) => {
  const { offer, settings, lists } = props;
  const rows = useMemo(() => sortRows(lists.rows, settings.sort, offer.columns), [lists.rows, settings.sort, offer]);
  const box = useRef<HTMLElement>(null);
  const count = useDrawnCount(rows, box);
  const point = ({ target }: Event) => onPoint((target as Element).closest('tr')?.dataset.id ?? null);
  return (
    <section
      ref={box}
      class="table-box"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
      tabIndex={0}
      aria-label="Events"
      aria-busy={count === null || count < rows.length}
      onPointerOver={point}
      onPointerLeave={() => onPoint(null)}
    >
      {count !== null && <Rows {...props} {...{ rows, count }} />}
    </section>
  );
});
