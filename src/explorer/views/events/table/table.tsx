/** The selected rows as a table. All rows are in the document, for the browser's search and for printing. */

import type { ComponentChild, RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { EventSettings } from '../../../address/settings.ts';
import { chosenColumns, type EventColumn, NAME, sortRows } from '../../../event-data/columns.ts';
import { MASS_RATIO } from '../../../event-data/quantities.ts';
import type { EventRow } from '../../../event-data/rows.ts';
import { memo } from '../../../widgets/memo.tsx';
import { Histogram } from '../histogram.tsx';
import type { EventLists } from '../lists.ts';
import type { Offer, RangeFilter } from '../offer.ts';
import { chooseAxes } from '../offer.ts';
import { CELLS, measureColumn } from './cells.tsx';
import { Head } from './head.tsx';

interface TableProps {
  readonly offer: Offer;
  readonly settings: EventSettings;
  readonly lists: EventLists;
  /** True if the table is beside the plot in wide windows. */
  readonly isBeside: boolean;
  /** Receives the id of the row under the pointer, or null. */
  readonly onPoint: (id: string | null) => void;
}

/** Number of rows drawn immediately, which fill the box. The others follow, so that a change is visible before a long table is laid out. */
const FIRST_ROWS = 30;
/** Minimum number of rows that each further step adds: few enough that the delay is not noticed on a phone. */
const STEP_ROWS = 20;
/** Maximum number of steps for a table of any length. */
const MAX_STEPS = 40;
/** Pause before each step, in ms, during which the page is drawn and accepts input. */
const PAUSE_MS = 30;
/** Time until the other rows are drawn although the table is out of sight, in ms: the page's first seconds belong to what is in sight. */
const UNSEEN_MS = 6000;

/** True once the element of a reference has been in sight, or after some time, so that the browser's search finds all rows. */
function useSeen(ref: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const see = () => setSeen(true);
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && see());
    observer.observe(ref.current as Element);
    const timer = setTimeout(see, UNSEEN_MS);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
  return isSeen;
}

/** The number of rows to draw: some at first, and all of them soon after the table is in sight, or when the page is printed. */
function useDrawnCount(rows: readonly EventRow[], isSeen: boolean): number {
  const [drawn, setDrawn] = useState({ rows, count: FIRST_ROWS });
  const count = drawn.rows === rows ? drawn.count : FIRST_ROWS;
  useEffect(() => {
    if (count >= rows.length) return;
    const step = Math.max(STEP_ROWS, Math.ceil(rows.length / MAX_STEPS));
    const timer = isSeen && setTimeout(() => setDrawn({ rows, count: count + step }), PAUSE_MS);
    const drawAll = () => setDrawn({ rows, count: rows.length });
    addEventListener('beforeprint', drawAll);
    return () => {
      if (timer) clearTimeout(timer);
      removeEventListener('beforeprint', drawAll);
    };
  }, [rows, count, isSeen]);
  return Math.min(count, rows.length);
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
    <Head key={column.name} {...{ column, isCompact }} isUtc={settings.time === null} sort={settings.sort}>
      {histogram}
      {column.kind === 'time' && hasHistograms && (
        <small class="hint" aria-hidden="true">
          Drag on a histogram to filter. Hollow: limit.
        </small>
      )}
    </Head>
  ));
}

/** The few columns of a table beside a scatter plot: both axes, and the mass ratio unless other axes are chosen. */
function listBeside({ quantities, columns }: Offer, settings: EventSettings): readonly EventColumn[] {
  const isDefault = settings.x === null && settings.y === null;
  const { x, y } = chooseAxes(quantities, settings);
  const names = [NAME.name, x.name, y.name, ...(isDefault ? [MASS_RATIO.name] : [])];
  return columns.filter(({ name }) => names.includes(name));
}

export const Table = memo(({ offer, settings, lists, isBeside, onPoint }: TableProps) => {
  const { unfiltered, areVersions } = lists;
  const rows = useMemo(() => sortRows(lists.rows, settings.sort, offer.columns), [lists.rows, settings.sort, offer]);
  const isCompact = isBeside && settings.columns === null;
  const isUtc = settings.time === null;
  const columns = useMemo(
    () => (isCompact ? listBeside(offer, settings) : chosenColumns(settings.columns, offer.columns, areVersions)),
    [offer, settings.columns, settings.x, settings.y, areVersions, isCompact],
  );
  const box = useRef<HTMLElement>(null);
  const count = useDrawnCount(rows, useSeen(box));
  const draw = useRowDrawer(columns, unfiltered, lists.lacking, isCompact, isUtc);
  const point = ({ target }: Event) => onPoint((target as Element).closest('tr')?.dataset.id ?? null);
  return (
    <section
      ref={box}
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
            <Heads {...{ columns, unfiltered, rows, settings, isCompact }} ranges={offer.ranges} />
          </tr>
        </thead>
        <tbody>{rows.slice(0, count).map(draw)}</tbody>
      </table>
    </section>
  );
});
