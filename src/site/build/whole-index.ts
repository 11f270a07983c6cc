/** The index of a release that is being built; all of it is in memory. Build time. */

import type { Collection, Parent } from '../../core/contract/collection.ts';
import type { ReadPart, Release } from '../../core/handler/release.ts';
import { LINES_PER_PACK } from '../../core/listing/pack.ts';
import { type IndexData, openIndex, type RowIndex } from '../../core/listing/select.ts';

/** Builds have no index parts to read. */
const readNoPart: ReadPart = (name) => Promise.reject(new Error(`builds do not read index parts, such as ${name}`));

/** The index of a collection. */
export function indexOf(release: Release, name: string): RowIndex {
  const index = release.indexOf(name, readNoPart);
  if (index instanceof Promise) throw new Error(`the index of ${name} is incomplete`);
  return index;
}

/** Number of packs of a line set, including those that do not exist yet. */
export function countPacks(release: Release, set: string): number {
  const collection = release.collections.find(({ lineSets }) => lineSets.includes(set));
  if (!collection) throw new Error(`no collection has the lines ${set}`);
  return Math.ceil(indexOf(release, collection.name).count / LINES_PER_PACK);
}

/** The first id of a collection; null if it is empty. */
export function firstId(collection: Collection, data: IndexData): string | null {
  // The first strain file is in the first block of its series. Sorting all of them would take longer than anything else here.
  const start: IndexData =
    data.kind === 'series'
      ? { kind: 'series', series: data.series.map((one) => ({ ...one, blocks: one.blocks.slice(0, 2) })) }
      : data;
  const index = openIndex(collection, start);
  return index.count > 0 ? index.idAt(0) : null;
}

/** Cached, because several listings can have the same parent collection. */
const parentsOf = new WeakMap<RowIndex, readonly Parent[]>();

/** All records of a collection as parents of listings. Computed once for each index. */
export function listParents(index: RowIndex): readonly Parent[] {
  const known = parentsOf.get(index);
  const all = known ?? Array.from({ length: index.count }, (_, n) => ({ ...index.rowAt(n), id: index.idAt(n) }));
  if (!known) parentsOf.set(index, all);
  return all;
}
