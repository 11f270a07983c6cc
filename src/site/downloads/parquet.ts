/**
 * Writes the cells of a table as Parquet with typed columns. Row groups have about 4,000 rows: only one is in memory at a time, and readers
 * can skip to the rows they need. The same cells give the same bytes on any machine.
 *
 * Texts are UTF-8, integers INT64, numbers DOUBLE (the double that the JSON has), flags BOOLEAN, times TIMESTAMP in ms UTC. An empty
 * cell is null. Compressed with Snappy, which every reader supports. Build time; pure.
 */

import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { PARAMETER_COLUMNS } from '../../core/listing/csv.ts';
import type { Columns, ColumnType } from './columns.ts';
import type { Encoder } from './formats.ts';

type Cell = string | number | bigint | boolean | Uint8Array | null;
type StoredType = Exclude<ColumnType, 'list' | 'parameters' | 'left out'>;

interface Column {
  readonly name: string;
  /** Null if the column is left out. */
  readonly type: StoredType | null;
}

const ROWS_PER_GROUP = 4_000;
/** The text of this many rows fits into the young generation of the heap; that of a whole pack would be allocated separately each time. */
const ROWS_PER_TEXT = 100;
const QUOTE = 0x22;

const STORED: Readonly<Record<StoredType, Pick<SchemaElement, 'type' | 'converted_type'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  link: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
};

/**
 * How columns are written. Only texts have dictionaries: for other types, creating one takes longer than writing the values, and
 * compression removes the repetition anyway.
 */
const WRITTEN: Partial<Record<StoredType, { readonly encoding: 'PLAIN'; readonly statistics?: false }>> = {
  flag: { encoding: 'PLAIN' },
  // They differ in every row, so bounds are of no use.
  link: { encoding: 'PLAIN', statistics: false },
  integer: { encoding: 'PLAIN' },
  // The bounds are the same in every row group.
  number: { encoding: 'PLAIN', statistics: false },
  time: { encoding: 'PLAIN' },
};

/** The bytes of a cell's text. Each character of `cell` is a byte of UTF-8. */
function textOf(cell: string): Uint8Array {
  return Buffer.from(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell, 'latin1');
}

/** Reads a cell that is not empty. Its characters are bytes, so positions are the same in text and bytes. */
const READ: Readonly<Record<Exclude<StoredType, 'link'>, (cell: string) => Cell>> = {
  text: textOf,
  integer: (cell) => BigInt(Number(cell)),
  number: Number,
  flag: (cell) => cell === 'true',
  time: (cell) => BigInt(Date.parse(`${cell}Z`)),
};

/** The columns of the table with their types. */
function columnsOf(columns: Columns, parameters: readonly string[]): Column[] {
  return Object.entries(columns).flatMap(([name, type]): Column[] => {
    if (type === 'left out') return [{ name, type: null }];
    if (type !== 'parameters') return [{ name, type: type === 'list' ? 'text' : type }];
    return parameters.flatMap((parameter) =>
      PARAMETER_COLUMNS.map((ending) => ({ name: parameter + ending, type: ending === '_limit' ? 'text' : 'number' })),
    );
  });
}

/** Rows of CSV. */
interface Rows {
  readonly bytes: Uint8Array;
  /** The same bytes from `textAt` on, one character per byte. */
  readonly text: string;
  readonly textAt: number;
  /** Start and end in `bytes` of each cell, row by row. */
  readonly spans: Uint32Array;
}

interface StoredColumn {
  readonly name: string;
  readonly type: StoredType;
  /** Position among all columns of the table. */
  readonly place: number;
  /** Cells of the row group. */
  readonly data: Cell[];
  /** Values by the text of their cells: few differ. */
  readonly known: Map<string, Cell>;
}

/** Adds the cells of a column. Each row has `step` numbers in `spans`. A separate function for the same reason as `copyEntry`. */
function addCells({ type, place, data, known }: StoredColumn, rows: Rows, step: number): void {
  const { bytes, text, textAt, spans } = rows;
  for (let n = 2 * place; n < spans.length; n += step) {
    const from = spans[n] as number;
    const to = spans[n + 1] as number;
    if (from === to) {
      data.push(null);
    } else if (type === 'link') {
      // As bytes, because decoding texts would take longer than everything else.
      const isQuoted = bytes[from] === QUOTE;
      data.push(isQuoted ? textOf(text.slice(from - textAt, to - textAt)) : bytes.subarray(from, to));
    } else {
      const cell = text.slice(from - textAt, to - textAt);
      let value = known.get(cell);
      if (value === undefined) {
        value = READ[type](cell);
        known.set(cell, value);
      }
      data.push(value);
    }
  }
}

/** Encodes all entries as a Parquet file. `parameters`: names of the catalogue's parameters, in order. */
export function encodeParquet(table: Columns, parameters: readonly string[]): Encoder {
  const all = columnsOf(table, parameters);
  const columns = all.flatMap(({ name, type }, place): StoredColumn[] =>
    type ? [{ name, type, place, data: [], known: new Map() }] : [],
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
    for (const { data, known } of columns) {
      data.length = 0;
      known.clear();
    }
    rows = 0;
  }

  /** Returns the bytes written since the last call and resets the buffer. */
  function take(): readonly Uint8Array[] {
    if (writer.index === 0) return [];
    const part = writer.getBytes().slice();
    writer.index = 0;
    return [part];
  }

  return {
    add(entries) {
      const { bytes, spans } = entries.cells();
      const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      const step = 2 * all.length;
      for (let n = 0; n < spans.length; n += step * ROWS_PER_TEXT) {
        const some = spans.subarray(n, n + step * ROWS_PER_TEXT);
        const textAt = some[0] as number;
        const part = { bytes, text: whole.toString('latin1', textAt, some.at(-1)), textAt, spans: some };
        for (const column of columns) addCells(column, part, step);
      }
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
