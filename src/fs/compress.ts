/**
 * Compresses files into copies next to them, for hosts that serve such copies: `.gz` and `.br`, each only if it is smaller than the file.
 * The same content always gives the same bytes. Used at build time.
 */

import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const GZIP_LEVEL = 9;
const BROTLI_QUALITY = 5;
/** Position of the operating system byte, and its value for "unknown" (RFC 1952, 2.3.1). */
const GZIP_SYSTEM = { at: 9, unknown: 255 };

/** Clears the operating system byte in a gzip header, so that the output is the same everywhere. */
export function clearGzipSystem(coded: Uint8Array): void {
  coded[GZIP_SYSTEM.at] = GZIP_SYSTEM.unknown;
}

function gzip(content: Uint8Array): Uint8Array {
  const coded = gzipSync(content, { level: GZIP_LEVEL });
  clearGzipSystem(coded);
  return coded;
}

function brotli(content: Uint8Array): Uint8Array {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return brotliCompressSync(content, { params });
}

/** The path of the file that a path ending like a compressed copy is a copy of; the path itself if it ends differently. */
export const originalOf = (path: string): string => path.replace(/\.(?:gz|br)$/, '');

/** A file's compressed copies: `[["1.json.gz", ...], ["1.json.br", ...]]`. */
export function compressedCopies(path: string, content: Uint8Array): [path: string, content: Uint8Array][] {
  const copies: [string, Uint8Array][] = [
    [`${path}.gz`, gzip(content)],
    [`${path}.br`, brotli(content)],
  ];
  return copies.filter(([, copy]) => copy.length < content.length);
}
