/**
 * A site that is being served: its current release, its packs, and the change from one release to the next.
 *
 * A request is answered wholly from one release. Packs are named by content, so the cache outlives releases. Where a build
 * has already removed a pack of an older release, the request is answered anew from the release that is there now.
 */

import { DEFAULT_CACHE_LIFETIMES } from '../contract/headers.ts';
import { RELEASE_PATH } from '../contract/paths.ts';
import { UNAVAILABLE } from '../contract/refusals.ts';
import { createPackCache, createPartReader, DEFAULT_TIMEOUT_MS, type ReadFile, readInTime } from './pack-cache.ts';
import type { HandlerRequest, HandlerResponse, Ports } from './ports.ts';
import { openRelease, parseRelease, type Release, type Sha256, SiteDamagedError } from './release.ts';
import { respond } from './respond.ts';
import { refusalResponse } from './response.ts';
import type { Understood } from './understand.ts';

export interface SiteOptions {
  readonly readFile: ReadFile;
  readonly sha256: Sha256;
  /** Prefix of links, without trailing slash. Default: the one that the release was built with. */
  readonly baseUrl?: string | undefined;
  readonly codings?: Ports['codings'];
  /** Told what a request could not be answered from: the pointer, a pack or a part of the index that cannot be read or is damaged. */
  readonly onDamage?: ((problem: Error) => void) | undefined;
  /** Bytes of packs kept in memory. */
  readonly cacheBytes?: number | undefined;
  /** Limit for reading one file, in ms. */
  readonly readTimeoutMs?: number | undefined;
  /**
   * False where what a request reads may be lost when its client leaves, so that no other request may wait for it. Default
   * true: what several requests want is read once.
   */
  readonly shareReads?: boolean | undefined;
  /**
   * For hosts that are not told of a new release: age in ms from which a request has release.json read again. One request
   * waits for that; others are answered from the release that is there, which also stays where reading fails.
   */
  readonly releaseTtlMs?: number | undefined;
}

export interface Site {
  /** The release that the next request is answered from; null where release.json cannot be used. */
  readonly release: Release | null;
  /** Reads release.json again. Resolves to what is wrong with it, or null. */
  reload(): Promise<SiteDamagedError | null>;
  /**
   * Never rejects for what the client or the files did wrong. `onUnderstood` is told what the request asks for, again where it is
   * answered anew.
   */
  respond(request: HandlerRequest, onUnderstood?: (asked: Understood) => void): Promise<HandlerResponse>;
}

/** Releases that one request is tried on, where each is replaced while the request reads its packs. */
const MAX_ATTEMPTS = 4;

interface Current {
  /** The bytes of release.json: a pointer that differs in any of them is a new release, whatever id it has. */
  readonly pointer: Uint8Array;
  readonly release: Release;
  readonly ports: Ports;
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

export function createSite(options: SiteOptions): Site {
  const { readFile, sha256, codings, cacheBytes: maxBytes, readTimeoutMs: timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const { releaseTtlMs, shareReads = true, onDamage } = options;
  let current: Current | null = null;
  let reading: Promise<SiteDamagedError | null> | null = null;
  let next: Promise<SiteDamagedError | null> | null = null;
  /** When reading the pointer was last begun, ms. */
  let readAt = 0;

  function open(pointer: Uint8Array, release: Release): Current {
    // Opened packs have the base URL in them, so they can be kept only as long as it stays the same.
    if (current && current.release.baseUrl === release.baseUrl) return { pointer, release, ports: current.ports };
    const readPack = createPackCache({
      readFile,
      sha256,
      links: { baseUrl: release.baseUrl, recordEnding: '' },
      maxBytes,
      timeoutMs,
      shareReads,
    });
    const readPart = createPartReader({ readFile, sha256, timeoutMs, shareReads });
    return { pointer, release, ports: { readPack, readPart, sha256, ...(codings && { codings }) } };
  }

  async function readPointer(): Promise<SiteDamagedError | null> {
    try {
      const pointer = await readInTime(readFile, RELEASE_PATH, true, timeoutMs);
      if (current !== null && isSame(pointer, current.pointer)) return null;
      const data = await parseRelease(pointer, sha256);
      try {
        current = open(pointer, openRelease(data, options.baseUrl));
      } catch (cause) {
        // Its hash is right and its form is not: another version of the program may have written it.
        throw new SiteDamagedError(`${RELEASE_PATH} cannot be used`, { cause });
      }
      return null;
    } catch (error) {
      if (!(error instanceof SiteDamagedError)) throw error;
      if (releaseTtlMs === undefined) current = null;
      return error;
    }
  }

  function begin(): Promise<SiteDamagedError | null> {
    readAt = Date.now();
    if (!shareReads) return readPointer();
    next = null;
    reading = readPointer().finally(() => {
      reading = null;
    });
    return reading;
  }

  /** A read under way may have begun before the pointer changed, so all that ask meanwhile share the one after it. */
  function reload(): Promise<SiteDamagedError | null> {
    if (next === null && reading === null) return begin();
    next ??= (reading as Promise<unknown>).then(begin, begin);
    return next;
  }

  async function reloadForRequest(): Promise<void> {
    const problem = await (current === null ? (reading ?? reload()) : reload());
    if (problem !== null) onDamage?.(problem);
  }

  return {
    get release() {
      return current?.release ?? null;
    },
    reload,
    async respond(request, onUnderstood) {
      const isOld = Date.now() - readAt >= (releaseTtlMs ?? Number.POSITIVE_INFINITY);
      if (current === null || isOld) await reloadForRequest();
      let used = current as Current | null;
      for (let attempt = 1; used !== null; attempt++) {
        const { release, ports } = used;
        const response = await respond(request, release, ports, onUnderstood);
        if (!(response instanceof Error)) return response;
        onDamage?.(response);
        await reload();
        const now = current as Current | null;
        if (now === null || now === used || attempt === MAX_ATTEMPTS) {
          return refusalResponse(UNAVAILABLE, release.data.cache, request.method);
        }
        used = now;
      }
      return refusalResponse(UNAVAILABLE, DEFAULT_CACHE_LIFETIMES, request.method);
    },
  };
}
