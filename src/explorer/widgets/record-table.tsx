/** Shows records as a table that scrolls sideways while its first column stays in place. */

import type { ComponentChildren } from 'preact';
import { Scroll } from './panel.tsx';

export interface RecordColumn<T> {
  readonly title: string;
  readonly cell: (record: T) => ComponentChildren;
  /** `number` is right-aligned, `prose` wraps, `spare` is left out on narrow screens. */
  readonly class?: 'number' | 'prose' | 'spare' | 'number spare';
}

interface RecordTableProps<T> {
  readonly label: string;
  /** Class of the table, in addition to `records`. */
  readonly class?: string;
  /** The first column names the record. */
  readonly columns: readonly RecordColumn<T>[];
  readonly records: readonly T[];
  readonly keyOf: (record: T) => string;
  /** Shows the label above the table. */
  readonly isCaptioned?: boolean;
}

export function RecordTable<T>({
  label,
  class: own = '',
  columns,
  records,
  keyOf,
  isCaptioned = false,
}: RecordTableProps<T>) {
  const [first, ...others] = columns as readonly [RecordColumn<T>, ...RecordColumn<T>[]];
  return (
    <Scroll label={label}>
      <table class={`records ${own}`}>
        {isCaptioned && <caption>{label}</caption>}
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" class={column.class}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={keyOf(record)}>
              <th scope="row" class={first.class}>
                {first.cell(record)}
              </th>
              {others.map((column) => (
                <td key={column.title} class={column.class}>
                  {column.cell(record)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
