/** SHA-256 of bytes or text, in hex. Build time and Node host. */

import { createHash } from 'node:crypto';

export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
