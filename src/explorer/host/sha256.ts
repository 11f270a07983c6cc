/** SHA-256 in the browser. Web Crypto is only available over HTTPS and on localhost; otherwise a library is used. */

import type { Sha256 } from '../../core/handler/release.ts';
import { sha256 as webSha256 } from '../../hosts/fetch.ts';

/** The fastest implementation available. */
export async function chooseSha256(): Promise<Sha256> {
  if (isSecureContext) return webSha256;
  const { sha256, bytesToHex } = await import('./sha256-library.ts');
  return (bytes) => bytesToHex(sha256(bytes));
}
