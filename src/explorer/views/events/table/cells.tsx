/** Cells of the events table. Values, upper errors and lower errors are each aligned at the decimal point. */

import type { FunctionComponent } from 'preact';
import { hrefOf, recordTarget } from '../../../address/address.ts';
import { massRatioText } from '../../../event-data/binaries.ts';
import type { EventColumn } from '../../../event-data/columns.ts';
import { publishedValue } from '../../../event-data/quantities.ts';
import type { EventRow } from '../../../event-data/rows.ts';
import { TypeMark, TypeName } from '../../../event-data/type-mark.tsx';
import { utcText } from '../../../text/format.ts';
import { NOT_LISTED } from '../../../text/not-listed.ts';
import { SNR } from '../../../text/parameter-names.ts';
import { type ValueText, valueText } from '../../../text/values.ts';
import { AlignedValue, type ValueWidth, widthOf } from '../../../widgets/aligned.tsx';

const textsOf = (column: EventColumn, rows: readonly EventRow[]): readonly ValueText[] =>
  rows.flatMap((row) => {
    const value = publishedValue(row, column);
    return value === undefined ? [] : valueText(value);
  });

/** The widths that a column needs, measured over all rows so that filters do not shift the columns. */
export function measureColumn(column: EventColumn, rows: readonly EventRow[], isCompact = false): ValueWidth {
  // The errors of an SNR are shown only on the event's page.
  const isBrief = isCompact || column.parameter === SNR;
  const width = widthOf(textsOf(column, rows));
  return isBrief ? { ...width, hasErrors: false } : width;
}

interface CellProps {
  readonly row: EventRow;
  readonly column: EventColumn;
  readonly isUtc: boolean;
  /** Undefined for columns that are not parameters. */
  readonly width: ValueWidth | undefined;
}

/** A call instead of a component, because a table has thousands of cells. */
const missing = () => <span class="none">–</span>;

const NameCell = ({ row }: CellProps) => (
  <th scope="row">
    <span class="narrow-mark">{row.type && <TypeMark type={row.type} />}</span>
    <a href={hrefOf(recordTarget('event-versions', row.id))}>{row.entry.name}</a>
    {row.isInjection && (
      <span class="badge" title="Not a detection. Not counted.">
        Blind injection
      </span>
    )}
  </th>
);

const VersionCell = ({ row }: CellProps) => (
  <td>
    v{row.entry.version}
    {row.values.size === 0 && <span class="none"> values {NOT_LISTED}</span>}
  </td>
);

const RatioCell = ({ row }: CellProps) => <td class="number">{massRatioText(row.values) ?? missing()}</td>;

function ParameterCell({ row, column, width }: CellProps) {
  const value = publishedValue(row, column);
  return <td class="number">{value && width ? <AlignedValue text={valueText(value)} width={width} /> : missing()}</td>;
}

/** The cell of each kind of column. */
export const CELLS: Readonly<Record<EventColumn['kind'], FunctionComponent<CellProps>>> = {
  name: NameCell,
  version: VersionCell,
  type: ({ row }) => <td class="type">{row.type ? <TypeName type={row.type} /> : missing()}</td>,
  text: ({ row, column }) => <td>{column.read(row)}</td>,
  time: ({ row: { entry }, isUtc }) => <td>{isUtc ? utcText(entry.gps) : entry.gps.toFixed(1)}</td>,
  ratio: RatioCell,
  parameter: ParameterCell,
};
