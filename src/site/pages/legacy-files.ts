/** Writes the responses of the older interfaces that have files, for hosts that serve files. */

import { legacyFile } from '../../core/contract/site-paths.ts';
import { fillPattern, LEGACY_ROWS } from '../../core/handler/legacy.ts';
import type { Release } from '../../core/handler/release.ts';
import { resolveRequest } from '../../core/handler/resolve-request.ts';

/** The body at a URL, as request handlers return it. A catalog's short name has a copy, because files cannot redirect. */
async function bodyAt(url: string, release: Release): Promise<Uint8Array> {
  const resolved = await resolveRequest({ method: 'GET', url }, release);
  if (resolved.kind === 'redirect') return bodyAt(resolved.location, release);
  if (resolved.kind !== 'legacy') throw new Error(`nothing is at ${url}`);
  return (await resolved.compose()).body;
}

export async function writeLegacy(release: Release, emit: (path: string, body: Uint8Array) => void): Promise<void> {
  const paths = new Set<string>();
  for (const { pattern, files } of LEGACY_ROWS) {
    for (const values of (await files?.(release)) ?? []) paths.add(fillPattern(pattern, values) as string);
  }
  for (const path of paths) emit(legacyFile(path), await bodyAt(`${release.basePath}/${path}`, release));
}
