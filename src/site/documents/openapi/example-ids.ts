/** Chooses the ids in the examples of paths, so that each path and each parameter with its example gets a 200. Build time. */

import { allListings, type Parent } from '../../../core/contract/collection.ts';
import type { Release } from '../../../core/handler/release.ts';
import type { RowIndex } from '../../../core/listing/select.ts';
import { START, STOP } from './parameters.ts';

const parentsIn = (index: RowIndex): Parent[] =>
  Array.from({ length: index.count }, (_, position) => ({ ...index.rowAt(position), id: index.idAt(position) }));

/**
 * Example ids by collection: the first record, but where a listing refuses what the data do not record, the first records below which it
 * does not refuse the interval of the examples.
 */
export async function exampleIds(release: Release): Promise<Map<string, string>> {
  const indexOf = (name: string) =>
    release.indexOf(name, () => Promise.reject(new Error('a build has the whole index')));
  const ids = new Map<string, string>();
  const refusing = allListings(release.collections).filter(({ collection }) => collection.refuse);
  for (const { collection, parents } of refusing.sort((a, b) => b.parents.length - a.parents.length)) {
    let combinations: Parent[][] = [[]];
    for (const name of parents) {
      const all = parentsIn(await indexOf(name));
      combinations = combinations.flatMap((before) => all.map((parent) => [...before, parent]));
    }
    const chosen = combinations.find((one) => collection.refuse?.(one, { from: START, to: STOP }) === null);
    for (const [n, { id }] of (chosen ?? []).entries())
      ids.set(parents[n] as string, ids.get(parents[n] as string) ?? id);
  }
  for (const { name, records } of release.collections) {
    if (records === undefined || ids.has(name)) continue;
    const index = await indexOf(name);
    if (index.count > 0) ids.set(name, index.idAt(0));
  }
  return ids;
}
