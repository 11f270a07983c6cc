/**
 * Chooses the ids for example paths, so that each path, and each parameter with its example value, returns 200. Lists of segments accept the
 * example values only if the catalogue has segments around GW150914.
 */

import { allListings } from '../../../core/contract/collection.ts';
import type { Release } from '../../../core/release/release.ts';
import { everyParents } from '../../built/built-release.ts';
import { START, STOP } from './parameters.ts';

/**
 * Example ids by collection: the first record's id. If a listing refuses unrecorded data, the ids of the first records for which the
 * listing accepts the example interval.
 */
export async function exampleIds(release: Release): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const refusing = allListings(release.collections).filter(({ collection }) => collection.refuse);
  for (const listing of refusing.sort((a, b) => b.parentNames.length - a.parentNames.length)) {
    const [chosen = []] = await everyParents(listing, release, { from: START, to: STOP });
    for (const [n, { id }] of chosen.entries()) {
      const name = listing.parentNames[n] as string;
      ids.set(name, ids.get(name) ?? id);
    }
  }
  for (const { name, records } of release.collections) {
    if (records === undefined || ids.has(name)) continue;
    const { index } = await release.open(name);
    if (index.count > 0) ids.set(name, index.idAt(0));
  }
  return ids;
}
