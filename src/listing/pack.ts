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
const RECORD_ENDING_BYTE = RECORD_ENDING_MARKER.charCodeAt(0);
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
  return encoder.encode(lines.map((line) => `${line}\n`).join(''));
}

/** What the markers stand for in one place where the site is served. */
export interface LinkStyle {
  /** Without trailing slash. */
  readonly baseUrl: string;
  readonly recordEnding: '' | '.json';
}

/**
 * Opens the bytes of a pack file: one pass to know the size, one to copy. Plain loops, as this is most of the cost of a
 * query whose packs are not in memory; doing it with strings takes twice as long.
 */
export function openPack(file: Uint8Array, { baseUrl, recordEnding }: LinkStyle): Pack {
  const base = encoder.encode(baseUrl);
  const ending = encoder.encode(recordEnding);
  let lines = 0;
  let size = file.length;
  for (let i = 0; i < file.length; i++) {
    const byte = file[i] as number;
    if (byte > LINE_FEED) continue;
    if (byte === LINE_FEED) lines++;
    else if (byte === BASE_URL_BYTE) size += base.length - 1;
    else if (byte === RECORD_ENDING_BYTE) size += ending.length - 1;
  }
  const bytes = new Uint8Array(size);
  const starts = new Uint32Array(lines + 1);
  let at = 0;
  let line = 0;
  for (let i = 0; i < file.length; i++) {
    const byte = file[i] as number;
    if (byte > LINE_FEED) {
      bytes[at++] = byte;
    } else if (byte === LINE_FEED) {
      bytes[at++] = COMMA;
      starts[++line] = at;
    } else {
      const text = byte === BASE_URL_BYTE ? base : ending;
      bytes.set(text, at);
      at += text.length;
    }
  }
  return { bytes, starts };
}

/** Copies the lines with these numbers (0-based, ascending) out of a pack, joined by commas. */
export function takeLines({ bytes, starts }: Pack, numbers: Uint32Array): Uint8Array {
  let size = 0;
  for (const number of numbers) size += (starts[number + 1] as number) - (starts[number] as number);
  const taken = new Uint8Array(Math.max(size - 1, 0));
  let at = 0;
  for (let i = 0; i < numbers.length; ) {
    const from = numbers[i] as number;
    let to = from + 1;
    while (++i < numbers.length && numbers[i] === to) to++;
    const end = starts[to] as number;
    // The last line's comma belongs to whatever follows, so it is left out here.
    const isLast = i === numbers.length;
    taken.set(bytes.subarray(starts[from] as number, isLast ? end - 1 : end), at);
    at += end - (starts[from] as number);
  }
  return taken;
}
