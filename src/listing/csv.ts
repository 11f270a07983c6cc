/**
 * CSV: a view of the JSON of a page. In: a composed body. Out: RFC 4180, UTF-8, a header line, one row for each entry.
 *
 * Members are columns with the texts of the JSON, so that a number is the same, bit for bit. Null and absent are empty cells;
 * lists are joined with `|`; a list of objects is its JSON. A list of parameter objects becomes four columns for each
 * parameter of the catalogue, those that `import` reads. Columns depend on the listing alone. Pure.
 *
 * It goes through the bytes once and relies on the order of members, as parsing the JSON would cost twice as much.
 */

import type { EnvelopeHead } from '../contract/wire.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
/** What makes `[` of `{` and `]` of `}` when it is taken away. */
const LIST_BIT = 0x20;
const BAR = 0x7c;
/** What ends a text, or has it looked at more closely. */
const SPECIAL = new Uint8Array(256);
for (const byte of [QUOTE, BACKSLASH, COMMA]) SPECIAL[byte] = 1;
/** First letters of `null` and `true`. */
const NULL = 0x6e;
const TRUE = 0x74;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const encode = (text: string): Uint8Array => encoder.encode(text);

const ROW_END = encode('\r\n');
const UPPER = encode('upper');
const LOWER = encode('lower');

/** Members that are lists of parameter objects, and the columns of each parameter: behind its name. */
const PARAMETER_LISTS: readonly string[] = ['default_parameters', 'parameters'];
export const PARAMETER_COLUMNS = ['', '_lower', '_upper', '_limit'];

/** Where the value of each member of a parameter object is, from the beginning of the member: behind `"name":`, `"unit":` ... */
const VALUE_AT = [7, 7, 14, 7, 14, 14, 17, 17] as const;
const [, , , BEST, UPPER_ERROR, LOWER_ERROR, IS_UPPER_LIMIT, IS_LOWER_LIMIT] = VALUE_AT.keys();
const RESULTS = encode('"results":[');

/** The columns of a member of an entry. */
function columnsOf(member: string, parameters: readonly string[]): string[] {
  if (!PARAMETER_LISTS.includes(member)) return [member];
  return parameters.flatMap((name) => PARAMETER_COLUMNS.map((ending) => name + ending));
}

function startsWith(json: Uint8Array, at: number, text: Uint8Array): boolean {
  for (let i = 0; i < text.length; i++) if (json[at + i] !== text[i]) return false;
  return true;
}

/** Where the value, or the member, that begins at `at` ends: at the comma or the bracket behind it. */
function endOf(json: Uint8Array, at: number): number {
  let depth = 0;
  let i = at;
  for (; i < json.length; i++) {
    const byte = json[i] as number;
    if (byte === QUOTE) {
      while (json[++i] !== QUOTE && i < json.length) if (json[i] === BACKSLASH) i++;
    } else if (byte === COMMA) {
      if (depth === 0) break;
    } else {
      const bracket = byte | LIST_BIT;
      if (bracket === OBJECT) depth++;
      else if (bracket === OBJECT_END && depth-- === 0) break;
    }
  }
  return i;
}

/** The members before a page's results, and where they end. */
export function pageHead(json: Uint8Array): { readonly head: EnvelopeHead; readonly end: number } {
  let end = 0;
  while (!startsWith(json, end + 1, RESULTS)) end = endOf(json, end + 1);
  return { head: JSON.parse(`${decoder.decode(json.subarray(0, end))}}`) as EnvelopeHead, end };
}

/** The array of a page's entries, as it stands in the body. */
export const resultsOf = (json: Uint8Array): Uint8Array => json.subarray(pageHead(json).end + RESULTS.length, -1);

/** The text of a cell that needs more than a copy: escaped characters, characters to quote, lists of objects. */
function cellText(json: string): string {
  const value = JSON.parse(json) as unknown;
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  const text = isPlainList ? value.join('|') : typeof value === 'string' ? value : json;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Makes CSV of a page's body. `members` are those of an entry, in their order; an entry that is no object is one column. Members
 * behind the last of them are left out.
 * `parameters` are the names of the catalogue's parameters, in their order.
 */
export function toCsv(json: Uint8Array, members: readonly string[], parameters: readonly string[]): Uint8Array {
  const keys = members.map((name) => encode(`"${name}":`));
  const columns = members.map((name) => columnsOf(name, parameters));
  const parameterNames = parameters.map((name) => encode(`"${name}"`));
  /** Where the values of a parameter object are. */
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

  /** Ends as many columns. */
  function endColumns(count: number): void {
    reserve(count);
    for (let n = 0; n < count; n++) csv[size++] = COMMA;
  }

  /** Copies the value between two places without its quotes and brackets; most values need no more. */
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

  /** The column of the value that begins at `at`. Returns where the value ends, as the next two do. */
  function copyCell(at: number): number {
    let end = at + 1;
    // Nearly every text is copied as it stands, having been looked at once.
    if (json[at] === QUOTE) while (!SPECIAL[json[end] as number]) end++;
    if (json[at] === QUOTE && json[end] === QUOTE) {
      put(json.subarray(at + 1, end++));
    } else {
      end = endOf(json, at);
      copyValue(at, end);
    }
    endColumns(1);
    return end;
  }

  const isTrue = (n = 0): boolean => json[starts[n] as number] === TRUE;

  function copyMember(n = 0): void {
    copyValue(starts[n] as number, ends[n] as number);
    endColumns(1);
  }

  /** The columns of a list of parameter objects, which begins at `at`. Both are in the order of the catalogue. */
  function copyParameters(at: number): number {
    let before = at;
    for (const name of parameterNames) {
      // Behind a bracket or comma: `{"name":"<name>"`.
      let from = before + 2;
      if (!startsWith(json, from + VALUE_AT[0], name)) {
        endColumns(PARAMETER_COLUMNS.length);
        continue;
      }
      for (let n = 0; n < VALUE_AT.length; n++) {
        starts[n] = from + (VALUE_AT[n] as number);
        from = endOf(json, starts[n] as number);
        ends[n] = from++;
      }
      copyMember(BEST);
      copyMember(LOWER_ERROR);
      copyMember(UPPER_ERROR);
      if (isTrue(IS_UPPER_LIMIT)) put(UPPER);
      if (isTrue(IS_LOWER_LIMIT)) put(LOWER);
      endColumns(1);
      before = from;
    }
    return json[before] === LIST_END ? before + 1 : endOf(json, at);
  }

  /** The columns of the entry that begins at `at`. */
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
    // Members that no column is for, which are behind the others.
    while (json[before] !== OBJECT_END) before = endOf(json, before + 1);
    return before + 1;
  }

  put(encode(columns.flat().join(',')));
  put(ROW_END);
  for (let at = pageHead(json).end + RESULTS.length + 1; at < json.length - 2; at++) {
    at = copyEntry(at);
    // In place of the last column's end.
    size--;
    put(ROW_END);
  }
  return csv.subarray(0, size);
}
