/**
 * Packs: about 1000 rendered lines in one file, in listing order.
 *
 * On disk: lines ending in "\n", with a marker byte in place of the base URL, and another one at the end of a record's URL. In memory:
 * markers are replaced, and line feeds become commas, which means that consecutive lines can be copied together. Nothing is parsed. Pure.
 */

/** Stands for the base URL. It cannot occur in JSON, where control characters are always escaped. */
export const BASE_URL_MARKER = '\u0001';
/** Stands for the suffix of a record's URL: empty, or `.json` if links are file paths. */
export const RECORD_ENDING_MARKER = '\u0002';

/** Lines in every pack but the last of a set. */
export const LINES_PER_PACK = 1000;

const BASE_URL_BYTE = BASE_URL_MARKER.charCodeAt(0);
const LINE_FEED = 0x0a;
const COMMA = 0x2c;

/** An opened pack. */
export interface Pack {
  /** The lines, joined by commas. */
  readonly bytes: Uint8Array;
  /** Start of each line, and of the one that would follow the last. */
  readonly starts: Uint32Array;
  /** True if it has only the lines that were requested, numbered from 0. */
  readonly isCut?: boolean;
}

const encoder = new TextEncoder();

/** Replacements for the markers; they depend on where the site is served. */
export interface LinkStyle {
  /** Without trailing slash. */
  readonly baseUrl: string;
  readonly recordEnding: '' | '.json';
}

/**
 * Opens the bytes of a pack file: one pass finds the bytes to replace, then the bytes between them are copied. A plain loop, because
 * this is most of the cost of a query whose packs are not cached; with strings it takes twice as long.
 */
export function openPack(file: Uint8Array, { baseUrl, recordEnding }: LinkStyle): Pack {
  // A plain Uint8Array: the loop is slower over a host's own subclass, such as Buffer.
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

/** Opens only the lines with these 0-based ascending numbers; those that the file lacks are left out. */
export function openLines(file: Uint8Array, numbers: Uint32Array, links: LinkStyle): Pack {
  const source = new Uint8Array(file.buffer, file.byteOffset, file.length);
  const cut = new Uint8Array(file.length);
  let size = 0;
  let from = 0;
  for (let line = 0, next = 0; next < numbers.length; line++) {
    const to = source.indexOf(LINE_FEED, from) + 1;
    if (to === 0) break;
    if (line === numbers[next]) {
      cut.set(source.subarray(from, to), size);
      size += to - from;
      next++;
    }
    from = to;
  }
  return { ...openPack(cut.subarray(0, size), links), isCut: true };
}

/** A line of a pack by its 0-based number: a view, not a copy. */
export function lineOf({ bytes, starts }: Pack, number: number): Uint8Array {
  return bytes.subarray(starts[number] as number, (starts[number + 1] as number) - 1);
}

/** Bytes of the lines with these numbers (0-based), with a comma after each. */
export function sizeOfLines({ starts }: Pack, numbers: Uint32Array): number {
  let size = 0;
  for (const number of numbers) size += (starts[number + 1] as number) - (starts[number] as number);
  return size;
}

/** Copies the lines with these 0-based ascending numbers to `target` at `at`, with a comma after each. Returns the end position. */
export function copyLines({ bytes, starts }: Pack, numbers: Uint32Array, target: Uint8Array, at: number): number {
  let end = at;
  for (let i = 0; i < numbers.length; ) {
    const from = numbers[i] as number;
    let to = from + 1;
    while (numbers[++i] === to) to++;
    // Most lines are consecutive; those are copied together.
    const lines = bytes.subarray(starts[from] as number, starts[to] as number);
    target.set(lines, end);
    end += lines.length;
  }
  return end;
}
