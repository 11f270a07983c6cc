/**
 * Creates rows of CSV and finds their cells. If every cell is just a copy of a value, which is the case for nearly all entries, one pass
 * over the JSON is enough; otherwise uses the CSV from `toCsv`. Build time; pure.
 */

import { LINES_PER_PACK } from '../../core/listing/pack.ts';

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
const ROW_END_LENGTH = '\r\n'.length;

const encoder = new TextEncoder();

export interface Cells {
  /** Rows of CSV without the header line. */
  readonly bytes: Uint8Array;
  /** Start and end of each cell, row by row. */
  readonly spans: Uint32Array;
}

function cutOff(): never {
  throw new Error('the last entry is incomplete');
}

/** End of the string that starts at `at`, after the opening quote: the position after its closing quote. */
function endOfText(json: Uint8Array, at: number): number {
  let end = at;
  while (json[end] !== QUOTE) {
    if (end >= json.length) cutOff();
    end += json[end] === BACKSLASH ? 2 : 1;
  }
  return end + 1;
}

/** End of the object that started before `at`: the position after its brace. */
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

/** Throws if the last of several objects joined by commas is incomplete. */
export function checkWhole(json: Uint8Array): void {
  for (let at = 0; at < json.length; at++) at = endOfObject(json, at + 1);
}

/** End of the key that starts at `at`; 0 if it is a different key. */
function endOfKey(json: Uint8Array, at: number, key: Uint8Array): number {
  for (let n = 0; n < key.length; n++) if (json[at + n] !== key[n]) return 0;
  return at + key.length;
}

/**
 * Copies the cells of the entry at `at` after those of `row` other entries. Returns the entry's end, or 0 if a cell is more than a copy.
 * A separate function, because V8 compiles it once after a few rows; a loop over all rows would be compiled again for each pack.
 */
function copyEntry(
  json: Uint8Array,
  at: number,
  keys: readonly Uint8Array[],
  { bytes, spans }: Cells,
  row: number,
): number {
  let count = 2 * keys.length * row;
  let size = row === 0 ? 0 : (spans[count - 1] as number) + ROW_END_LENGTH;
  let end = at;
  for (const key of keys) {
    // After the brace or the comma.
    let from = endOfKey(json, end + 1, key);
    if (from === 0) return 0;
    spans[count++] = size;
    const first = json[from] as number;
    if (first === QUOTE) {
      for (let byte = json[++from]; byte !== QUOTE; byte = json[++from]) {
        if (byte === COMMA || byte === BACKSLASH) return 0;
        if (byte === undefined) cutOff();
        bytes[size++] = byte;
      }
      end = from + 1;
    } else if (first === NULL) {
      end = from + 'null'.length;
    } else {
      if (first === LIST || first === OBJECT) return 0;
      for (let byte = json[from]; byte !== COMMA && byte !== OBJECT_END; byte = json[++from]) {
        if (byte === undefined) cutOff();
        bytes[size++] = byte;
      }
      end = from;
    }
    spans[count++] = size;
    bytes[size++] = COMMA;
  }
  bytes[size - 1] = CARRIAGE_RETURN;
  bytes[size] = LINE_FEED;
  return endOfObject(json, end);
}

/**
 * Creates the function that writes entries, joined by commas, as rows of CSV and finds their cells. Members after the last of `members`
 * are left out. It returns null if a cell of any entry is more than a copy: a list, an escaped character, a comma, a missing member;
 * `toCsv` handles such entries. It throws if the last entry is incomplete. The next call overwrites the spans, because allocating memory
 * for each call takes longer than filling it; it does not overwrite the rows.
 */
export function createCellFinder(members: readonly string[]): (json: Uint8Array) => Cells | null {
  const keys = members.map((name) => encoder.encode(`"${name}":`));
  const spans = new Uint32Array(2 * keys.length * LINES_PER_PACK);
  let bytes = new Uint8Array(0);
  return (json) => {
    // A cell is shorter than its member.
    if (bytes.length < json.length) bytes = new Uint8Array(2 * json.length);
    let rows = 0;
    for (let at = 0; at < json.length; at++) {
      if (rows === LINES_PER_PACK) return null;
      at = copyEntry(json, at, keys, { bytes, spans }, rows++);
      if (at === 0) return null;
    }
    const used = spans.subarray(0, 2 * keys.length * rows);
    return { bytes: bytes.slice(0, (used.at(-1) as number) + ROW_END_LENGTH), spans: used };
  };
}

/** The rows of CSV without the header line. */
export function rowsOf(csv: Uint8Array): Uint8Array {
  return csv.subarray(csv.indexOf(LINE_FEED) + 1);
}

/** Finds the cells in rows of CSV. Throws if a quoted cell does not end. */
export function cellsOfCsv(rows: Uint8Array): Cells {
  const spans: number[] = [];
  let from = 0;
  for (let at = 0; at < rows.length; at++) {
    const byte = rows[at] as number;
    if (byte > COMMA) continue;
    // A quote inside a quoted cell is doubled, which looks like the end of one quoted part and the start of the next.
    if (byte === QUOTE) {
      at = rows.indexOf(QUOTE, at + 1);
      if (at < 0) throw new Error('the last row is incomplete');
    } else if (byte === COMMA || byte === CARRIAGE_RETURN) {
      spans.push(from, at);
      from = at + (byte === COMMA ? 1 : 2);
    }
  }
  return { bytes: rows, spans: Uint32Array.from(spans) };
}

/**
 * Creates the function that copies the rows of CSV with only some columns, which are in the same order. `all` and `wanted` are names of
 * columns.
 */
export function createColumnPicker(all: readonly string[], wanted: readonly string[]): (cells: Cells) => Uint8Array {
  // Adjacent columns are copied together: first and last cell of each run.
  const runs: [first: number, last: number][] = [];
  for (const name of wanted) {
    const place = all.indexOf(name);
    const run = runs.at(-1);
    if (run && run[1] + 1 === place) run[1] = place;
    else runs.push([place, place]);
  }
  return ({ bytes, spans }) => {
    const picked = new Uint8Array(bytes.length);
    let size = 0;
    for (let row = 0; row < spans.length; row += 2 * all.length) {
      for (const [first, last] of runs) {
        const cells = bytes.subarray(spans[row + 2 * first], spans[row + 2 * last + 1]);
        picked.set(cells, size);
        size += cells.length;
        picked[size++] = COMMA;
      }
      picked[size - 1] = CARRIAGE_RETURN;
      picked[size++] = LINE_FEED;
    }
    return picked.subarray(0, size);
  };
}
