/** The index of a release that is being built; the whole index is in memory. */

import type { Listing, Parent } from '../../core/contract/collection.ts';
import { ALL_TIME } from '../../core/contract/conditions.ts';
import { refusalOf } from '../../core/handler/parents.ts';
import type { Release } from '../../core/handler/release.ts';
import { listParents, type RowIndex } from '../../core/listing/row-index.ts';

/** Returns a collection's index. */
export function indexOf(release: Release, name: string): RowIndex {
  const index = release.loaded(name);
  if (index === undefined) throw new Error(`the index of ${name} is incomplete`);
  return index;
}

/** Cached, because several listings can have the same parent collection. */
const known = new WeakMap<RowIndex, readonly Parent[]>();

/** All records in a collection, as parents of listings. Computed once per index. */
export function parentsOf(index: RowIndex): readonly Parent[] {
  const all = known.get(index) ?? listParents(index);
  known.set(index, all);
  return all;
}

/** All combinations of a listing's parents, except combinations for which the listing refuses the interval (GPS seconds). */
export function everyParents(listing: Listing, release: Release, within = ALL_TIME): Parent[][] {
  const { collection, parents } = listing;
  let combinations: Parent[][] = [[]];
  for (const name of parents) {
    const all = parentsOf(indexOf(release, name));
    combinations = combinations.flatMap((before) => all.map((parent) => [...before, parent]));
  }
  if (collection.refuse === undefined) return combinations;
  const index = indexOf(release, collection.name);
  return combinations.filter((parents) => refusalOf(listing, parents, within, index) === null);
}
