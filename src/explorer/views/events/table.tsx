/** The selected rows as a table. All of them are in the document, for the browser's search and for printing. */

import type { ComponentChild } from 'preact';
import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import { type Address, formatAddress } from '../../address/address.ts';
import { changeSettings } from '../../address/use-address.ts';
import { numberText, shortNumberText, unitText, utcText, valueText } from '../../parts/format.ts';
import { Help } from '../../parts/help.tsx';
import type { ViewProps } from '../../shell/view.ts';
import { type EventColumn, type EventRow, NAME, TIME } from './selection.ts';

interface TableProps extends Pick<ViewProps, 'navigate'> {
  /** Settings of the view. */
  readonly view: Address['view'];
  readonly columns: readonly EventColumn[];
  /** Sorted. */
  readonly rows: readonly EventRow[];
}

interface CellProps {
  readonly row: EventRow;
  readonly column: EventColumn;
  readonly isUtc: boolean;
}

/** Titles that a column's width would break. */
const SHORT_TITLES: Readonly<Record<string, string>> = {
  'network-matched-filter-snr': 'SNR',
  'luminosity-distance': 'Distance',
};

/** A value with its errors, which are small and stacked. Read aloud or copied, it is one line. */
function Value({ row, parameter }: { readonly row: EventRow; readonly parameter: string }) {
  const value = row.values.get(parameter);
  if (value === undefined) return <span class="none">–</span>;
  const { best, upper, lower } = valueText(value);
  if (upper === '' && lower === '') {
    const short = best.replace(numberText(Math.abs(value.best)), shortNumberText(Math.abs(value.best)));
    return <span title={short === best ? undefined : best}>{short}</span>;
  }
  return (
    <>
      {best}
      <span class="errors">
        <span>{upper !== '' && ` ${upper}`}</span>
        <span>{lower !== '' && ` ${lower}`}</span>
      </span>
    </>
  );
}

function Cell({ row, column, isUtc }: CellProps) {
  const { parameter } = column;
  if (column === NAME) {
    return (
      <th scope="row">
        <a href={formatAddress({ target: `event-versions/${row.id}`, view: {} })}>{row.id}</a>
      </th>
    );
  }
  if (column === TIME) return <td>{isUtc ? utcText(row.entry.gps) : numberText(row.entry.gps)}</td>;
  if (parameter === undefined) return <td>{column.read(row)}</td>;
  return (
    <td class="number">
      <Value {...{ row, parameter }} />
    </td>
  );
}

type HeadProps = Pick<TableProps, 'view' | 'navigate'> & Pick<CellProps, 'column' | 'isUtc'>;

/** Sorts by its column. For numbers, the first click sorts in descending order, the second one reverses it, and the third one resets it. */
function Head({ column, view, navigate, isUtc }: HeadProps) {
  const { name, isText, explanation } = column;
  const { sort = null } = view;
  const [down, up] = [`-${name}`, name];
  const order = isText ? [up, down, null] : [down, up, null];
  const next = order[(order.indexOf(sort) + 1) % order.length] as string | null;
  const state = sort === down ? 'descending' : sort === up ? 'ascending' : 'none';
  const title = column === TIME ? (isUtc ? 'Time (UTC)' : 'Time (GPS)') : column.title;
  const unit = column === TIME && isUtc ? '' : unitText(column.unit);
  const help = useId();
  return (
    <th scope="col" aria-sort={state} class={isText ? undefined : 'number'}>
      <span class="head">
        <button
          type="button"
          aria-describedby={explanation && help}
          onClick={() => changeSettings(navigate, { sort: next })}
        >
          {SHORT_TITLES[name] ?? title}
          <span class="arrow" aria-hidden="true">
            {state === 'none' ? '' : state === 'ascending' ? '\u00a0▲' : '\u00a0▼'}
          </span>
          {unit !== '' && <span class="unit"> [{unit}]</span>}
        </button>
        {explanation !== undefined && <Help id={help} title={title} text={explanation} />}
      </span>
    </th>
  );
}

/** Rows that are drawn at once; all others follow, so that a change is seen before a long table is laid out. */
const FIRST_ROWS = 40;
/** Rows that each further step adds at least: few enough not to be felt on a phone. */
const STEP_ROWS = 60;
/** Steps for a table of any length. */
const MAX_STEPS = 20;
/** Pause before each step, in ms, in which the page is drawn and takes input. */
const PAUSE_MS = 100;

/** How many of the rows to draw: some at first, soon all. */
function useDrawnCount(rows: readonly EventRow[]): number {
  const [drawn, setDrawn] = useState({ rows, count: FIRST_ROWS });
  const count = drawn.rows === rows ? drawn.count : FIRST_ROWS;
  useEffect(() => {
    if (count >= rows.length) return;
    const step = Math.max(STEP_ROWS, Math.ceil(rows.length / MAX_STEPS));
    const timer = setTimeout(() => setDrawn({ rows, count: count + step }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [rows, count]);
  return Math.min(count, rows.length);
}

export function Table({ columns, rows, view, navigate }: TableProps) {
  const isUtc = view.time !== 'gps';
  const count = useDrawnCount(rows);
  // Preact leaves an element alone that is the same object as before, so only new rows take time.
  const drawn = useMemo(() => new WeakMap<EventRow, ComponentChild>(), [columns, isUtc]);
  const draw = (row: EventRow): ComponentChild => {
    const element = drawn.get(row) ?? (
      <tr key={row.id}>
        {columns.map((column) => (
          <Cell key={column.name} {...{ row, column, isUtc }} />
        ))}
      </tr>
    );
    drawn.set(row, element);
    return element;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable with the keyboard.
    <section class="table-box" tabIndex={0} aria-label="Event versions" aria-busy={count < rows.length}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.name} {...{ column, view, navigate, isUtc }} />
            ))}
          </tr>
        </thead>
        <tbody>{rows.slice(0, count).map(draw)}</tbody>
      </table>
    </section>
  );
}
