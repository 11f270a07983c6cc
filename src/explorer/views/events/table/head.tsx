/** A column head: a button that sorts by the column, its unit, and a histogram to filter by. */

import type { ComponentChildren } from 'preact';
import { changeSettings } from '../../../address/navigate.ts';
import { useNavigate } from '../../../client/context.ts';
import { DEFAULT_ORDER, type EventColumn, nextOrder } from '../../../event-data/columns.ts';
import { longName, withFrame } from '../../../text/parameter-names.ts';
import { Name } from '../../../widgets/name.tsx';
import { TipButton } from '../../../widgets/tip-button.tsx';

/** The class of a column's head, which aligns it with the cells. */
const CLASSES: Readonly<Partial<Record<EventColumn['kind'], string>>> = {
  type: 'type',
  text: 'wraps',
  parameter: 'number',
  ratio: 'number',
};

interface HeadProps {
  readonly column: EventColumn;
  /** The order in the address. */
  readonly sort: string | null;
  readonly isUtc: boolean;
  readonly isCompact: boolean;
  /** The longest text in the column, which the head makes room for: the row that has it may be drawn later. */
  readonly widest: string | undefined;
  /** A histogram, or the hint that explains histograms. */
  readonly children: ComponentChildren;
}

/** The definition of a quantity, with its long name. */
const Definition = ({ column }: Pick<HeadProps, 'column'>) => (
  <>
    <b>
      <Name text={column.parameter ? longName(column.parameter) : column.short} />
    </b>{' '}
    {column.explanation}
  </>
);

export function Head({ column, sort, isUtc, isCompact, widest, children }: HeadProps) {
  const navigate = useNavigate();
  const { name, kind, explanation, short } = column;
  const order = sort ?? DEFAULT_ORDER;
  const state = order === `-${name}` ? 'descending' : order === name ? 'ascending' : 'none';
  const unit = kind === 'time' ? (isUtc ? 'UTC' : 'GPS s') : withFrame(column.unit, isCompact ? '' : column.frame);
  return (
    <th scope="col" aria-sort={state} class={CLASSES[kind]} data-widest={widest}>
      <TipButton
        tip={explanation && <Definition column={column} />}
        onClick={({ currentTarget }) => {
          changeSettings(navigate, { sort: nextOrder(column, sort) });
          currentTarget.closest('.table-box')?.scrollTo({ top: 0 });
        }}
      >
        <Name text={short} />
        {unit !== '' && <span class="unit"> {unit}</span>}
        <span aria-hidden="true">{state === 'none' ? '' : state === 'ascending' ? '\u00a0↑' : '\u00a0↓'}</span>
      </TipButton>
      {children}
    </th>
  );
}
