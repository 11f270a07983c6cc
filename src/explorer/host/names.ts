/** What release.json alone says of records, without reading a pack. */

import type { CollectionName } from '../../core/collections/registry.ts';
import type { Release } from '../../core/handler/release.ts';
import type { RowIndex } from '../../core/listing/select.ts';

/** The index of a collection; null if it is a file of its own. */
export function indexIn({ indexOf }: Pick<Release, 'indexOf'>, collection: CollectionName): RowIndex | null {
  const index = indexOf(collection, () => Promise.reject(new Error('not needed')));
  if (!(index instanceof Promise)) return index;
  index.catch(() => {});
  return null;
}

/** The ids of a collection's records, in the order of its listing; none if its index is a file of its own. */
export function namesIn(release: Pick<Release, 'indexOf'>, collection: CollectionName): readonly string[] {
  const index = indexIn(release, collection);
  return index === null ? [] : Array.from({ length: index.count }, (_, position) => index.idAt(position));
}
