/**
 * Writes a table as Parquet with typed columns. Row groups have about 4,000 rows: only one is in memory at a time, and readers can skip to
 * the rows they need. The same entries produce the same bytes on any machine.
 *
 * Strings are UTF-8, integers INT64, numbers DOUBLE (the same double as in the JSON), flags BOOLEAN, times TIMESTAMP in ms UTC. An empty
 * cell is null. The file is compressed with Snappy, which every reader supports.
 */

import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Vocabulary } from '../../core/contract/collection.ts';
import { PARAMETER_COLUMNS } from '../../core/contract/parameter-forms.ts';
import { type CsvCell, createCellReader, nameColumns } from '../../core/listing/csv.ts';
import { type ColumnType, DOWNLOAD_FORM, type DownloadColumns } from './columns.ts';
import { parseEntries } from './formats.ts';
import type { Lines } from './lines.ts';

type StoredType = Exclude<ColumnType, 'list' | 'parameters'>;

const ROWS_PER_GROUP = 4_000;

const STORED: Readonly<Record<StoredType, Pick<SchemaElement, 'type' | 'converted_type'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  link: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
};

/**
 * Only strings repeat often enough for dictionaries. Links and numbers have no statistics, because their bounds rarely help readers skip
 * row groups.
 */
const WRITTEN: Partial<Record<StoredType, { readonly encoding: 'PLAIN'; readonly statistics?: false }>> = {
  flag: { encoding: 'PLAIN' },
  link: { encoding: 'PLAIN', statistics: false },
  integer: { encoding: 'PLAIN' },
  number: { encoding: 'PLAIN', statistics: false },
  time: { encoding: 'PLAIN' },
};

/** The value to store for a cell. */
function storedValue(cell: CsvCell | undefined, type: StoredType): CsvCell | bigint {
  if (cell === null || cell === undefined || cell === '') return null;
  if (type === 'integer') return BigInt(cell);
  if (type === 'time') return BigInt(Date.parse(`${cell}Z`));
  return type === 'number' ? Number(cell) : cell;
}

/** Types of a parameter's columns. */
const PARAMETER_TYPES = PARAMETER_COLUMNS.map((ending): StoredType => (ending === '_limit' ? 'text' : 'number'));

/** A table's column types. */
function storedTypes(table: DownloadColumns, parameters: Vocabulary['parameters']): StoredType[] {
  return Object.values(table).flatMap((type): StoredType[] => {
    if (type === 'parameters') return parameters.flatMap(() => PARAMETER_TYPES);
    return [type === 'list' ? 'text' : type];
  });
}

/** Writes all entries as a Parquet file. */
export async function* formatParquet(
  lines: Lines,
  table: DownloadColumns,
  parameters: Vocabulary['parameters'],
): Lines {
  const members = Object.keys(table);
  const types = storedTypes(table, parameters);
  const columns = nameColumns(members, parameters, DOWNLOAD_FORM).map((name, n) => ({
    name,
    type: types[n] as StoredType,
  }));
  const root: SchemaElement = { name: 'root', num_children: columns.length };
  const elements = columns.map(
    ({ name, type }): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...STORED[type] }),
  );
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema: [root, ...elements], createdBy: 'stillwave' });
  const cellsOf = createCellReader(members, parameters, DOWNLOAD_FORM);
  let rows: CsvCell[][] = [];

  function writeRowGroup(): void {
    const columnData = columns.map(({ name, type }, n) => {
      return { name, data: rows.map((row) => storedValue(row[n], type)), ...WRITTEN[type] };
    });
    file.write({ columnData, rowGroupSize: rows.length });
    rows = [];
  }

  /** Returns the bytes written since the last call and resets the buffer. */
  function take(): Uint8Array {
    const part = writer.getBytes().slice();
    writer.index = 0;
    return part;
  }

  for await (const part of lines) {
    for (const entry of parseEntries(part)) rows.push(cellsOf(entry));
    if (rows.length < ROWS_PER_GROUP) continue;
    writeRowGroup();
    yield take();
  }
  if (rows.length > 0) writeRowGroup();
  file.finish();
  yield take();
}
