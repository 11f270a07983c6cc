/**
 * Bodies as Parquet: one row for each entry, columns typed. Row groups of up to 4,000 rows, so that one is in memory at a time and a
 * reader can skip to what it wants. The same bodies give the same bytes, on any machine.
 *
 * Texts are UTF-8, integers INT64, numbers DOUBLE (the double that the JSON has), flags BOOLEAN, times TIMESTAMP in ms UTC. Null and
 * absent are null. Snappy in plain pages: what every reader can read. Build time; pure.
 */

import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { ParameterObject } from '../../contract/wire.ts';
import type { Columns, ColumnType } from './columns.ts';
import type { Encoder } from './formats.ts';

type Cell = string | number | bigint | boolean | null;
type Entry = Readonly<Record<string, unknown>>;
type Scalar = Exclude<ColumnType, 'list' | 'parameters'>;

interface Column {
  readonly name: string;
  readonly type: Scalar;
  /** Reads the cell of an entry. */
  readonly cell: (entry: Entry) => Cell;
}

const BODIES_PER_ROW_GROUP = 4;

const encoder = new TextEncoder();

const STORED: Readonly<Record<Scalar, Pick<SchemaElement, 'type' | 'converted_type'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
};

function convert(value: unknown, type: Scalar): Cell {
  if (value === null || value === undefined) return null;
  if (type === 'integer') return BigInt(value as number);
  if (type === 'time') return BigInt(Date.parse(`${value}Z`));
  return value as Cell;
}

const plainColumn = (name: string, type: Scalar): Column => ({
  name,
  type,
  cell: (entry) => convert(entry[name], type),
});

const listColumn = (name: string): Column => ({
  name,
  type: 'text',
  cell: (entry) => (entry[name] as readonly string[] | undefined)?.join('|') ?? null,
});

const limitOf = ({ is_upper_limit, is_lower_limit }: ParameterObject): Cell =>
  is_upper_limit ? 'upper' : is_lower_limit ? 'lower' : null;

/** The four columns of a parameter, named and ordered as in CSV. */
function parameterColumns(member: string, parameter: string): Column[] {
  const column = (ending: string, type: Scalar, read: (found: ParameterObject) => Cell): Column => ({
    name: parameter + ending,
    type,
    cell(entry) {
      const found = (entry[member] as readonly ParameterObject[]).find(({ name }) => name === parameter);
      return found === undefined ? null : read(found);
    },
  });
  return [
    column('', 'number', ({ best }) => best),
    column('_lower', 'number', ({ lower_error }) => lower_error),
    column('_upper', 'number', ({ upper_error }) => upper_error),
    column('_limit', 'text', limitOf),
  ];
}

function columnsOf(columns: Columns, parameters: readonly string[]): Column[] {
  return Object.entries(columns).flatMap(([name, type]) => {
    if (type === 'parameters') return parameters.flatMap((parameter) => parameterColumns(name, parameter));
    return [type === 'list' ? listColumn(name) : plainColumn(name, type)];
  });
}

/** Links differ in every row: a dictionary or bounds of them are of no use. */
const isLink = (name: string): boolean => name.endsWith('_url');

/** Texts as views of one buffer: the writer would allocate one for each, which costs more than all else. */
function encodeTexts(texts: readonly Cell[]): (Uint8Array | null)[] {
  const joined = texts.join('');
  const bytes = encoder.encode(joined);
  const isAscii = bytes.length === joined.length;
  let at = 0;
  return texts.map((text) => {
    if (text === null) return null;
    if (!isAscii) return encoder.encode(text as string);
    const start = at;
    at += (text as string).length;
    return bytes.subarray(start, at);
  });
}

/** A Parquet file of all bodies. `parameters`: names of the catalogue's parameters, in their order. */
export function encodeParquet(table: Columns, parameters: readonly string[]): Encoder {
  const columns = columnsOf(table, parameters);
  const writer = new ByteWriter();
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, type }): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...STORED[type] })),
  ];
  const file = new ParquetWriter({ writer, schema, createdBy: 'stillwave' });
  const decoder = new TextDecoder();
  let cells: Cell[][] = columns.map(() => []);
  let waiting = 0;

  /** What was written since the last call; the writer goes on at the beginning of its buffer. */
  function take(): Uint8Array {
    const part = writer.getBytes().slice();
    writer.index = 0;
    return part;
  }

  function writeRowGroup(): void {
    file.write({
      columnData: columns.map(({ name, type }, n) => ({
        name,
        data: isLink(name) ? encodeTexts(cells[n] as Cell[]) : (cells[n] as Cell[]),
        // The writer's own choices for these would be read by fewer programs, or cost more than they save.
        ...((type === 'flag' || isLink(name)) && { encoding: 'PLAIN' as const }),
        ...(isLink(name) && { statistics: false }),
      })),
      rowGroupSize: cells[0]?.length ?? 0,
    });
    cells = columns.map(() => []);
    waiting = 0;
  }

  return {
    add(body) {
      const { results } = JSON.parse(decoder.decode(body)) as { results: readonly Entry[] };
      for (const [n, { cell }] of columns.entries()) {
        const column = cells[n] as Cell[];
        for (const entry of results) column.push(cell(entry));
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
