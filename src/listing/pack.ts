/**
 * Packs: about 1000 rendered lines in one file, in listing order.
 *
 * On disk: lines ended by "\n", with a marker byte wherever the base URL belongs, and another one at the end of a record's
 * URL. In memory: both replaced, and commas for line feeds, so that neighbouring lines are copied together and a page is a
 * plain join. Nothing is parsed. Pure.
 */

/** Stands for the base URL. No JSON text can contain it: control characters are always escaped there. */
export const BASE_URL_MARKER = '\u0001';
/** Stands for the ending of a record's URL: nothing, but `.json` where links are paths of files. */
export const RECORD_ENDING_MARKER = '\u0002';

export const LINES_PER_PACK = 1000;

const BASE_URL_BYTE = BASE_URL_MARKER.charCodeAt(0);
const LINE_FEED = 0x0a;
const COMMA = 0x2c;

export interface Pack {
  /** The lines, joined by commas. */
  readonly bytes: Uint8Array;
  /** Start of each line, and one more element: the start that the next one would have. */
  readonly starts: Uint32Array;
}

const encoder = new TextEncoder();

/** Makes the lines' bytes of a pack file. */
export function joinLines(lines: readonly string[]): Uint8Array {
  return encoder.encode(lines.length === 0 ? '' : `${lines.join('\n')}\n`);
}

/** What the markers stand for in one place where the site is served. */
export interface LinkStyle {
  /** Without trailing slash. */
  readonly baseUrl: string;
  readonly recordEnding: '' | '.json';
}

/**
 * Opens the bytes of a pack file: one pass finds the bytes to replace, then what lies between them is copied. A plain loop,
 * as this is most of the cost of a query whose packs are not in memory; doing it with strings takes twice as long.
 */
export function openPack(file: Uint8Array, { baseUrl, recordEnding }: LinkStyle): Pack {
  // A view of one certain type: the loop over a host's own kind of array is slower.
  const source = new Uint8Array(file.buffer, file.byteOffset, file.length);
  const base = encoder.encode(baseUrl);
  const ending = encoder.encode(recordEnding);
  const replaced: number[] = [];
  let lines = 0;
  let size = source.length;
  for (let i = 0; i < source.length; i++) {
    const byte = source[i] as number;
    if (byte > LINE_FEED) continue;
    replaced.push(i);
    if (byte === LINE_FEED) lines++;
    else size += (byte === BASE_URL_BYTE ? base : ending).length - 1;
  }
  const bytes = new Uint8Array(size);
  const starts = new Uint32Array(lines + 1);
  let line = 0;
  let at = 0;
  let from = 0;
  for (const i of replaced) {
    bytes.set(source.subarray(from, i), at);
    at += i - from;
    from = i + 1;
    if (source[i] === LINE_FEED) {
      bytes[at++] = COMMA;
      starts[++line] = at;
    } else {
      const text = source[i] === BASE_URL_BYTE ? base : ending;
      bytes.set(text, at);
      at += text.length;
    }
  }
  return { bytes, starts };
}

/** One line of a pack by its number (0-based): a view, not a copy. */
export function lineOf({ bytes, starts }: Pack, number: number): Uint8Array {
  return bytes.subarray(starts[number] as number, (starts[number + 1] as number) - 1);
}

/** Bytes of the lines with these numbers (0-based), with a comma after each. */
export function sizeOfLines({ starts }: Pack, numbers: Uint32Array): number {
  let size = 0;
  for (const number of numbers) size += (starts[number + 1] as number) - (starts[number] as number);
  return size;
}

/** Copies the lines with these numbers (0-based, ascending) into `target` from `at` on, a comma after each. Returns the end. */
export function copyLines({ bytes, starts }: Pack, numbers: Uint32Array, target: Uint8Array, at: number): number {
  let end = at;
  for (let i = 0; i < numbers.length; ) {
    const from = numbers[i] as number;
    let to = from + 1;
    while (numbers[++i] === to) to++;
    // Neighbouring lines, which most are, in one go.
    const lines = bytes.subarray(starts[from] as number, starts[to] as number);
    target.set(lines, end);
    end += lines.length;
  }
  return end;
}
