/** Re-exports the part of @noble/hashes that is needed. It is a separate module because it is loaded only if Web Crypto is unavailable. */

export { sha256 } from '@noble/hashes/sha2.js';
export { bytesToHex } from '@noble/hashes/utils.js';
