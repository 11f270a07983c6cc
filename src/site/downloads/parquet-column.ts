/**
 * One column of a Parquet file: cells in, column chunks out, one for each row group. A chunk is one page, behind a dictionary of its
 * cells where they repeat; compressed with gzip, which every reader can read and which Node does many times as fast as JavaScript would.
 *
 * Cells go from bytes to bytes: as a value in memory for each of them, they would take several times as long. Build time; pure.
 * Format: https://parquet.apache.org/docs/file-format/data-pages/encodings/
 */

import { gzipSync } from 'node:zlib';
import type { ColumnChunk, Encoding, SchemaElement } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js';
import { writePlain } from 'hyparquet-writer/src/plain.js';
import { nameNoSystem } from '../build/compress.ts';
import type { Cells } from './cells.ts';
import type { ColumnType } from './columns.ts';

export type StoredType = Exclude<ColumnType, 'list' | 'parameters' | 'left out'>;

/** Rows of a row group: few enough that a reader skips to what it wants. */
export const MAX_ROWS = 4_000;

const GZIP_LEVEL = 1;
const CODEC = 'GZIP';
const QUOTE = 0x22;
/** Places to look for a known cell at; a power of two. */
const PLACES = 1024;

const STORED: Readonly<Record<StoredType, Pick<SchemaElement, 'type' | 'converted_type'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  link: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
};

const isQuoted = (bytes: Uint8Array, from: number): boolean => bytes[from] === QUOTE;

function textOf(cell: Uint8Array): string {
  const text = Buffer.from(cell).toString();
  return isQuoted(cell, 0) ? text.slice(1, -1).replaceAll('""', '"') : text;
}

const VALUE_OF: Readonly<Record<Exclude<StoredType, 'link'>, (text: string) => string | bigint | number | boolean>> = {
  text: (text) => text,
  integer: (text) => BigInt(Number(text)),
  number: Number,
  flag: (text) => text === 'true',
  time: (text) => BigInt(Date.parse(`${text}Z`)),
};

/** What a column has in the current row group. */
interface Content {
  /** Takes the cell that is between two places, which is not empty. */
  add(bytes: Uint8Array, from: number, to: number): void;
  /** Ends the row group. */
  end(): Encoded;
}

interface Encoded {
  readonly encoding: Encoding;
  readonly page: Uint8Array;
  readonly dictionary?: { readonly page: Uint8Array; readonly count: number };
  /** Bounds of the values, by which readers choose row groups. */
  readonly bounds?: { readonly min_value: bigint; readonly max_value: bigint };
}

/** Links differ in every row: length and bytes of each. */
function createLinks(): Content {
  let page = new Uint8Array(1 << 16);
  let size = 0;

  function put(bytes: Uint8Array, from: number, to: number): void {
    const length = to - from;
    if (size + 4 + length > page.length) {
      const larger = new Uint8Array(2 * page.length + length);
      larger.set(page);
      page = larger;
    }
    for (let shift = 0; shift < 32; shift += 8) page[size++] = length >> shift;
    for (let at = from; at < to; at++) page[size++] = bytes[at] as number;
  }

  return {
    add(bytes, from, to) {
      if (!isQuoted(bytes, from)) return put(bytes, from, to);
      const text = Buffer.from(textOf(bytes.subarray(from, to)));
      put(text, 0, text.length);
    },
    end() {
      const encoded: Encoded = { encoding: 'PLAIN', page: page.subarray(0, size) };
      size = 0;
      return encoded;
    },
  };
}

function isSame(known: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (known.length !== to - from) return false;
  for (let n = 0; n < known.length; n++) if (known[n] !== bytes[from + n]) return false;
  return true;
}

/** Other cells are often those of other rows near by: a dictionary, and the number of each cell in it. */
function createDictionary(type: Exclude<StoredType, 'link'>): Content {
  const numbers = new Int32Array(MAX_ROWS);
  /** The number of the last cell that was looked for at a place, plus one. */
  const places = new Uint16Array(PLACES);
  let cells: Uint8Array[] = [];
  let count = 0;
  return {
    add(bytes, from, to) {
      let place = 0;
      for (let at = from; at < to; at++) place = (place * 31 + (bytes[at] as number)) & (PLACES - 1);
      let number = (places[place] as number) - 1;
      if (number < 0 || !isSame(cells[number] as Uint8Array, bytes, from, to)) {
        // One that had to give way to another is in it twice then, which is allowed.
        number = cells.push(bytes.slice(from, to)) - 1;
        places[place] = number + 1;
      }
      numbers[count++] = number;
    },
    end() {
      const encoded = encodeDictionary(type, cells.map(textOf).map(VALUE_OF[type]), numbers.subarray(0, count));
      places.fill(0);
      cells = [];
      count = 0;
      return encoded;
    },
  };
}

type Values = ReturnType<(typeof VALUE_OF)[keyof typeof VALUE_OF]>[];

