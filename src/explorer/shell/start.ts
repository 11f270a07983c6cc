/** The request that the page shows when its address has none. */

import { EVENT_VERSION } from '../../core/collections/event-versions.ts';
import type { Release } from '../../core/handler/release.ts';
import { HOME, withParameters } from '../address/address.ts';
import { indexIn } from '../host/names.ts';

/**
 * The event versions of the newest cumulative catalog, because it has the version of each event that was chosen for its values; the last
 * version of each event may have none. Without a cumulative catalog, the last versions.
 */
export function startTarget(release: Pick<Release, 'indexOf' | 'data'>): string {
  const index = indexIn(release, 'event-versions');
  if (index === null) return HOME.target;
  const cumulative = new Set<string>();
  for (let position = 0; position < index.count; position++) {
    const [, ...others] = index.rowAt(position).names(EVENT_VERSION.catalogs);
    for (const name of others) cumulative.add(name);
  }
  // The catalogs of the data are in order, the newest first.
  const newest = release.data.vocabulary.catalogs.find((name) => cumulative.has(name));
  return newest === undefined ? HOME.target : withParameters('event-versions', { release: newest });
}
