/**
 * Cache of opened packs. Its size in bytes, the number of concurrent reads, and the time of each read are bounded. Requests for the same
 * pack share a read. A pack is checked against the hash in its name before it is used. Failures are not cached: a repaired pack works
 * at once.
 */

import { hashMatchesName, packPath, partPath } from '../contract/paths.ts';
import type { ReadPack } from '../listing/compose.ts';
import { LINES_PER_PACK, type LinkStyle, openLines, openPack, type Pack } from '../listing/pack.ts';
import type { IndexData } from '../listing/select.ts';
import { createByteCache } from './byte-cache.ts';
import { createGate, type Gate } from './gate.ts';
import { type ReadPart, type Sha256, SiteDamagedError } from './release.ts';

/**
 * Reads a file of the site by its path in `dist/`. Rejects if it does not exist. With `fresh`, caches on the way must revalidate; without
 * it they may return what they have, however old, because packs never change.
 */
export type ReadFile = (path: string, fresh: boolean) => Promise<Uint8Array>;

/** How packs are read, checked and kept. */
export interface PackCacheOptions {
  readonly readFile: ReadFile;
  readonly sha256: Sha256;
  /** Replacements for the markers in every line. */
  readonly links: LinkStyle;
  /** Maximum size of the cache in bytes. Default 128 MiB. */
  readonly maxBytes?: number | undefined;
  /** A read that takes longer fails. Default 10,000 ms. */
  readonly timeoutMs?: number | undefined;
  /** False if requests must not wait for reads of other requests. Default true. */
  readonly shareReads?: boolean | undefined;
}

const DEFAULT_MAX_BYTES = 128 * 2 ** 20;
/** Time limit for reading one file. */
export const DEFAULT_TIMEOUT_MS = 10_000;
/** Bounds the memory of packs being read; more concurrent reads would not be faster. */
const MAX_READS = 8;

/** Rejects with SiteDamagedError if `work` fails or takes longer than `timeoutMs`. `path` names the file in the message. */
async function inTime<T>(work: () => Promise<T>, path: string, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`timed out after ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work(), late]);
  } catch (cause) {
    throw cause instanceof SiteDamagedError ? cause : new SiteDamagedError(`${path} cannot be read`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a file of the site. Rejects with SiteDamagedError if that fails or takes longer than `timeoutMs`. */
export async function readInTime(
  readFile: ReadFile,
  path: string,
  fresh: boolean,
  timeoutMs: number,
): Promise<Uint8Array> {
  return inTime(() => readFile(path, fresh), path, timeoutMs);
}

/** Reads a file with a hash in its name. If the content does not match, asks again and bypasses caches. */
async function readNamed(
  name: string,
  path: string,
  { readFile, sha256, timeoutMs }: { readFile: ReadFile; sha256: Sha256; timeoutMs: number },
): Promise<Uint8Array> {
  for (const fresh of [false, true]) {
    const file = await readInTime(readFile, path, fresh, timeoutMs);
    if (hashMatchesName(await sha256(file), name)) return file;
  }
  throw new SiteDamagedError(`${path} is truncated or changed`);
}

/** Makes concurrent calls with the same name share one read, unless sharing is off. */
function shared<T>(shareReads: boolean, read: (name: string) => Promise<T>): (name: string) => Promise<T> {
  if (!shareReads) return read;
  const underWay = new Map<string, Promise<T>>();
  return (name) => {
    const reading = underWay.get(name) ?? read(name).finally(() => underWay.delete(name));
    underWay.set(name, reading);
    return reading;
  };
}

/** Creates the function that reads index parts. Concurrent requests share a read, unless sharing is off. */
export function createPartReader({
  readFile,
  sha256,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  shareReads = true,
}: Pick<PackCacheOptions, 'readFile' | 'sha256' | 'timeoutMs' | 'shareReads'>): ReadPart {
  return shared(shareReads, async (name) => {
    const file = await readNamed(name, partPath(name), { readFile, sha256, timeoutMs });
    return JSON.parse(new TextDecoder().decode(file)) as IndexData;
  });
}

/** A pack in the cache: the bytes of its file until it is opened as a whole. */
interface CachedPack {
  content: Uint8Array | Pack;
  isUsed: boolean;
}

/**
 * Creates the function with which `compose` reads packs; it rejects with SiteDamagedError. The first request for a pack opens only the
 * lines that it needs, because many packs are requested once; the second request opens all of them.
 */
export function createPackCache(options: PackCacheOptions): ReadPack {
  const { readFile, sha256, links, maxBytes = DEFAULT_MAX_BYTES, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const { shareReads = true } = options;
  const gate: Gate = shareReads ? createGate(MAX_READS) : (task) => task();
  const kept = createByteCache<CachedPack>(maxBytes);

  // Cached before the read counts as finished; otherwise the file could be read twice.
  const load = shared(shareReads, (name) =>
    gate(async () => {
      const content = await readNamed(name, packPath(name), { readFile, sha256, timeoutMs });
      const held = { content, isUsed: false };
      kept.set(name, held, content.length);
      return held;
    }),
  );

  async function loadInTime(name: string): Promise<CachedPack> {
    // The limit includes waiting for other reads. It starts after the read, so a slow read ends before its requests are answered.
    const loading = load(name);
    return inTime(() => loading, packPath(name), timeoutMs);
  }

  return async (name, numbers) => {
    const held = kept.get(name) ?? (await loadInTime(name));
    if ('starts' in held.content) return held.content;
    // Cutting out most of the lines would cost more than it saves.
    if (numbers && numbers.length < LINES_PER_PACK / 2 && !held.isUsed) {
      held.isUsed = true;
      return openLines(held.content, numbers, links);
    }
    const pack = openPack(held.content, links);
    held.content = pack;
    kept.set(name, held, pack.bytes.length + pack.starts.byteLength);
    return pack;
  };
}
