/** Looks up a release's loaded indexes, for callers that do not need the others. Pure. */

import type { Release } from '../handler/release.ts';
import type { RowIndex } from '../listing/row-index.ts';

export type Indexed = Pick<Release, 'indexOf'>;

/** The index of a collection; null if it is stored separately and not loaded. */
export function indexAtHand({ indexOf }: Indexed, collection: string): RowIndex | null {
  const index = indexOf(collection, () => Promise.reject(new Error('not needed')));
  if (!(index instanceof Promise)) return index;
  index.catch(() => {});
  return null;
}

/** The ids of a collection's records, in listing order; empty if its index is stored separately. */
export function idsAtHand(release: Indexed, collection: string): readonly string[] {
  const index = indexAtHand(release, collection);
  return index === null ? [] : Array.from({ length: index.count }, (_, position) => index.idAt(position));
}
