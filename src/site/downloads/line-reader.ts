/**
 * Reads the lines of packs one pack after the other, in memory that is used again for each: memory that is new costs more than to read,
 * check and open the pack. Build time.
 */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { hashMatchesName, packPath } from '../../contract/paths.ts';
import { SiteDamagedError } from '../../handler/release.ts';
import { BASE_URL_MARKER, type LinkStyle, type Pack } from '../../listing/pack.ts';
import { sha256 } from '../output/hash.ts';

const LINE_FEED = 0x0a;
const COMMA = 0x2c;
const BASE_URL_BYTE = BASE_URL_MARKER.charCodeAt(0);

const encoder = new TextEncoder();

/** Memory for one content after the other. */
interface Buffered {
  bytes: Uint8Array;
}

/** Room for `size` bytes, of which the first `kept` stay as they are. */
function reserve(buffer: Buffered, size: number, kept = 0): Uint8Array {
  if (buffer.bytes.length < size) {
    const larger = new Uint8Array(2 * size);
    larger.set(buffer.bytes.subarray(0, kept));
    buffer.bytes = larger;
  }
  return buffer.bytes;
}

function readInto(buffer: Buffered, path: string): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = reserve(buffer, size);
    let end = 0;
    for (let read = -1; end < size && read !== 0; end += read) read = readSync(file, bytes, end, size - end, null);
    return bytes.subarray(0, end);
  } finally {
    closeSync(file);
  }
}

/**
 * The lines of a pack file as in a page: what markers stand for in their place, and commas between lines. Byte by byte, which takes two
 * thirds of the time that `openPack` takes, because nothing is allocated on the way.
 */
function openInto(buffer: Buffered, file: Uint8Array, { baseUrl, recordEnding }: LinkStyle): Uint8Array {
  const base = encoder.encode(baseUrl);
  const ending = encoder.encode(recordEnding);
  let bytes = reserve(buffer, file.length);
  let size = 0;
  for (let at = 0; at < file.length; at++) {
    const byte = file[at] as number;
    if (byte > LINE_FEED) {
      bytes[size++] = byte;
    } else if (byte === LINE_FEED) {
      bytes[size++] = COMMA;
    } else {
      const text = byte === BASE_URL_BYTE ? base : ending;
      bytes = reserve(buffer, size + text.length + file.length - at, size);
      for (let n = 0; n < text.length; n++) bytes[size++] = text[n] as number;
    }
  }
  // Without the comma behind the last line.
  return bytes.subarray(0, size - 1);
}

/** Where a pack is: its folder, and its content where that is in memory already. */
interface Place {
  readonly folder: string;
  readonly pack?: Pack;
}

/**
 * Makes the function that reads the lines of a pack by its name, joined by commas. What it returns is overwritten by the next call. It
 * throws SiteDamagedError where a pack cannot be read, or has another content than its name promises.
 */
export function createLineReader(
  find: (name: string) => Place | undefined,
  links: LinkStyle,
): (name: string) => Uint8Array {
  const file: Buffered = { bytes: new Uint8Array(0) };
  const opened: Buffered = { bytes: new Uint8Array(0) };
  return (name) => {
    const { folder = '', pack } = find(name) ?? {};
    if (pack) return pack.bytes.subarray(0, -1);
    let content: Uint8Array;
    try {
      content = readInto(file, join(folder, packPath(name)));
    } catch (cause) {
      throw new SiteDamagedError(`${packPath(name)} cannot be read`, { cause });
    }
    if (!hashMatchesName(sha256(content), name))
      throw new SiteDamagedError(`${packPath(name)} is cut short or changed`);
    return openInto(opened, content, links);
  };
}
