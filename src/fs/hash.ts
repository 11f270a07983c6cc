/** SHA-256 of bytes or text, in hex. Build time and Node host. */

import { createHash, hash } from 'node:crypto';
import { readChunks } from './regular-file.ts';

export const sha256 = (content: Uint8Array | string): string => hash('sha256', content, 'hex');

/** The hash of a file, in constant memory. Throws NotARegularFileError, or what the file system throws. */
export function hashFile(path: string): string {
  const digest = createHash('sha256');
  for (const chunk of readChunks(path)) digest.update(chunk);
  return digest.digest('hex');
}
