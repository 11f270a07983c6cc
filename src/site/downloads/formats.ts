/**
 * Pages of a table as CSV and as one JSON array, page by page. Numbers have the texts of the JSON. Build time; pure.
 */

import { resultsOf } from '../../listing/csv.ts';
import { rowsOf } from './cells.ts';

/** Some entries: a page's body, and the CSV of it. */
export interface Entries {
  readonly json: Uint8Array;
  /** Made when it is first asked for. */
  csv(): Uint8Array;
}

/** Makes a file of entries: each call returns the bytes that come next. */
export interface Encoder {
  add(entries: Entries): Uint8Array;
  end(): Uint8Array;
}

const encoder = new TextEncoder();
const NOTHING = new Uint8Array(0);
const OPEN = '['.charCodeAt(0);
const COMMA = ','.charCodeAt(0);

/** One table: the header once, then all rows. `empty`: the CSV of no entry. */
export function encodeCsv(empty: () => Uint8Array): Encoder {
  let hasHeader = false;
  return {
    add({ csv }) {
      const rows = hasHeader ? rowsOf(csv()) : csv();
      hasHeader = true;
      return rows;
    },
    end: () => (hasHeader ? NOTHING : empty()),
  };
}

/** One array of all entries. */
export function encodeJson(): Encoder {
  let isEmpty = true;
  return {
    add({ json }) {
      // The bracket before the entries gives way to a comma, the one behind them to what comes next.
      const entries = resultsOf(json).slice(0, -1);
      entries[0] = isEmpty ? OPEN : COMMA;
      isEmpty = false;
      return entries;
    },
    end: () => encoder.encode(isEmpty ? '[]' : ']'),
  };
}
