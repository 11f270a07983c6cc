/**
 * CSV: a view of a JSON page. In: a composed body. Out: CSV as in RFC 4180, UTF-8, with a header line and one row per entry.
 *
 * Members become columns. Cells contain the JSON text of the value, so numbers are the same to the last bit. Null and missing values are
 * empty cells; lists are joined with `|`; a list of objects stays JSON. A list of parameter objects becomes four columns for each
 * parameter of the catalogue, which `import` can read. Columns depend only on the listing. Pure.
 *
 * One pass over the bytes, relying on the order of members: parsing the JSON would take twice as long.
 */

import type { Vocabulary } from '../contract/collection.ts';
import { MissingLineError } from './compose.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
/** The bit that differs between `{` and `[`, and between `}` and `]`. */
const LIST_BIT = 0x20;
const BAR = 0x7c;
/** The first letters of `null` and `true`. */
const NULL = 0x6e;
const TRUE = 0x74;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const encode = (text: string): Uint8Array => encoder.encode(text);

const ROW_END = encode('\r\n');
const UPPER = encode('upper');
const LOWER = encode('lower');

/** Members that are lists of parameter objects. */
const PARAMETER_LISTS: readonly string[] = ['default_parameters', 'parameters'];
/** Suffixes of the columns of a parameter: best value, lower error, upper error, limit. */
export const PARAMETER_COLUMNS = ['', '_lower', '_upper', '_limit'];

/** Offset of the value from the start of each member after a parameter's description: the length of `"best":`, `"upper_error":` ... */
const VALUE_AT = [7, 14, 14, 17, 17] as const;
const [BEST, UPPER_ERROR, LOWER_ERROR, IS_UPPER_LIMIT, IS_LOWER_LIMIT] = VALUE_AT.keys();
const RESULTS = encode('"results":[');

type Parameters = Vocabulary['parameters'];

/** The columns of a member of an entry. */
function columnsOf(member: string, parameters: Parameters): string[] {
  if (!PARAMETER_LISTS.includes(member)) return [member];
  return parameters.flatMap(({ name }) => PARAMETER_COLUMNS.map((ending) => name + ending));
}

function startsWith(json: Uint8Array, at: number, text: Uint8Array): boolean {
  for (let i = 0; i < text.length; i++) if (json[at + i] !== text[i]) return false;
  return true;
}

/**
 * End of the value or member that starts at `at`: the position of the comma or bracket after it. Throws MissingLineError at the end of
 * the body, which ends every loop over a truncated one.
 */
function endOf(json: Uint8Array, at: number): number {
  let depth = 0;
  for (let i = at; i < json.length; i++) {
    const byte = json[i] as number;
    if (byte === QUOTE) {
      while (json[++i] !== QUOTE && i < json.length) if (json[i] === BACKSLASH) i++;
    } else if (byte === COMMA) {
      if (depth === 0) return i;
    } else {
      const bracket = byte | LIST_BIT;
      if (bracket === OBJECT) depth++;
      else if (bracket === OBJECT_END && depth-- === 0) return i;
    }
  }
  throw new MissingLineError('a page is truncated');
}

/** The position of a page's entries, after their bracket. */
function resultsStart(json: Uint8Array): number {
  let member = 1;
  while (!startsWith(json, member, RESULTS)) member = endOf(json, member) + 1;
  return member + RESULTS.length;
}

