/** The selected rows as a table. All rows are in the document, for the browser's search and for printing. */

import type { ComponentChild } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Address } from '../../../address/address.ts';
import { changeParameters } from '../../../address/use-address.ts';
import type { ViewProps } from '../../../host/view.ts';
import { type EventColumn, MASS_RATIO, type Quantity, TIME } from '../columns.ts';
import type { EventRow } from '../rows.ts';
import type { Filters } from '../selection.ts';
import { Cell, measureColumn } from './cells.tsx';
import { Head } from './head.tsx';

interface TableProps extends Pick<ViewProps, 'navigate'> {
  /** The view settings. */
  readonly view: Address['view'];
  readonly columns: readonly EventColumn[];
  /** The rows, already sorted. */
  readonly rows: readonly EventRow[];
  readonly pool: readonly EventRow[];
  readonly filters: Filters;
  /** True beside a plot: then values have no errors and heads have no histograms. */
  readonly isCompact: boolean;
  /** Receives the id of the row under the pointer, or null. */
  readonly onPoint: (id: string | null) => void;
}

/** Number of rows drawn immediately. The others follow, so that a change is visible before a long table has been laid out. */
const FIRST_ROWS = 40;
/** Minimum number of rows that each further step adds: few enough that the delay is not noticed on a phone. */
const STEP_ROWS = 20;
/** Maximum number of steps for a table of any length. */
const MAX_STEPS = 40;
/** Pause before each step, in ms, during which the page is drawn and accepts input. */
const PAUSE_MS = 30;

/** The number of rows to draw: some at first, and all of them soon after, or when the page is printed. */
function useDrawnCount(rows: readonly EventRow[]): number {
  const [drawn, setDrawn] = useState({ rows, count: FIRST_ROWS });
  const count = drawn.rows === rows ? drawn.count : FIRST_ROWS;
  useEffect(() => {
    if (count >= rows.length) return;
    const step = Math.max(STEP_ROWS, Math.ceil(rows.length / MAX_STEPS));
    const timer = setTimeout(() => setDrawn({ rows, count: count + step }), PAUSE_MS);
    const drawAll = () => setDrawn({ rows, count: rows.length });
    addEventListener('beforeprint', drawAll);
    return () => {
      clearTimeout(timer);
      removeEventListener('beforeprint', drawAll);
    };
  }, [rows, count]);
  return Math.min(count, rows.length);
}

/** True if a column is a quantity that can be filtered with a histogram. */
const isFilterable = (column: EventColumn, { ranges }: Filters): column is Quantity =>
  column !== TIME && column !== MASS_RATIO && ranges.some(({ name }) => name === column.name);

export function Table({ columns, rows, pool, view, filters, isCompact, navigate, onPoint }: TableProps) {
  const isUtc = view.time !== 'gps';
  const count = useDrawnCount(rows);
  const widths = useMemo(
    () => new Map(columns.map((one) => [one.name, measureColumn(one, pool, isCompact)])),
    [columns, pool, isCompact],
  );
  // Preact skips an element that is the same object as before, so only new rows cost time.
  const drawn = useMemo(() => new WeakMap<EventRow, ComponentChild>(), [columns, isUtc, widths]);
  const draw = (row: EventRow): ComponentChild => {
    const element = drawn.get(row) ?? (
      <tr key={row.id} data-id={row.id}>
        {columns.map((column) => (
          <Cell key={column.name} {...{ row, column, isUtc }} width={widths.get(column.name)} />
        ))}
      </tr>
    );
    drawn.set(row, element);
    return element;
  };
  const hasHistograms = !isCompact && columns.some((column) => isFilterable(column, filters));
  const brush = (column: EventColumn) => (low: number, high: number) => {
    const range = filters.ranges.find(({ name }) => name === column.name);
    if (range) changeParameters(navigate, range.format(low, high));
  };
  const point = ({ target }: Event) => onPoint((target as Element).closest('tr')?.dataset.id ?? null);
  return (
    <section
      class="table-box"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
      tabIndex={0}
      aria-label="Events"
      aria-busy={count < rows.length}
      onPointerOver={point}
      onPointerLeave={() => onPoint(null)}
    >
      <table class={isCompact ? 'is-compact' : undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head
                key={column.name}
                {...{ column, view, navigate, isUtc, isCompact, pool, rows, hasHistograms }}
                onBrush={!isCompact && isFilterable(column, filters) ? brush(column) : undefined}
              />
            ))}
          </tr>
        </thead>
        <tbody>{rows.slice(0, count).map(draw)}</tbody>
      </table>
    </section>
  );
}
