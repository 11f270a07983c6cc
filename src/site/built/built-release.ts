/** A release that is being built. Its whole index is in memory. */

import type { IndexedRecord, Listing } from '../../core/contract/collection.ts';
import { ALL_TIME } from '../../core/contract/conditions.ts';
import { listRecords, type RowIndex } from '../../core/listing/row-index.ts';
import type { IndexData } from '../../core/listing/select.ts';
import { refusalOf } from '../../core/release/parents.ts';
import { openRelease, type Release, type ReleaseData } from '../../core/release/release.ts';

/** Its packs are known once they are written. Only the pointer names documents and downloads. */
export interface BuiltRelease extends ReleaseData {
  readonly index: Readonly<Record<string, IndexData>>;
}

/** A built release that can answer requests. */
export interface OpenBuiltRelease extends Release {
  loaded(name: string): RowIndex;
}

/** Opens a release; without packs, no lines can be read. */
export function openBuilt(built: BuiltRelease, options: Parameters<typeof openRelease>[1] = {}): OpenBuiltRelease {
  const release = openRelease(built, options);
  return { ...release, loaded: (name) => release.loaded(name) as RowIndex };
}

/** Cached, because several listings can have the same parent collection. */
const known = new WeakMap<RowIndex, readonly IndexedRecord[]>();

/** All records in a collection. Computed once per index. */
export function recordsOf(index: RowIndex): readonly IndexedRecord[] {
  const all = known.get(index) ?? listRecords(index);
  known.set(index, all);
  return all;
}

/** All combinations of a listing's parents, except combinations for which the listing refuses the interval (GPS seconds). */
export function everyParents(listing: Listing, release: OpenBuiltRelease, within = ALL_TIME): IndexedRecord[][] {
  const { collection, parentNames } = listing;
  let combinations: IndexedRecord[][] = [[]];
  for (const name of parentNames) {
    const all = recordsOf(release.loaded(name));
    combinations = combinations.flatMap((before) => all.map((parent) => [...before, parent]));
  }
  if (collection.refuse === undefined) return combinations;
  const index = release.loaded(collection.name);
  return combinations.filter((parents) => refusalOf(listing, parents, within, index) === null);
}
