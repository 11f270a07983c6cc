/** Looks up a release's loaded indexes, for callers that do not need the others. */

import type { Release } from '../handler/release.ts';
import { listIds } from '../listing/row-index.ts';

/** The ids of a collection's records, in listing order; empty if its index is in a separate file that has not been read. */
export function idsAtHand({ loaded }: Pick<Release, 'loaded'>, collection: string): readonly string[] {
  const index = loaded(collection);
  return index ? listIds(index) : [];
}
