/**
 * Bodies of pages as CSV and as one JSON array, body by body. Numbers have the texts of the JSON. Build time; pure.
 */

import { resultsOf, toCsv } from '../../listing/csv.ts';

/** Makes a file of bodies: each call returns the bytes that come next. */
export interface Encoder {
  add(body: Uint8Array): Uint8Array;
  end(): Uint8Array;
}

const encoder = new TextEncoder();
const NOTHING = new Uint8Array(0);
const LINE_FEED = 0x0a;
const OPEN = '['.charCodeAt(0);
const COMMA = ','.charCodeAt(0);

/** One table: the header once, then the rows of each body. */
export function encodeCsv(members: readonly string[], parameters: readonly string[]): Encoder {
  let hasHeader = false;
  return {
    add(body) {
      const csv = toCsv(body, members, parameters);
      const rows = hasHeader ? csv.subarray(csv.indexOf(LINE_FEED) + 1) : csv;
      hasHeader = true;
      return rows;
    },
    end: () =>
      hasHeader ? NOTHING : toCsv(encoder.encode('{"results_per_page":0,"results":[]}'), members, parameters),
  };
}

/** One array of the entries of all bodies. */
export function encodeJson(): Encoder {
  let isEmpty = true;
  return {
    add(body) {
      // The bracket before the entries gives way to a comma, the one behind them to what comes next.
      const entries = resultsOf(body).slice(0, -1);
      entries[0] = isEmpty ? OPEN : COMMA;
      isEmpty = false;
      return entries;
    },
    end: () => encoder.encode(isEmpty ? '[]' : ']'),
  };
}