function plainPage(values: Values, type: StoredType): Uint8Array {
  const page = new ByteWriter();
  writePlain(page, values, STORED[type].type as NonNullable<SchemaElement['type']>, undefined);
  return page.getBytes();
}

function encodeDictionary(type: Exclude<StoredType, 'link'>, values: Values, numbers: Int32Array): Encoded {
  // There are no dictionaries of booleans.
  if (type === 'flag')
    return {
      encoding: 'PLAIN',
      page: plainPage(
        Array.from(numbers, (n) => values[n] ?? false),
        type,
      ),
    };
  if (values.length === 0) return { encoding: 'PLAIN', page: new Uint8Array(0) };
  const bits = Math.ceil(Math.log2(values.length));
  const page = new ByteWriter();
  page.appendUint8(bits);
  writeRleBitPackedHybrid(page, numbers, bits);
  const ordered = values.filter((value) => typeof value === 'bigint').sort((a, b) => (a < b ? -1 : 1));
  const [min_value, max_value] = [ordered[0], ordered.at(-1)];
  return {
    encoding: 'RLE_DICTIONARY',
    page: page.getBytes(),
    dictionary: { page: plainPage(values, type), count: values.length },
    ...(min_value !== undefined && max_value !== undefined && { bounds: { min_value, max_value } }),
  };
}

function compress(page: Uint8Array): Uint8Array {
  if (page.length === 0) return page;
  const coded = gzipSync(page, { level: GZIP_LEVEL });
  nameNoSystem(coded);
  return coded;
}

/** A column that is being written. */
export interface ParquetColumn {
  /** What the schema says of it. */
  readonly element: SchemaElement;
  /** Takes every `columns`-th cell from the one with number `place` on; no more than MAX_ROWS in a row group. */
  add(cells: Cells, place: number, columns: number): void;
  /** Writes the column's chunk of the row group, and begins the next one. */
  write(writer: ByteWriter): ColumnChunk;
}

export function createColumn(name: string, type: StoredType): ParquetColumn {
  const content = type === 'link' ? createLinks() : createDictionary(type);
  /** 1 where a row has a value. */
  const levels = new Uint8Array(MAX_ROWS);
  let rows = 0;
  let nulls = 0;

  function writeDictionary(writer: ByteWriter, { page, count }: NonNullable<Encoded['dictionary']>): number {
    const coded = compress(page);
    const start = writer.offset;
    writePageHeader(writer, {
      type: 'DICTIONARY_PAGE',
      uncompressed_page_size: page.length,
      compressed_page_size: coded.length,
      dictionary_page_header: { num_values: count, encoding: 'PLAIN' },
    });
    const header = writer.offset - start;
    writer.appendBytes(coded);
    return header + page.length;
  }

  function writePage(writer: ByteWriter, { encoding, page }: Encoded): number {
    const coded = compress(page);
    const levelBytes = new ByteWriter();
    const levelSize = writeRleBitPackedHybrid(levelBytes, levels.subarray(0, rows), 1);
    const start = writer.offset;
    writePageHeader(writer, {
      type: 'DATA_PAGE_V2',
      uncompressed_page_size: levelSize + page.length,
      compressed_page_size: levelSize + coded.length,
      data_page_header_v2: {
        num_values: rows,
        num_nulls: nulls,
        num_rows: rows,
        encoding,
        definition_levels_byte_length: levelSize,
        repetition_levels_byte_length: 0,
        is_compressed: page.length > 0,
      },
    });
    const header = writer.offset - start;
    writer.appendBytes(levelBytes.getBytes());
    writer.appendBytes(coded);
    return header + levelSize + page.length;
  }

  return {
    element: { name, repetition_type: 'OPTIONAL', ...STORED[type] },
    add({ bytes, spans }, place, columns) {
      for (let n = 2 * place; n < spans.length; n += 2 * columns) {
        const from = spans[n] as number;
        const to = spans[n + 1] as number;
        levels[rows++] = from === to ? 0 : 1;
        if (from === to) nulls++;
        else content.add(bytes, from, to);
      }
    },
    write(writer) {
      const start = writer.offset;
      const encoded = content.end();
      const { dictionary, encoding, bounds } = encoded;
      let size = dictionary ? writeDictionary(writer, dictionary) : 0;
      const pageStart = writer.offset;
      size += writePage(writer, encoded);
      const chunk: ColumnChunk = {
        file_offset: BigInt(start),
        meta_data: {
          type: STORED[type].type as NonNullable<SchemaElement['type']>,
          encodings: dictionary ? ['PLAIN', encoding] : [encoding],
          path_in_schema: [name],
          codec: CODEC,
          num_values: BigInt(rows),
          total_uncompressed_size: BigInt(size),
          total_compressed_size: BigInt(writer.offset - start),
          data_page_offset: BigInt(pageStart),
          ...(dictionary && { dictionary_page_offset: BigInt(start) }),
          statistics: { null_count: BigInt(nulls), ...bounds },
        },
      };
      rows = 0;
      nulls = 0;
      return chunk;
    },
  };
}
