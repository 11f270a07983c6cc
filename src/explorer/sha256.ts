/** SHA-256 in a browser. Web Crypto exists only where the page came over HTTPS or from localhost; elsewhere a library takes its place. */

import type { Sha256 } from '../handler/release.ts';
import { sha256 as webSha256 } from '../hosts/fetch.ts';

/** The fastest way that this page has. */
export async function chooseSha256(): Promise<Sha256> {
  if (isSecureContext) return webSha256;
  const { sha256, bytesToHex } = await import('./sha256-library.ts');
  return (bytes) => bytesToHex(sha256(bytes));
}
