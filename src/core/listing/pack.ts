/**
 * Packs: files of rendered lines in the collection's order. The build decides how many lines each pack has.
 *
 * On disk: lines ending in "\n", with a marker byte in place of the base URL, and another at the end of a record's URL. In memory: markers
 * are replaced, and line feeds become commas, so consecutive lines can be copied together. Nothing is parsed.
 */

/** Stands for the base URL. It cannot occur in JSON, where control characters are always escaped. */
export const BASE_URL_MARKER = '\u0001';
/** Stands for the suffix of a record's URL: empty, or `.json` if links are file paths. */
export const RECORD_ENDING_MARKER = '\u0002';

const BASE_URL_BYTE = BASE_URL_MARKER.charCodeAt(0);
const RECORD_ENDING_BYTE = RECORD_ENDING_MARKER.charCodeAt(0);
const LINE_FEED = 0x0a;

/** An opened pack. */
export interface Pack {
  /** The lines, joined by commas. */
  readonly bytes: Uint8Array;
  /** Start of each line, followed by the length of `bytes`. */
  readonly starts: Uint32Array;
  /** True if the pack has only the lines that were requested, numbered from 0. */
  readonly isPartial?: boolean;
}

const encoder = new TextEncoder();
/** Replaces a line feed. */
const SEPARATOR = encoder.encode(',');

/** Replacements for the markers; they depend on where the site is served. */
export interface LinkStyle {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly recordEnding: '' | '.json';
}

/**
 * Opens the bytes of a pack file: finds the bytes to replace, then copies the bytes between them. This is most of the cost of a query
 * whose packs are not cached, so it uses `indexOf`, which is fast from its first call (`npm run bench -- queries`).
 */
export function openPack(file: Uint8Array, { baseUrl, recordEnding }: LinkStyle): Pack {
  // A plain Uint8Array: views of a host's own subclass, such as Buffer, take longer to create.
  const source = new Uint8Array(file.buffer, file.byteOffset, file.length);
  const base = encoder.encode(baseUrl);
  const ending = encoder.encode(recordEnding);
  // If there is no such byte, -1 becomes a number larger than any position.
  const nextOf = (byte: number, from = 0): number => file.indexOf(byte, from) >>> 0;
  const replaced: number[] = [];
  const starts = [0];
  let size = source.length;
  let lineEnd = nextOf(LINE_FEED);
  let baseAt = nextOf(BASE_URL_BYTE);
  let endingAt = nextOf(RECORD_ENDING_BYTE);
  for (;;) {
    const at = Math.min(lineEnd, baseAt, endingAt);
    if (at >= source.length) break;
    replaced.push(at);
    if (at === lineEnd) {
      starts.push(at + 1 + size - source.length);
      lineEnd = nextOf(LINE_FEED, at + 1);
    } else if (at === baseAt) {
      size += base.length - 1;
      baseAt = nextOf(BASE_URL_BYTE, at + 1);
    } else {
      size += ending.length - 1;
      endingAt = nextOf(RECORD_ENDING_BYTE, at + 1);
    }
  }
  const bytes = new Uint8Array(size);
  let end = 0;
  let from = 0;
  for (const at of replaced) {
    bytes.set(source.subarray(from, at), end);
    end += at - from;
    from = at + 1;
    const text = source[at] === LINE_FEED ? SEPARATOR : source[at] === BASE_URL_BYTE ? base : ending;
    bytes.set(text, end);
    end += text.length;
  }
  return { bytes, starts: Uint32Array.from(starts) };
}

/** Opens only the lines with these 0-based ascending numbers; lines that the file lacks are left out. */
export function openLines(file: Uint8Array, numbers: Uint32Array, links: LinkStyle): Pack {
  const source = new Uint8Array(file.buffer, file.byteOffset, file.length);
  const cut = new Uint8Array(file.length);
  let size = 0;
  let from = 0;
  for (let line = 0, next = 0; next < numbers.length; line++) {
    const to = file.indexOf(LINE_FEED, from) + 1;
    if (to === 0) break;
    if (line === numbers[next]) {
      cut.set(source.subarray(from, to), size);
      size += to - from;
      next++;
    }
    from = to;
  }
  return { ...openPack(cut.subarray(0, size), links), isPartial: true };
}

/** A line in a pack, by its 0-based number: a view, not a copy. */
export function lineOf({ bytes, starts }: Pack, number: number): Uint8Array {
  return bytes.subarray(starts[number] as number, (starts[number + 1] as number) - 1);
}

/** Size in bytes of the lines with these 0-based numbers, with a comma after each. */
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
    // Consecutive lines, the usual case, are copied together.
    const lines = bytes.subarray(starts[from] as number, starts[to] as number);
    target.set(lines, end);
    end += lines.length;
  }
  return end;
}
