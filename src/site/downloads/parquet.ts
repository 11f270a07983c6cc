/**
 * Cells of a table as Parquet: columns typed. Row groups of about 4,000 rows, so that one is in memory at a time and a reader can skip
 * to what it wants. The same cells give the same bytes, on any machine.
 *
 * Texts are UTF-8, integers INT64, numbers DOUBLE (the double that the JSON has), flags BOOLEAN, times TIMESTAMP in ms UTC. An empty
 * cell is null. Snappy, which every reader can read. Build time; pure.
 */

import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { PARAMETER_COLUMNS } from '../../listing/csv.ts';
import type { Columns, ColumnType } from './columns.ts';
import type { Encoder } from './formats.ts';

type Cell = string | number | bigint | boolean | Uint8Array | null;
type StoredType = Exclude<ColumnType, 'list' | 'parameters' | 'left out'>;

interface Column {
  readonly name: string;
  /** Null where it is left out. */
  readonly type: StoredType | null;
}

const ROWS_PER_GROUP = 4_000;
const QUOTE = 0x22;

const STORED: Readonly<Record<StoredType, Pick<SchemaElement, 'type' | 'converted_type'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  link: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
};

/** How columns are written, where the writer's own choices would be read by fewer programs or cost more than they save. */
const WRITTEN: Partial<Record<StoredType, { readonly encoding?: 'PLAIN'; readonly statistics?: false }>> = {
  flag: { encoding: 'PLAIN' },
  // They differ in every row: a dictionary or bounds of them are of no use.
  link: { encoding: 'PLAIN', statistics: false },
  // They lie in the same bounds in every row group.
  number: { statistics: false },
};

/** The text of a cell, whose characters are bytes of UTF-8. */
function textOf(cell: string): string {
  const text = /[\u0080-\u00ff]/.test(cell) ? Buffer.from(cell, 'latin1').toString() : cell;
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
}

/** Reads a cell that is not empty. Its characters are bytes, so that where it is in the row is where it is in the file. */
const READ: Readonly<Record<Exclude<StoredType, 'link'>, (cell: string) => Cell>> = {
  text: textOf,
  integer: (cell) => BigInt(Number(cell)),
  number: Number,
  flag: (cell) => cell === 'true',
  time: (cell) => BigInt(Date.parse(`${cell}Z`)),
};

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

/** Rows of CSV, as bytes and as a text with a character for each byte. */
interface Rows {
  readonly bytes: Uint8Array;
  readonly text: string;
}

interface StoredColumn {
  readonly name: string;
  readonly type: StoredType;
  /** Among all columns of the table. */
  readonly place: number;
  /** Cells of the row group. */
  readonly data: Cell[];
}

/** Adds the cells of a column; `step` numbers of `spans` are a row. A function of its own: see `copyEntry`. */
function addCells({ type, place, data }: StoredColumn, rows: Rows, spans: Uint32Array, step: number): void {
  const read = type === 'link' ? null : READ[type];
  let last = '';
  let value: Cell = null;
  for (let n = 2 * place; n < spans.length; n += step) {
    const from = spans[n] as number;
    const to = spans[n + 1] as number;
    if (from === to) {
      data.push(null);
    } else if (read) {
      const cell = rows.text.slice(from, to);
      // Most are like the one above.
      if (cell !== last) value = read(cell);
      last = cell;
      data.push(value);
    } else {
      // As bytes: as texts, they would cost more than all else.
      data.push(
        rows.bytes[from] === QUOTE ? Buffer.from(textOf(rows.text.slice(from, to))) : rows.bytes.subarray(from, to),
      );
    }
  }
}

/** A Parquet file of all entries. `parameters`: names of the catalogue's, in their order. */
export function encodeParquet(table: Columns, parameters: readonly string[]): Encoder {
  const all = columnsOf(table, parameters);
  const columns = all.flatMap(({ name, type }, place): StoredColumn[] =>
    type ? [{ name, type, place, data: [] }] : [],
  );
  const root: SchemaElement = { name: 'root', num_children: columns.length };
  const elements = columns.map(
    ({ name, type }): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...STORED[type] }),
  );
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema: [root, ...elements], createdBy: 'stillwave' });
  let rows = 0;

  function writeRowGroup(): void {
    const columnData = columns.map(({ name, type, data }) => ({ name, data, ...WRITTEN[type] }));
    file.write({ columnData, rowGroupSize: rows });
    for (const { data } of columns) data.length = 0;
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
      const { bytes, spans } = entries.cells();
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
      const step = 2 * all.length;
      for (const column of columns) addCells(column, { bytes, text }, spans, step);
      rows += spans.length / step;
      if (rows >= ROWS_PER_GROUP) writeRowGroup();
      return take();
    },
    end() {
      if (rows > 0) writeRowGroup();
      file.finish();
      return take();
    },
  };
}
