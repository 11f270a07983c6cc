/**
 * Writes the entries of a table as CSV and as one JSON array, some at a time. Numbers are spelled as in the JSON. Build time; pure.
 */

import { type Cells, cellsOfCsv, checkWhole, rowsOf } from './cells.ts';

/** Some entries. */
export interface Entries {
  /** As in a page, joined by commas. */
  readonly json: Uint8Array;
  /** Their rows of CSV without the header line; these bytes are never overwritten. */
  rows(): Uint8Array;
  /** The next entries overwrite the spans. */
  cells(): Cells;
}

/** Encodes entries for a file: each call returns the next parts. */
export interface Encoder {
  add(entries: Entries): readonly Uint8Array[];
  end(): readonly Uint8Array[];
}

/** One or more entries. `csvOf` creates the CSV if `findCells` cannot, because cells are more than copies of members. */
export function entriesOf(
  json: Uint8Array,
  findCells: (json: Uint8Array) => Cells | null,
  csvOf: (json: Uint8Array) => Uint8Array,
): Entries {
  let rows: Uint8Array | undefined;
  let cells: Cells | undefined;
  const entries: Entries = {
    json,
    rows() {
      if (rows) return rows;
      const plain = findCells(json);
      if (plain) {
        cells = plain;
        rows = plain.bytes;
      } else {
        // The CSV functions rely on this.
        checkWhole(json);
        rows = rowsOf(csvOf(json));
      }
      return rows;
    },
    cells() {
      const bytes = entries.rows();
      cells ??= cellsOfCsv(bytes);
      return cells;
    },
  };
  return entries;
}

/** One table: the header line once, then all rows. */
export function encodeCsv(header: Uint8Array, rowsOf = (entries: Entries) => entries.rows()): Encoder {
  let isEmpty = true;
  return {
    add(entries) {
      const rows = rowsOf(entries);
      const parts = isEmpty ? [header, rows] : [rows];
      isEmpty = false;
      return parts;
    },
    end: () => (isEmpty ? [header] : []),
  };
}

/** One array of all entries. */
export function encodeJson(): Encoder {
  let isEmpty = true;
  return {
    add({ json }) {
      const before = Buffer.from(isEmpty ? '[' : ',');
      isEmpty = false;
      return [before, json];
    },
    end: () => [Buffer.from(isEmpty ? '[]' : ']')],
  };
}
