/**
 * A site being served: its current release, its cached packs, and the switch from one release to the next.
 *
 * Every request is answered from a single release. Packs are named after their content, so the cache survives a switch. If a build has
 * removed a pack of an older release, the request is answered again from the current one.
 */

import { SiteDamagedError } from '../base/site-damaged-error.ts';
import { UNAVAILABLE } from '../contract/refusals.ts';
import { RELEASE_PATH } from '../contract/site-paths.ts';
import { createReader, type ReadOptions } from '../release/pack-cache.ts';
import type { HandlerRequest, HandlerResponse } from '../release/ports.ts';
import { inTime } from '../release/read-file.ts';
import { openRelease, parseRelease, type Release, type ReleaseData, type ReleaseReader } from '../release/release.ts';
import { type RespondOptions, respond } from './respond.ts';
import { refusalResponse } from './response.ts';

/** The functions and settings that a host gives to a site; everything but `readFile` and `sha256` is optional. */
export interface SiteOptions extends ReadOptions {
  /** Prefix for links, without a trailing slash. Default: the release's own base URL. */
  readonly baseUrl?: string | undefined;
  /** Called with the error if the pointer, a pack or an index file is damaged or cannot be read. */
  readonly onDamage?: ((problem: Error) => void) | undefined;
  /**
   * For hosts that are not notified of new releases: release.json is read again once it is this old, in ms. One request waits for the read;
   * others are answered from the current release, which also remains in use if reading fails.
   */
  readonly releaseTtlMs?: number | undefined;
}

/** A site that answers requests. */
export interface Site {
  /** The release that answers the next request; null if release.json has not been read, or is unusable. */
  readonly release: Release | null;
  /** Resolves to `release`, but first reads release.json if it has not been read yet or is due to be read again. */
  open(): Promise<Release | null>;
  /** Reads release.json again. Resolves to an error if it is unusable, otherwise to null. */
  reload(): Promise<SiteDamagedError | null>;
  /**
   * Never rejects because of the request or the site's files, only if `options` reject. If the request is retried on a newer release,
   * `onResolved` is called again.
   */
  respond(request: HandlerRequest, options?: RespondOptions): Promise<HandlerResponse>;
}

/** Maximum number of attempts to answer a request: if a release is replaced while its packs are being read, the next release is tried. */
const MAX_ATTEMPTS = 4;

interface Current {
  /** The bytes of release.json: a pointer with different bytes is a new release, even with the same id. */
  readonly pointer: Uint8Array;
  readonly release: Release;
  readonly reader: ReleaseReader;
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/** Opens a release; `previous` is the release before it. */
function openCurrent(options: SiteOptions, previous: Current | null, pointer: Uint8Array, data: ReleaseData): Current {
  const { baseUrl = data.baseUrl } = options;
  // Opened packs contain the base URL, so they can be kept only while it stays the same.
  const isKept = previous !== null && previous.release.baseUrl === baseUrl;
  const reader = isKept ? previous.reader : createReader(options, { baseUrl, recordEnding: '' });
  return { pointer, release: openRelease(data, reader, { baseUrl }), reader };
}

/** Reads the pointer, and keeps the release that it describes. */
function createPointer(options: SiteOptions) {
  const { readFile, sha256, readTimeoutMs, releaseTtlMs, shareReads = true } = options;
  /** Null before the first successful read and, unless `releaseTtlMs` is set, while the pointer is unusable. */
  let current: Current | null = null;
  let reading: Promise<SiteDamagedError | null> | null = null;
  let next: Promise<SiteDamagedError | null> | null = null;
  /** When the last read of the pointer started, in ms. */
  let readAt = 0;

  async function readPointer(): Promise<SiteDamagedError | null> {
    try {
      const pointer = await inTime(() => readFile(RELEASE_PATH, true), RELEASE_PATH, readTimeoutMs);
      if (current !== null && isSame(pointer, current.pointer)) return null;
      const data = await parseRelease(pointer, sha256);
      try {
        current = openCurrent(options, current, pointer, data);
      } catch (cause) {
        // The hash is correct but the content is unusable: another version of the program may have written it.
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

  /**
   * Reads the pointer; resolves to an error if it is unusable. A read in progress may have started before the pointer changed, so later
   * callers share the next read.
   */
  function reload(): Promise<SiteDamagedError | null> {
    if (next === null && reading === null) return begin();
    next ??= (reading as Promise<unknown>).then(begin, begin);
    return next;
  }

  /** Like `reload`, but accepts the result of a read in progress. */
  const load = () => reading ?? reload();
  return { current: () => current, readAt: () => readAt, reload, load };
}

/** Creates a site. Its first request reads release.json, unless `reload` was called before. */
export function createSite(options: SiteOptions): Site {
  const { releaseTtlMs = Number.POSITIVE_INFINITY, onDamage } = options;
  const pointer = createPointer(options);

  async function open(): Promise<Current | null> {
    if (pointer.current() === null || Date.now() - pointer.readAt() >= releaseTtlMs) {
      const problem = await (pointer.current() === null ? pointer.load() : pointer.reload());
      if (problem !== null) onDamage?.(problem);
    }
    return pointer.current();
  }

  return {
    get release() {
      return pointer.current()?.release ?? null;
    },
    open: async () => (await open())?.release ?? null,
    reload: pointer.reload,
    async respond(request, respondOptions) {
      let used = await open();
      for (let attempt = 1; used !== null; attempt++) {
        const response = await respond(request, used.release, options, respondOptions);
        if (!(response instanceof Error)) return response;
        onDamage?.(response);
        const problem = await pointer.reload();
        if (problem !== null) onDamage?.(problem);
        const now = pointer.current();
        if (now === null || now === used || attempt === MAX_ATTEMPTS) break;
        used = now;
      }
      return refusalResponse(UNAVAILABLE, used?.release, request.method);
    },
  };
}
