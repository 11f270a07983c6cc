/** Writes entries as a Parquet file with the same columns as in CSV. This module is loaded when it is first needed. */

import { type BasicType, parquetWriteBuffer } from 'hyparquet-writer';
import type { Vocabulary } from '../../core/contract/collection.ts';
import { type CsvCell, type CsvEntry, createCellReader, nameColumns } from '../../core/listing/csv.ts';

/** The type of a column, from its cells; empty cells are ignored. */
function typeOf(cells: readonly CsvCell[]): BasicType {
  const known = cells.filter((cell) => cell !== null);
  if (known.length > 0 && known.every((cell) => typeof cell === 'boolean')) return 'BOOLEAN';
  return known.length > 0 && known.every((cell) => typeof cell === 'number') ? 'DOUBLE' : 'STRING';
}

/** `members` are the members of an entry that become columns. */
export function makeParquet(
  entries: readonly CsvEntry[],
  members: readonly string[],
  parameters: Vocabulary['parameters'],
): ArrayBuffer {
  const read = createCellReader(members, parameters);
  const rows = entries.map(read);
  const columnData = nameColumns(members, parameters).map((name, n) => {
    const cells = rows.map((row) => row[n] ?? null);
    const type = typeOf(cells);
    return { name, type, data: type === 'STRING' ? cells.map((cell) => (cell === null ? null : String(cell))) : cells };
  });
  return parquetWriteBuffer({ columnData });
}
