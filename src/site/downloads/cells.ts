/**
 * Finds the cells of a table: in the JSON of entries where a cell is nothing but a copy of a value, which holds for nearly every entry,
 * and else in the CSV that `toCsv` makes of them. Build time; pure.
 */

import { LINES_PER_PACK } from '../../listing/pack.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const COMMA = 0x2c;
const LIST = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
/** First letter of `null`. */
const NULL = 0x6e;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

export interface Cells {
  /** What the cells are in. One that begins with a quote is a quoted cell of CSV. */
  readonly bytes: Uint8Array;
  /** Row by row, where each cell begins and ends; an empty one is nothing, or null. */
  readonly spans: Uint32Array;
}

function cutOff(): never {
  throw new Error('the last entry is cut off');
}

/** Where the text that begins behind the quote before `at` ends: behind its other quote. */
function endOfText(json: Uint8Array, at: number): number {
  let end = at;
  while (json[end] !== QUOTE) {
    if (end >= json.length) cutOff();
    end += json[end] === BACKSLASH ? 2 : 1;
  }
  return end + 1;
}

/** Where the object ends that began before `at`: behind its bracket. */
function endOfObject(json: Uint8Array, at: number): number {
  let depth = 1;
  let end = at;
  while (depth > 0) {
    if (end >= json.length) cutOff();
    const byte = json[end++] as number;
    if (byte === QUOTE) end = endOfText(json, end);
    else if (byte === OBJECT || byte === LIST) depth++;
    else if (byte === OBJECT_END || byte === LIST_END) depth--;
  }
  return end;
}

/** Throws where the last of some objects, which are joined by commas, is cut off. */
export function checkWhole(json: Uint8Array): void {
  for (let at = 0; at < json.length; at++) at = endOfObject(json, at + 1);
}

/** Where the key that begins at `at` ends; 0 where it is another one. */
function endOfKey(json: Uint8Array, at: number, key: Uint8Array): number {
  for (let n = 0; n < key.length; n++) if (json[at + n] !== key[n]) return 0;
  return at + key.length;
}

/**
 * The cells of entries that are joined by commas; members behind the last of `members` are left out. Null where a cell of any of
 * them is more than a copy: a list, an escaped character, a comma, a member that is not there. Such are for `toCsv`. Throws where
 * the last of them is cut off.
 */
export function plainCells(json: Uint8Array, members: readonly string[]): Cells | null {
  const keys = members.map((name) => Buffer.from(`"${name}":`));
  const spans = new Uint32Array(2 * members.length * LINES_PER_PACK);
  let count = 0;
  for (let at = 0; at < json.length; at++) {
    for (const key of keys) {
      // Behind the bracket or the comma.
      let from = endOfKey(json, at + 1, key);
      if (from === 0 || count === spans.length) return null;
      let to = from;
      const first = json[from] as number;
      if (first === QUOTE) {
        to = ++from;
        for (let byte = json[to]; byte !== QUOTE; byte = json[++to]) {
          if (byte === COMMA || byte === BACKSLASH) return null;
          if (byte === undefined) cutOff();
        }
        at = to + 1;
      } else if (first === NULL) {
        at = from + 'null'.length;
      } else {
        if (first === LIST || first === OBJECT) return null;
        while (json[to] !== COMMA && json[to] !== OBJECT_END) if (++to >= json.length) cutOff();
        at = to;
      }
      spans[count++] = from;
      spans[count++] = to;
    }
    at = endOfObject(json, at);
  }
  return { bytes: json, spans: spans.subarray(0, count) };
}

/** The rows of CSV below the header line. */
export function rowsOf(csv: Uint8Array): Uint8Array {
  return csv.subarray(csv.indexOf(LINE_FEED) + 1);
}

/** The cells of rows of CSV. Throws where a quoted cell has no end. */
export function cellsOfCsv(rows: Uint8Array): Cells {
  const spans: number[] = [];
  let from = 0;
  for (let at = 0; at < rows.length; at++) {
    const byte = rows[at] as number;
    if (byte > COMMA) continue;
    // A quote in a quoted cell is two: the end of one quoted part and the beginning of the next.
    if (byte === QUOTE) {
      at = rows.indexOf(QUOTE, at + 1);
      if (at < 0) throw new Error('the last row is cut off');
    } else if (byte === COMMA || byte === CARRIAGE_RETURN) {
      spans.push(from, at);
      from = at + (byte === COMMA ? 1 : 2);
    }
  }
  return { bytes: rows, spans: Uint32Array.from(spans) };
}

/** Rows of CSV, of cells that are copied as they are. */
export function csvOfCells({ bytes, spans }: Cells, columns: number): Uint8Array {
  // A cell has fewer bytes than its member.
  const csv = new Uint8Array(bytes.length);
  let size = 0;
  for (let n = 0, column = 1; n < spans.length; n += 2, column++) {
    const to = spans[n + 1] as number;
    for (let at = spans[n] as number; at < to; at++) csv[size++] = bytes[at] as number;
    if (column < columns) {
      csv[size++] = COMMA;
    } else {
      csv[size++] = CARRIAGE_RETURN;
      csv[size++] = LINE_FEED;
      column = 0;
    }
  }
  return csv.subarray(0, size);
}
