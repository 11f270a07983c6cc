/**
 * One column of a Parquet file: cells in, column chunks out, one for each row group. A chunk is one page and its dictionary, compressed
 * with gzip, which every reader can read and which Node does many times as fast as JavaScript would. Build time; pure.
 */

import { gzipSync } from 'node:zlib';
import type { ColumnChunk, SchemaElement } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js';
import { nameNoSystem } from '../build/compress.ts';
import type { Cells } from './cells.ts';
import { createContent, type Encoded, MAX_ROWS, STORED, type StoredType } from './parquet-content.ts';

/** The levels above take longer and save little. */
const GZIP_LEVEL = 1;

function compress(page: Uint8Array): Uint8Array {
  if (page.length === 0) return page;
  const coded = gzipSync(page, { level: GZIP_LEVEL });
  nameNoSystem(coded);
  return coded;
}

/** Writes a dictionary. Returns its size before it was compressed. */
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

/** Writes a page. `levels`: 1 for each row that has a value. Returns its size before it was compressed. */
function writePage(writer: ByteWriter, { encoding, page }: Encoded, levels: Uint8Array, nulls: number): number {
  const coded = compress(page);
  const levelBytes = new ByteWriter();
  const levelSize = writeRleBitPackedHybrid(levelBytes, levels, 1);
  const start = writer.offset;
  writePageHeader(writer, {
    type: 'DATA_PAGE_V2',
    uncompressed_page_size: levelSize + page.length,
    compressed_page_size: levelSize + coded.length,
    data_page_header_v2: {
      num_values: levels.length,
      num_nulls: nulls,
      num_rows: levels.length,
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
  const content = createContent(type);
  /** 1 where a row has a value. */
  const levels = new Uint8Array(MAX_ROWS);
  let rows = 0;
  let nulls = 0;

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
      size += writePage(writer, encoded, levels.subarray(0, rows), nulls);
      const chunk: ColumnChunk = {
        file_offset: BigInt(start),
        meta_data: {
          type: STORED[type].type,
          encodings: dictionary ? ['PLAIN', encoding] : [encoding],
          path_in_schema: [name],
          codec: 'GZIP',
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
