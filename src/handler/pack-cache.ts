/**
 * Cache of opened packs: bounded in bytes, one read at a time for a pack however many requests want it, a bounded number
 * of reads under way, and a time limit for each. A pack is checked against the hash in its name before anything is
 * believed. Failures are not kept, so a pack that is repaired heals at once.
 */

import { isNamedAfter, packPath, partPath } from '../contract/paths.ts';
import { type LinkStyle, openPack, type Pack } from '../listing/pack.ts';
import type { IndexData } from '../listing/select.ts';
import { type ReadPart, type Sha256, SiteDamagedError } from './release.ts';

/**
 * Reads a file of the site by its path in `dist/`. Rejects where there is none. With `fresh`, caches on the way must ask for
 * what is there now; without it they may give what they have, however old, as packs never change.
 */
export type ReadFile = (path: string, fresh: boolean) => Promise<Uint8Array>;

export interface PackCacheOptions {
  readonly readFile: ReadFile;
  readonly sha256: Sha256;
  /** Put in place of the markers in every line. */
  readonly links: LinkStyle;
  /** Bytes of opened packs that are kept; the least recently used go first. Default 128 MiB. */
  readonly maxBytes?: number | undefined;
  /** A read that takes longer fails. Default 10,000 ms. */
  readonly timeoutMs?: number | undefined;
  /** False where a request must not wait for what another one reads. Default true. */
  readonly shareReads?: boolean | undefined;
}

const DEFAULT_MAX_BYTES = 128 * 2 ** 20;
export const DEFAULT_TIMEOUT_MS = 10_000;
/** Bounds the memory of packs on their way in; more at once would not make any of them arrive sooner. */
const MAX_READS = 8;

/** Rejects with SiteDamagedError where `work` fails or takes longer than `timeoutMs`. `path` is the file that it is about. */
async function inTime<T>(work: () => Promise<T>, path: string, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not there after ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work(), late]);
  } catch (cause) {
    throw cause instanceof SiteDamagedError ? cause : new SiteDamagedError(`${path} cannot be read`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a file of the site. Rejects with SiteDamagedError where that fails or takes longer than `timeoutMs`. */
export async function readInTime(
  readFile: ReadFile,
  path: string,
  fresh: boolean,
  timeoutMs: number,
): Promise<Uint8Array> {
  return inTime(() => readFile(path, fresh), path, timeoutMs);
}

/** Reads a file that has its hash in its name; what a cache on the way gives is asked for anew where it is something else. */
async function readNamed(
  name: string,
  path: string,
  { readFile, sha256, timeoutMs }: { readFile: ReadFile; sha256: Sha256; timeoutMs: number },
): Promise<Uint8Array> {
  for (const fresh of [false, true]) {
    const file = await readInTime(readFile, path, fresh, timeoutMs);
    if (isNamedAfter(await sha256(file), name)) return file;
  }
  throw new SiteDamagedError(`${path} is cut short or changed`);
}

/** Makes the function that parts of the index are read with: once for all that wait, where reads may be shared. */
export function createPartReader({
  readFile,
  sha256,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  shareReads = true,
}: Pick<PackCacheOptions, 'readFile' | 'sha256' | 'timeoutMs' | 'shareReads'>): ReadPart {
  const underWay = new Map<string, Promise<IndexData>>();

  async function read(name: string): Promise<IndexData> {
    const file = await readNamed(name, partPath(name), { readFile, sha256, timeoutMs });
    return JSON.parse(new TextDecoder().decode(file)) as IndexData;
  }

  return (name) => {
    const shared = underWay.get(name);
    if (shared) return shared;
    const reading = read(name).finally(() => underWay.delete(name));
    if (shareReads) underWay.set(name, reading);
    return reading;
  };
}

type Gate = <T>(task: () => Promise<T>) => Promise<T>;

/** Runs at most `max` tasks at a time; the others wait in order. */
function createGate(max: number): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= max) await new Promise<void>((resume) => waiting.push(resume));
    else running++;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The place passes to the next task directly, so nobody can slip in between.
      if (next) next();
      else running--;
    }
  };
}

/** Makes the function that `compose` reads packs with. It rejects with SiteDamagedError. */
export function createPackCache(options: PackCacheOptions): (name: string) => Promise<Pack> {
  const { readFile, sha256, links, maxBytes = DEFAULT_MAX_BYTES, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const { shareReads = true } = options;
  const gate: Gate = shareReads ? createGate(MAX_READS) : (task) => task();
  /** In order of use, the least recent first. */
  const kept = new Map<string, Pack>();
  const underWay = new Map<string, Promise<Pack>>();
  let bytes = 0;

  const load = async (name: string): Promise<Pack> =>
    openPack(await readNamed(name, packPath(name), { readFile, sha256, timeoutMs }), links);

  function keep(name: string, pack: Pack): void {
    if (kept.has(name)) return;
    kept.set(name, pack);
    bytes += pack.bytes.byteLength + pack.starts.byteLength;
    for (const [oldest, { bytes: old, starts }] of kept) {
      if (bytes <= maxBytes) break;
      bytes -= old.byteLength + starts.byteLength;
      kept.delete(oldest);
    }
  }

  return async (name) => {
    const pack = kept.get(name);
    if (pack) {
      kept.delete(name);
      kept.set(name, pack);
      return pack;
    }
    // A read may wait for others before it; no request waits longer for both than for a read alone.
    const shared = underWay.get(name);
    if (shared) return inTime(() => shared, packPath(name), timeoutMs);
    // Kept before the read counts as done, so that nobody in between reads, and counts, the pack again.
    const reading = gate(() => load(name))
      .then((loaded) => {
        keep(name, loaded);
        return loaded;
      })
      .finally(() => underWay.delete(name));
    if (shareReads) underWay.set(name, reading);
    return inTime(() => reading, packPath(name), timeoutMs);
  };
}
