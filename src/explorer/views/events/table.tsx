/** The selected rows as a table. Only visible rows are rendered, so ten thousand scroll as fast as ten. */

import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Address, formatAddress, withSettings } from '../../address/address.ts';
import { numberText, unitText, utcText, valueText } from '../../parts/format.ts';
import { Help } from '../../parts/help.tsx';
import type { ViewProps } from '../../shell/view.ts';
import { type Column, type Row, TIME } from './selection.ts';

interface TableProps extends Pick<ViewProps, 'navigate'> {
  /** Settings of the view. */
  readonly view: Address['view'];
  readonly columns: readonly Column[];
  /** Sorted. */
  readonly rows: readonly Row[];
}

/** As in the style sheet. */
const ROW_PX = 32;
/** Extra rows drawn above and below the visible ones. */
const MORE_ROWS = 12;

/** A value with its errors, which are small and stacked. Read aloud or copied, it is one line. */
function Value({ row, parameter }: { readonly row: Row; readonly parameter: string }) {
  const value = row.values.get(parameter);
  if (value === undefined) return <span class="none">–</span>;
  const { best, upper, lower } = valueText(value);
  return (
    <>
      {best}
      {(upper !== '' || lower !== '') && (
        <span class="errors">
          <span>{upper !== '' && ` ${upper}`}</span>
          <span>{lower !== '' && ` ${lower}`}</span>
        </span>
      )}
    </>
  );
}

function Cell({ row, column, isUtc }: { readonly row: Row; readonly column: Column; readonly isUtc: boolean }) {
  if (column === TIME) return <td class="time">{isUtc ? utcText(row.entry.gps) : numberText(row.entry.gps)}</td>;
  if (column.textOf === undefined) {
    return (
      <td class="number">
        <Value row={row} parameter={column.parameter ?? ''} />
      </td>
    );
  }
  if (column.name !== 'name') return <td>{column.textOf(row)}</td>;
  return (
    <th scope="row">
      <a href={formatAddress({ target: `event-versions/${row.id}`, view: {} })}>{row.id}</a>
    </th>
  );
}

interface HeadProps extends Pick<TableProps, 'view' | 'navigate'> {
  readonly column: Column;
  readonly isUtc: boolean;
}

/** Sorts by its column. For numbers, the first click sorts in descending order, the second one reverses it, and the third one resets it. */
function Head({ column, view, navigate, isUtc }: HeadProps) {
  const { sort } = view;
  const [down, up] = [`-${column.name}`, column.name];
  const order = column.textOf ? [up, down, null] : [down, up, null];
  const next = order[(order.indexOf(sort ?? null) + 1) % order.length] as string | null;
  const state = sort === down ? 'descending' : sort === up ? 'ascending' : 'none';
  const title = column === TIME ? (isUtc ? 'Time (UTC)' : 'Time (GPS)') : column.title;
  const unit = column === TIME && isUtc ? '' : unitText(column.unit);
  const help = useId();
  const explanation = column.textOf ? undefined : column.explanation;
  return (
    <th scope="col" aria-sort={state} class={column.textOf ? undefined : 'number'}>
      <button
        type="button"
        aria-describedby={explanation && help}
        onClick={() => navigate((now) => withSettings(now, { sort: next }), 'replace')}
      >
        {title}
        <span class="arrow" aria-hidden="true">
          {state === 'none' ? '' : state === 'ascending' ? '\u00a0▲' : '\u00a0▼'}
        </span>
        {unit !== '' && <span class="unit"> [{unit}]</span>}
      </button>
      {explanation !== undefined && <Help id={help} title={title} text={explanation} />}
    </th>
  );
}

export function Table({ columns, rows, view, navigate }: TableProps) {
  const isUtc = view.time !== 'gps';
  const box = useRef<HTMLElement>(null);
  const [sight, setSight] = useState({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const element = box.current as HTMLElement;
    const read = () => setSight({ top: element.scrollTop, height: element.clientHeight });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const first = Math.max(0, Math.floor(sight.top / ROW_PX) - MORE_ROWS);
  const last = Math.min(rows.length, Math.ceil((sight.top + sight.height) / ROW_PX) + MORE_ROWS);
  const scroll = (event: Event) => {
    const { scrollTop, clientHeight } = event.currentTarget as Element;
    setSight({ top: scrollTop, height: clientHeight });
  };
  const spacer = (count: number) =>
    count > 0 && (
      <tr class="spacer">
        <td colSpan={columns.length} style={{ height: `${count * ROW_PX}px` }} />
      </tr>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable with the keyboard.
    <section class="table-box" ref={box} onScroll={scroll} tabIndex={0} aria-label="Event versions">
      <table aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Head key={column.name} {...{ column, view, navigate, isUtc }} />
            ))}
          </tr>
        </thead>
        <tbody>
          {spacer(first)}
          {rows.slice(first, last).map((row, n) => (
            <tr key={row.id} aria-rowindex={first + n + 2}>
              {columns.map((column) => (
                <Cell key={column.name} {...{ row, column, isUtc }} />
              ))}
            </tr>
          ))}
          {spacer(rows.length - last)}
        </tbody>
      </table>
    </section>
  );
}
