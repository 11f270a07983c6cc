/**
 * gzip for the Node host, with a cache keyed by the body's hash. The cache has a maximum size in bytes and evicts the least recently used
 * bodies. It survives new releases because identical bodies have identical hashes.
 *
 * Uses level 3, on the calling thread: `npm run bench -- gzip` compares it with other levels, brotli and a worker thread.
 */

import { gzipSync } from 'node:zlib';
import { createByteCache } from '../../core/handler/byte-cache.ts';
import type { Coding } from '../../core/handler/ports.ts';

const LEVEL = 3;
/** Overhead of a cache entry in bytes. */
const ENTRY_BYTES = 256;

/** Creates the coding. Its cache holds up to `maxBytes` bytes; if `maxBytes` is 0, nothing is cached. */
export function createGzip(maxBytes: number): Coding {
  const kept = createByteCache<Uint8Array>(maxBytes);
  return (body, hash) => {
    const known = kept.get(hash);
    if (known) return known;
    // Copied, because zlib may return a small part of a large buffer, and the whole buffer would stay in memory.
    const coded = new Uint8Array(gzipSync(body, { level: LEVEL }));
    kept.set(hash, coded, coded.length + ENTRY_BYTES);
    return coded;
  };
}
