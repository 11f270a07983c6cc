/**
 * Cells of a table as Parquet: columns typed. Row groups of up to 4,000 rows, so that one is in memory at a time and a reader can skip
 * to what it wants. The same cells give the same bytes, on any machine.
 *
 * Texts are UTF-8, integers INT64, numbers DOUBLE (the double that the JSON has), flags BOOLEAN, times TIMESTAMP in ms UTC. An empty
 * cell is null. Build time; pure.
 */

import type { SchemaElement } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { ParquetWriter } from 'hyparquet-writer/src/parquet-writer.js';
import { PARAMETER_COLUMNS } from '../../listing/csv.ts';
import type { Columns } from './columns.ts';
import type { Encoder } from './formats.ts';
import { createColumn, MAX_ROWS, type StoredType } from './parquet-column.ts';

interface Column {
  readonly name: string;
  /** Null where it is left out. */
  readonly type: StoredType | null;
}

/** The columns of the table, each with its type. */
function columnsOf(columns: Columns, parameters: readonly string[]): Column[] {
  return Object.entries(columns).flatMap(([name, type]): Column[] => {
    if (type === 'left out') return [{ name, type: null }];
    if (type !== 'parameters') return [{ name, type: type === 'list' ? 'text' : type }];
    return parameters.flatMap((parameter) =>
      PARAMETER_COLUMNS.map((ending) => ({ name: parameter + ending, type: ending === '_limit' ? 'text' : 'number' })),
    );
  });
}

/** A Parquet file of all entries, of which no more than MAX_ROWS come at once. `parameters`: names of the catalogue's, in their order. */
export function encodeParquet(table: Columns, parameters: readonly string[]): Encoder {
  const all = columnsOf(table, parameters);
  const columns = all.flatMap(({ name, type }, place) => (type ? [{ place, ...createColumn(name, type) }] : []));
  const root: SchemaElement = { name: 'root', num_children: columns.length };
  const writer = new ByteWriter();
  const file = new ParquetWriter({
    writer,
    schema: [root, ...columns.map(({ element }) => element)],
    createdBy: 'stillwave',
  });
  let rows = 0;

  function writeRowGroup(): void {
    const start = writer.offset;
    const chunks = columns.map(({ write }) => write(writer));
    const size = chunks.reduce((sum, { meta_data }) => sum + (meta_data?.total_uncompressed_size ?? 0n), 0n);
    file.row_groups.push({
      columns: chunks,
      num_rows: BigInt(rows),
      total_byte_size: size,
      total_compressed_size: BigInt(writer.offset - start),
    });
    file.num_rows += BigInt(rows);
    rows = 0;
  }

  /** What was written since the last call; the writer goes on at the beginning of its buffer. */
  function take(): readonly Uint8Array[] {
    if (writer.index === 0) return [];
    const part = writer.getBytes().slice();
    writer.index = 0;
    return [part];
  }

  return {
    add(entries) {
      const cells = entries.cells();
      const added = cells.spans.length / (2 * all.length);
      if (rows + added > MAX_ROWS) writeRowGroup();
      for (const { add, place } of columns) add(cells, place, all.length);
      rows += added;
      return take();
    },
    end() {
      if (rows > 0) writeRowGroup();
      file.finish();
      return take();
    },
  };
}
