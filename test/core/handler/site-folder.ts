/** Two releases, and a folder with one of them that can be switched to the other, damaged, or made slow. */

import { packPath } from '../../../src/core/contract/site-paths.ts';
import { createSite, type SiteOptions } from '../../../src/core/handler/site.ts';
import { createMemorySite, lineOf, readerOf, sha256 } from '../../support/memory-site.ts';

export const a = await createMemorySite('a');
export const b = await createMemorySite('b');

export const EVENT = '/gw/api/v2/event-versions/GW2-v2';
export const DETAIL = '{"detail":"Part of the catalogue is unavailable. Try again."}';
export const eventOf = (marker: string, baseUrl?: string) => lineOf('event-version-details', 1, marker, baseUrl);

/** A folder with one release that can be switched to another. */
export function folder(files: ReadonlyMap<string, Uint8Array> = a.files) {
  const held = new Map(files);
  const reads: string[] = [];
  const hold = new Map<string, Promise<void>>();
  const readFile = async (path: string) => {
    reads.push(path);
    const found = readerOf(held)(path);
    // Looked up before waiting, because an open file stays readable.
    found.catch(() => {});
    await hold.get(path);
    return found;
  };
  return {
    held,
    reads,
    hold,
    readFile,
    /** Like a build: adds packs, then the pointer, then removes packs that are no longer needed. */
    replace(next: ReadonlyMap<string, Uint8Array>) {
      held.clear();
      for (const [path, bytes] of next) held.set(path, bytes);
    },
    open: (more: Partial<SiteOptions> = {}) => createSite({ readFile, sha256, ...more }),
  };
}

export const eventPack = (site: typeof a) => packPath(site.data.packs['event-version-details']?.names[0] as string);
