/** Re-exports the needed part of @noble/hashes. In a separate module because it is only loaded if Web Crypto is missing. */

export { sha256 } from '@noble/hashes/sha2.js';
export { bytesToHex } from '@noble/hashes/utils.js';
