/** A column head: a button that sorts by the column, its unit, and a histogram to filter by. */

import { useMemo } from 'preact/hooks';
import type { Address } from '../../../address/address.ts';
import { changeSettings } from '../../../address/use-address.ts';
import type { ViewProps } from '../../../host/view.ts';
import { Name } from '../../../parts/name.tsx';
import { withFrame } from '../../../parts/parameter-names.ts';
import { DEFAULT_ORDER, type EventColumn, nextOrder, type Quantity, TIME, TYPE } from '../columns.ts';
import { Histogram } from '../histogram.tsx';
import type { EventRow } from '../rows.ts';

interface HeadProps extends Pick<ViewProps, 'navigate'> {
  readonly column: EventColumn;
  readonly view: Address['view'];
  readonly isUtc: boolean;
  readonly isCompact: boolean;
  readonly pool: readonly EventRow[];
  readonly rows: readonly EventRow[];
  /** Whether any column has a histogram. */
  readonly hasHistograms: boolean;
  /** Narrows the selection to a range; undefined if the column has no filter. */
  readonly onBrush: ((low: number, high: number) => void) | undefined;
}

export function Head({ column, view, navigate, isUtc, isCompact, pool, rows, hasHistograms, onBrush }: HeadProps) {
  const { name, isText, explanation, short } = column;
  const { sort = null } = view;
  const order = sort ?? DEFAULT_ORDER;
  const state = order === `-${name}` ? 'descending' : order === name ? 'ascending' : 'none';
  const unit = column === TIME ? (isUtc ? 'UTC' : 'GPS s') : withFrame(column.unit, isCompact ? '' : column.frame);
  const histogram = useMemo(
    () =>
      onBrush && (
        <Histogram {...{ pool, rows }} quantity={column as Quantity} onBrush={([low, high]) => onBrush(low, high)} />
      ),
    [column, pool, rows, onBrush === undefined],
  );
  return (
    <th
      scope="col"
      aria-sort={state}
      class={column === TYPE ? 'type' : isText || column === TIME ? undefined : 'number'}
    >
      <button
        type="button"
        title={explanation}
        onClick={() => changeSettings(navigate, { sort: nextOrder(column, sort) })}
      >
        <Name text={short} />
        {unit !== '' && <span class="unit"> {unit}</span>}
        <span aria-hidden="true">{state === 'none' ? '' : state === 'ascending' ? '\u00a0↑' : '\u00a0↓'}</span>
      </button>
      {histogram}
      {column === TIME && hasHistograms && (
        <small class="hint" aria-hidden="true">
          Drag on a histogram to filter. Hollow: limit.
        </small>
      )}
    </th>
  );
}