/** The text of a cell that cannot simply be copied: it has escapes, characters to quote, or is a list of objects. */
function cellText(json: string): string {
  const value = JSON.parse(json) as unknown;
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  const text = isPlainList ? value.join('|') : typeof value === 'string' ? value : json;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Converts a page's body to CSV. `members` are the members of an entry in order; members after the last of them are left out. Entries
 * that are not objects become one column. `parameters` are the catalogue's in order, as in the body. Throws MissingLineError if the
 * body is truncated.
 */
export function toCsv(json: Uint8Array, members: readonly string[], parameters: Parameters): Uint8Array {
  const keys = members.map((name) => encode(`"${name}":`));
  const columns = members.map((name) => columnsOf(name, parameters));
  // The start of each parameter object. Comparing the name is enough, because it determines unit and description.
  const listed = PARAMETER_LISTS.some((name) => members.includes(name)) ? parameters : [];
  const heads = listed.map((parameter) => ({
    name: encode(`{"name":"${parameter.name}"`),
    size: encode(JSON.stringify(parameter)).length,
  }));
  /** Positions of the values in a parameter object. */
  const starts = new Uint32Array(VALUE_AT.length);
  const ends = new Uint32Array(VALUE_AT.length);
  let csv = new Uint8Array(json.length);
  let size = 0;

  function reserve(bytes: number): void {
    if (size + bytes <= csv.length) return;
    const larger = new Uint8Array(2 * csv.length + bytes);
    larger.set(csv);
    csv = larger;
  }

  function put(text: Uint8Array): void {
    reserve(text.length);
    csv.set(text, size);
    size += text.length;
  }

  /** Ends this many columns: those without a cell are empty. */
  function endColumns(count: number): void {
    reserve(count);
    for (let n = 0; n < count; n++) csv[size++] = COMMA;
  }

  /** Copies the value between two positions without quotes and brackets, which is enough for most values. */
  function copyValue(from: number, to: number): void {
    if (json[from] === NULL) return;
    reserve(to - from);
    const target = csv;
    let end = size;
    const isList = json[from] === LIST;
    const last = isList ? to - 1 : to;
    let isText = false;
    for (let i = isList ? from + 1 : from; i < last; i++) {
      const byte = json[i] as number;
      if (byte === QUOTE) isText = !isText;
      else if (byte === BACKSLASH || (isText ? byte === COMMA : byte === OBJECT)) {
        put(encode(cellText(decoder.decode(json.subarray(from, to)))));
        return;
      } else target[end++] = byte === COMMA ? BAR : byte;
    }
    size = end;
  }

  /** Writes the column for the value at `at`. Returns the position where the value ends, like the next two functions. */
  function copyCell(at: number): number {
    let end = at;
    // Nearly all strings are copied unchanged after one look at each character: quotes and few others are below the comma.
    if (json[at] === QUOTE) {
      do end++;
      while ((json[end] as number) > COMMA && json[end] !== BACKSLASH);
    }
    if (json[end] === QUOTE) {
      put(json.subarray(at + 1, end++));
    } else {
      end = endOf(json, at);
      copyValue(at, end);
    }
    endColumns(1);
    return end;
  }

  const isTrue = (n = 0): boolean => json[starts[n] as number] === TRUE;

  function copyNumber(n = 0): void {
    let at = starts[n] as number;
    const to = ends[n] as number;
    reserve(to - at);
    if (json[at] !== NULL) while (at < to) csv[size++] = json[at++] as number;
    endColumns(1);
  }

  /** Writes the columns for the list of parameter objects at `at`. Both are in the order of the catalogue. */
  function copyParameters(at: number): number {
    let before = at;
    for (const head of heads) {
      // After a bracket or comma.
      let from = before + 1;
      if (!startsWith(json, from, head.name)) {
        endColumns(PARAMETER_COLUMNS.length);
        continue;
      }
      from += head.size;
      for (let n = 0; n < VALUE_AT.length; n++) {
        from += VALUE_AT[n] as number;
        starts[n] = from;
        // Numbers, Booleans and null. If the body is truncated, the end of the list is missing too.
        while (json[from] !== COMMA && json[from] !== OBJECT_END && from < json.length) from++;
        ends[n] = from++;
      }
      copyNumber(BEST);
      copyNumber(LOWER_ERROR);
      copyNumber(UPPER_ERROR);
      if (isTrue(IS_UPPER_LIMIT)) put(UPPER);
      if (isTrue(IS_LOWER_LIMIT)) put(LOWER);
      endColumns(1);
      before = from;
    }
    return json[before] === LIST_END ? before + 1 : endOf(json, at);
  }

  /** Writes the columns for the entry at `at`. */
  function copyEntry(at: number): number {
    if (json[at] !== OBJECT) return copyCell(at);
    let before = at;
    for (let n = 0; n < keys.length; n++) {
      const key = keys[n] as Uint8Array;
      const from = before + 1 + key.length;
      const width = (columns[n] as string[]).length;
      if (!startsWith(json, before + 1, key)) endColumns(width);
      else before = width === 1 ? copyCell(from) : copyParameters(from);
    }
    // Skips members without a column, which come after the others.
    while (json[before] !== OBJECT_END) before = endOf(json, before + 1);
    return before + 1;
  }

  put(encode(columns.flat().join(',')));
  put(ROW_END);
  for (let at = resultsStart(json); json[at] !== LIST_END; ) {
    at = copyEntry(at);
    if (json[at] === COMMA) at++;
    // Overwrites the separator after the last column.
    size--;
    put(ROW_END);
  }
  return csv.subarray(0, size);
}
