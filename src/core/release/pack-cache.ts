/**
 * Cache of opened packs. Its size in bytes, the number of concurrent reads and the duration of each read are limited. Requests for the same
 * pack share a read. A pack is checked against the hash in its name before it is used. Failures are not cached: a repaired pack works at
 * once.
 */

import { createByteCache } from '../base/byte-cache.ts';
import { createGate } from '../base/gate.ts';
import { indexPath, packPath } from '../contract/site-paths.ts';
import type { ReadPack } from '../listing/compose.ts';
import { type LinkStyle, openLines, openPack, type Pack } from '../listing/pack.ts';
import type { Ports } from './ports.ts';
import { inTime, readHashedFile } from './read-file.ts';
import type { IndexFileData, ReleaseReader } from './release.ts';

/** How packs and index files are read, checked and cached. */
export interface ReadOptions extends Ports {
  /** Maximum bytes of packs in memory. Default 128 MiB. */
  readonly cacheBytes?: number | undefined;
  /**
   * False if the platform cancels reads when a client disconnects, so requests must not wait for each other's reads. Default true:
   * concurrent requests share reads.
   */
  readonly shareReads?: boolean | undefined;
}

const decoder = new TextDecoder();

const DEFAULT_CACHE_BYTES = 128 * 2 ** 20;
/** Extracting more lines than this would cost more than it saves: the largest packs have 1000 to 1400 lines. */
const MAX_CUT_LINES = 500;
/** Bounds the memory of packs being read; more concurrent reads would not be faster. */
const MAX_READS = 8;

/** Makes concurrent calls with the same name share one read, unless sharing is off. */
function shared<T>(
  { shareReads = true }: ReadOptions,
  read: (name: string) => Promise<T>,
): (name: string) => Promise<T> {
  if (!shareReads) return read;
  const underWay = new Map<string, Promise<T>>();
  return (name) => {
    const reading = underWay.get(name) ?? read(name).finally(() => underWay.delete(name));
    underWay.set(name, reading);
    return reading;
  };
}

/** Creates the function that reads index files. Concurrent requests share a read, unless sharing is off. */
export function createIndexReader(options: ReadOptions): ReleaseReader['readIndex'] {
  return shared(options, async (name) => {
    return JSON.parse(decoder.decode(await readHashedFile(indexPath(name), options))) as IndexFileData;
  });
}

/** A pack in the cache: the bytes of its file until the whole pack is opened, then the opened pack. */
interface CachedPack {
  content: Uint8Array | Pack;
  isUsed: boolean;
}

/**
 * Creates the function that `compose` uses to read packs; it rejects with SiteDamagedError. The first request for a pack opens only the
 * lines that it needs, because many packs are requested only once; the second request opens the whole pack. `links` replaces the markers in
 * the lines.
 */
export function createPackCache(options: ReadOptions, links: LinkStyle): ReadPack {
  const { cacheBytes = DEFAULT_CACHE_BYTES, shareReads = true, readTimeoutMs } = options;
  const gate: ReturnType<typeof createGate> = shareReads ? createGate(MAX_READS) : (task) => task();
  const cache = createByteCache<CachedPack>(cacheBytes);

  // The pack is cached before the read counts as finished; otherwise the file could be read twice.
  const load = shared(options, (name) =>
    gate(async () => {
      const content = await readHashedFile(packPath(name), options);
      const entry = { content, isUsed: false };
      cache.set(name, entry, content.length);
      return entry;
    }),
  );

  async function loadInTime(name: string): Promise<CachedPack> {
    // The limit includes waiting for other reads. Its timer starts after the read does, so a slow read fails before the requests that wait
    // for it.
    const loading = load(name);
    return inTime(() => loading, packPath(name), readTimeoutMs);
  }

  return async (name, numbers) => {
    const entry = cache.get(name) ?? (await loadInTime(name));
    if ('starts' in entry.content) return entry.content;
    if (numbers && numbers.length < MAX_CUT_LINES && !entry.isUsed) {
      entry.isUsed = true;
      return openLines(entry.content, numbers, links);
    }
    const pack = openPack(entry.content, links);
    entry.content = pack;
    cache.set(name, entry, pack.bytes.length + pack.starts.byteLength);
    return pack;
  };
}

/** Creates a release's reader, which caches packs. */
export const createReader = (options: ReadOptions, links: LinkStyle): ReleaseReader => ({
  readPack: createPackCache(options, links),
  readIndex: createIndexReader(options),
});
