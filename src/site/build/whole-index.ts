/** The index of a release that is being built, which is in memory whole. Build time. */

import type { Collection, Parent } from '../../contract/collection.ts';
import type { ReadPart, Release } from '../../handler/release.ts';
import { LINES_PER_PACK } from '../../listing/pack.ts';
import { type IndexData, openIndex, type RowIndex } from '../../listing/select.ts';

/** For functions that may read a part of the index: there is nothing to read. */
export const readNoPart: ReadPart = (name) => Promise.reject(new Error(`a build reads no parts, not ${name} either`));

/** The index of a collection. */
export function indexOf(release: Release, name: string): RowIndex {
  const index = release.indexOf(name, readNoPart);
  if (index instanceof Promise) throw new Error(`the index of ${name} is not whole`);
  return index;
}

/** How many packs a set of lines has, whether they are there already or not. */
export function countPacks(release: Release, set: string): number {
  const collection = release.collections.find(({ lineSets }) => lineSets.includes(set));
  if (!collection) throw new Error(`no collection has the lines ${set}`);
  return Math.ceil(indexOf(release, collection.name).count / LINES_PER_PACK);
}

/** The first id of a collection; null where it is empty. */
export function firstId(collection: Collection, data: IndexData): string | null {
  // The first of all strain files is in the first block of its series. Putting them all in order takes longer than anything else here.
  const start: IndexData =
    data.kind === 'series'
      ? { kind: 'series', series: data.series.map((one) => ({ ...one, blocks: one.blocks.slice(0, 2) })) }
      : data;
  const index = openIndex(collection, start);
  return index.count > 0 ? index.idAt(0) : null;
}

/** Several listings may stand below the same collection. */
const parentsOf = new WeakMap<RowIndex, readonly Parent[]>();

/** Every record of a collection, as what a listing can stand below. Made once for each index. */
export function listParents(index: RowIndex): readonly Parent[] {
  const known = parentsOf.get(index);
  const all = known ?? Array.from({ length: index.count }, (_, n) => ({ ...index.rowAt(n), id: index.idAt(n) }));
  if (!known) parentsOf.set(index, all);
  return all;
}
