/** Cells of the events table. Values, upper errors and lower errors are each aligned at the decimal point. */

import { formatAddress } from '../../../address/address.ts';
import { AlignedValue, type ValueWidth, widthOf } from '../../../parts/aligned.tsx';
import { utcText } from '../../../parts/format.ts';
import { type ValueText, valueText } from '../../../parts/values.ts';
import { type EventColumn, MASS_RATIO, NAME, publishedValue, TIME, TYPE, VERSION } from '../columns.ts';
import type { EventRow } from '../rows.ts';
import { TypeMark, TypeName } from '../type-mark.tsx';

const ratioText = (ratio: number): string => ratio.toFixed(2);

const textsOf = (column: EventColumn, rows: readonly EventRow[]): readonly ValueText[] =>
  rows.flatMap((row) => {
    const value = publishedValue(row, column);
    return value === undefined ? [] : valueText(value);
  });

/** Parameters whose errors are shown only on the event's page. */
const BRIEF: readonly string[] = ['network_matched_filter_snr'];

/** The widths that a column needs, measured over all rows so that filters do not shift the columns. */
export function measureColumn(column: EventColumn, rows: readonly EventRow[], isCompact = false): ValueWidth {
  const isBrief = isCompact || BRIEF.includes(column.parameter ?? '');
  const width = widthOf(textsOf(column, rows));
  return isBrief ? { ...width, hasErrors: false } : width;
}

interface CellProps {
  readonly row: EventRow;
  readonly column: EventColumn;
  readonly isUtc: boolean;
  readonly width: ValueWidth | undefined;
}

function NameCell({ row }: Pick<CellProps, 'row'>) {
  return (
    <th scope="row">
      <span class="narrow-mark">{row.type && <TypeMark type={row.type} />}</span>
      <a href={formatAddress({ target: `event-versions/${row.id}`, view: {} })}>{row.entry.name}</a>
      {row.isInjection && (
        <span class="badge" title="Not a detection. Not counted.">
          Blind injection
        </span>
      )}
    </th>
  );
}

export function Cell({ row, column, isUtc, width }: CellProps) {
  const { parameter } = column;
  if (column === NAME) return <NameCell row={row} />;
  if (column === TYPE)
    return <td class="type">{row.type ? <TypeName type={row.type} /> : <span class="none">–</span>}</td>;
  if (column === VERSION) {
    return (
      <td>
        v{row.entry.version}
        {row.values.size === 0 && <span class="none"> no values published</span>}
      </td>
    );
  }
  if (column === TIME) return <td class="time">{isUtc ? utcText(row.entry.gps) : row.entry.gps.toFixed(1)}</td>;
  if (column === MASS_RATIO) {
    const ratio = MASS_RATIO.read(row);
    return <td class="number">{ratio === undefined ? <span class="none">–</span> : ratioText(ratio)}</td>;
  }
  if (parameter === undefined) return <td>{column.read(row)}</td>;
  const value = row.values.get(parameter);
  return (
    <td class="number">
      {value === undefined || width === undefined ? (
        <span class="none">–</span>
      ) : (
        <AlignedValue text={valueText(value)} width={width} />
      )}
    </td>
  );
}
