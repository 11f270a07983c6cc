/** What of @noble/hashes is needed, apart so that it is loaded only where Web Crypto is missing. */

export { sha256 } from '@noble/hashes/sha2.js';
export { bytesToHex } from '@noble/hashes/utils.js';
