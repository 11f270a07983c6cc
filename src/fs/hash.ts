/** SHA-256 of bytes or text, in hex. */

import { createHash, hash } from 'node:crypto';
import { readChunks } from './regular-file.ts';

export const sha256 = (content: Uint8Array | string): string => hash('sha256', content, 'hex');

/** A file's hash, computed in constant memory. Throws NotARegularFileError, or file system errors. */
export function hashFile(path: string): string {
  const digest = createHash('sha256');
  for (const chunk of readChunks(path)) digest.update(chunk);
  return digest.digest('hex');
}
