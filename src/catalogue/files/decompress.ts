/** Decompresses files that may be compressed with gzip. Separate from the reader of texts, because few commands need zlib. */
import { gunzipSync } from 'node:zlib';
import type { Finding } from '../../report/problems.ts';
import { MAX_BYTES, TOO_LARGE } from './text-file.ts';

/** The first bytes of a compressed file: RFC 1952, section 2.3.1. */
const MAGIC = Buffer.from([0x1f, 0x8b]);

/**
 * Decompresses a file, or returns the reason why this is not possible. Bytes that are not compressed are returned unchanged. Stops if
 * the content becomes too large, so that a small file cannot fill the memory.
 */
export function decompress(bytes: Buffer): Buffer | Finding {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE') return { ...TOO_LARGE, message: `${TOO_LARGE.message} when decompressed` };
    if (!String(code).startsWith('Z_')) throw error;
    const message = `the compressed file is damaged: ${(error as Error).message}`;
    return { code: 'D102', message, fix: 'download or compress it again' };
  }
}
