/** Creates small packs, and pack caches that record their reads. */

import { SiteDamagedError } from '../../../src/core/base/site-damaged-error.ts';
import { packName, packPath } from '../../../src/core/contract/site-paths.ts';
import type { Pack } from '../../../src/core/listing/pack.ts';
import { createPackCache, type ReadOptions } from '../../../src/core/release/pack-cache.ts';
import { readerOf, sha256 } from '../../support/memory-site.ts';
import { packBytes } from '../../support/pack-bytes.ts';

export const LINKS = { baseUrl: 'http://b', recordEnding: '' } as const;

/** Packs with one line of 93 bytes: 94 bytes when opened, and 8 for line starts. */
export function packs(count: number) {
  const files = new Map<string, Uint8Array>();
  const names = Array.from({ length: count }, (_, n) => {
    const bytes = packBytes([`"${String(n).padStart(91, '0')}"`]);
    const name = packName('x', sha256(bytes));
    files.set(packPath(name), bytes);
    return name;
  });
  return { files, names: names as [string, ...string[]] };
}
export const PACK_BYTES = 94 + 8;

export function cacheOf(files: ReadonlyMap<string, Uint8Array>, more: Partial<ReadOptions> = {}) {
  const reads: string[] = [];
  const read = readerOf(files);
  const readFile = async (path: string) => {
    reads.push(path);
    return read(path);
  };
  const readPack = createPackCache({ readFile, sha256, ...more }, LINKS);
  return { get: (name: string) => readPack(name), readPack, reads };
}

export const textOf = (pack: Pack) => new TextDecoder().decode(pack.bytes);
export const damaged = (message: string) => new SiteDamagedError(message);
