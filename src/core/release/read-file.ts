/** Reads files within a time limit, and checks files that are named by their hash. */

import { SiteDamagedError } from '../base/site-damaged-error.ts';
import { hashMatchesPath } from '../contract/site-paths.ts';
import type { Ports } from './ports.ts';

const DEFAULT_TIMEOUT_MS = 10_000;

/** Rejects with SiteDamagedError if `work` fails or takes longer than `timeoutMs`. `path` names the file in the message. */
export async function inTime<T>(work: () => Promise<T>, path: string, timeoutMs = DEFAULT_TIMEOUT_MS): Promise<T> {
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

/**
 * Reads a pack or an index file and checks it against the hash in its name. If the content does not match, reads it again, bypassing
 * caches. Rejects with SiteDamagedError.
 */
export async function readHashedFile(path: string, { readFile, sha256, readTimeoutMs }: Ports): Promise<Uint8Array> {
  for (const fresh of [false, true]) {
    const file = await inTime(() => readFile(path, fresh), path, readTimeoutMs);
    if (hashMatchesPath(await sha256(file), path)) return file;
  }
  throw new SiteDamagedError(`${path} is truncated or changed`);
}
