/** Writes entries as a Parquet file with the same columns as in CSV. This module is loaded when it is first needed. */

import { type BasicType, parquetWriteBuffer } from 'hyparquet-writer';
import { EVENT_VERSION } from '../../core/collections/event-versions.ts';
import type { Vocabulary } from '../../core/contract/collection.ts';
import { PARAMETER_COLUMNS } from '../../core/contract/parameter-forms.ts';
import { type CsvCell, type CsvEntry, createCellReader, nameColumns } from '../../core/listing/csv.ts';

/** The endings of a parameter's columns that contain numbers: all except the kind of limit. */
const NUMBERS = PARAMETER_COLUMNS.filter((ending) => ending !== '_limit');

/** The columns that are numbers in every file, so that files can be joined even if one of them has no values. */
const listNumbers = (parameters: Vocabulary['parameters']): ReadonlySet<string> =>
  // In CSV, the time is text, because it has one decimal place even if that is 0.
  new Set([EVENT_VERSION.gps, ...parameters.flatMap(({ name }) => NUMBERS.map((ending) => name + ending))]);

/** The type of another column, from its cells; empty cells are ignored. */
function typeOfColumn(cells: readonly CsvCell[]): BasicType {
  const known = cells.filter((cell) => cell !== null);
  if (known.length > 0 && known.every((cell) => typeof cell === 'boolean')) return 'BOOLEAN';
  return known.length > 0 && known.every((cell) => typeof cell === 'number') ? 'DOUBLE' : 'STRING';
}

function toType(cell: CsvCell, type: BasicType): CsvCell {
  if (cell === null || type === 'BOOLEAN') return cell;
  return type === 'DOUBLE' ? Number(cell) : String(cell);
}

/** `members` are the members of an entry that become columns. */
export function makeParquet(
  entries: readonly CsvEntry[],
  members: readonly string[],
  parameters: Vocabulary['parameters'],
): ArrayBuffer {
  const rows = entries.map(createCellReader(members, parameters, 'specification'));
  const numbers = listNumbers(parameters);
  const columnData = nameColumns(members, parameters, 'specification').map((name, n) => {
    const cells = rows.map((row) => row[n] ?? null);
    const type = numbers.has(name) ? 'DOUBLE' : typeOfColumn(cells);
    return { name, type, data: cells.map((cell) => toType(cell, type)) };
  });
  return parquetWriteBuffer({ columnData });
}
