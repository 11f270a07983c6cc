/**
 * CSV as Parquet: one row for each of its rows, columns typed. Row groups of up to 4,000 rows, so that one is in memory at a time and
 * a reader can skip to what it wants. The same rows give the same bytes, on any machine.
 *
 * Texts are UTF-8, integers INT64, numbers DOUBLE (the double that the JSON has), flags BOOLEAN, times TIMESTAMP in ms UTC. An empty
 * cell is null. Snappy in plain pages: what every reader can read. Build time; pure.
 */

import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { PARAMETER_COLUMNS } from '../../listing/csv.ts';
import { cellEnds, eachCell, rowsOf } from './cells.ts';
import type { Columns, ColumnType } from './columns.ts';
import type { Encoder } from './formats.ts';

type Cell = string | number | bigint | boolean | Uint8Array | null;
type StoredType = Exclude<ColumnType, 'list' | 'parameters' | 'left out'>;

interface Column {
  readonly name: string;
  /** Null where it is left out. */
  readonly type: StoredType | null;
}

const BODIES_PER_ROW_GROUP = 4;
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
const WRITTEN: Partial<Record<StoredType, { readonly encoding: 'PLAIN'; readonly statistics?: false }>> = {
  flag: { encoding: 'PLAIN' },
  // They differ in every row: a dictionary or bounds of them are of no use.
  link: { encoding: 'PLAIN', statistics: false },
};

/** The columns of CSV, each with its type. */
function columnsOf(columns: Columns, parameters: readonly string[]): Column[] {
  return Object.entries(columns).flatMap(([name, type]): Column[] => {
    if (type === 'left out') return [{ name, type: null }];
    if (type !== 'parameters') return [{ name, type: type === 'list' ? 'text' : type }];
    return parameters.flatMap((parameter) =>
      PARAMETER_COLUMNS.map((ending) => ({ name: parameter + ending, type: ending === '_limit' ? 'text' : 'number' })),
    );
  });
}

/** Reads cells of a type from rows of CSV. */
function cellReaders(rows: Buffer): Readonly<Record<StoredType, (from: number, to: number) => Cell>> {
  const plain = (from: number, to: number): string => rows.toString('latin1', from, to);
  const text = (from: number, to: number): string => {
    const cell = rows.toString('utf8', from, to);
    return rows[from] === QUOTE ? cell.slice(1, -1).replaceAll('""', '"') : cell;
  };
  return {
    text,
    // As bytes: as texts, they would cost more than all else.
    link: (from, to) => (rows[from] === QUOTE ? Buffer.from(text(from, to)) : rows.subarray(from, to)),
    integer: (from, to) => BigInt(Number(plain(from, to))),
    number: (from, to) => Number(plain(from, to)),
    flag: (from, to) => plain(from, to) === 'true',
    time: (from, to) => BigInt(Date.parse(`${plain(from, to)}Z`)),
  };
}

/** A Parquet file of all bodies. `parameters`: names of the catalogue's parameters, in their order. */
export function encodeParquet(table: Columns, parameters: readonly string[]): Encoder {
  const columns = columnsOf(table, parameters);
  const kept = columns.filter((column): column is Column & { type: StoredType } => column.type !== null);
  const writer = new ByteWriter();
  const schema: SchemaElement[] = [
    { name: 'root', num_children: kept.length },
    ...kept.map(({ name, type }): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...STORED[type] })),
  ];
  const file = new ParquetWriter({ writer, schema, createdBy: 'stillwave' });
  let cells: Cell[][] = columns.map(() => []);
  let waiting = 0;

  /** What was written since the last call; the writer goes on at the beginning of its buffer. */
  function take(): Uint8Array {
    const part = writer.getBytes().slice();
    writer.index = 0;
    return part;
  }

  function writeRowGroup(): void {
    const data = cells.filter((_, n) => columns[n]?.type);
    file.write({
      columnData: kept.map(({ name, type }, n) => ({ name, data: data[n] as Cell[], ...WRITTEN[type] })),
      rowGroupSize: data[0]?.length ?? 0,
    });
    cells = columns.map(() => []);
    waiting = 0;
  }

  return {
    add({ csv }) {
      // Copied, as what is handed over may be overwritten before the row group is written.
      const rows = Buffer.from(rowsOf(csv()));
      const readers = cellReaders(rows);
      const ends = cellEnds(rows);
      for (const [n, { type }] of columns.entries()) {
        if (type === null) continue;
        const read = readers[type];
        const column = cells[n] as Cell[];
        eachCell(ends, n, columns.length, (from, to) => column.push(from === to ? null : read(from, to)));
      }
      if (++waiting === BODIES_PER_ROW_GROUP) writeRowGroup();
      return take();
    },
    end() {
      if (waiting > 0) writeRowGroup();
      file.finish();
      return take();
    },
  };
}
