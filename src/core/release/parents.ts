/** Finds the records that a path names, and the conditions that parents impose on entries. */

import type { IndexedRecord, Listing } from '../contract/collection.ts';
import { ALL_TIME, type Condition, type Interval } from '../contract/conditions.ts';
import { type Query, Refused } from '../contract/query.ts';
import { NOT_FOUND, type Refusal, wrongCase } from '../contract/refusals.ts';
import { type RowIndex, recordAt } from '../listing/row-index.ts';
import { selectAll } from '../listing/select.ts';
import type { Release } from './release.ts';

/** Throws Refused for an id that no record has. */
export function refuseId(id: string, index: RowIndex): never {
  const like = index.idLike(id);
  throw new Refused(like === null || like === id ? NOT_FOUND : wrongCase(like));
}

/** The position of the record with this id. Throws Refused if there is none. */
export function positionOf(id: string, index: RowIndex): number {
  const position = index.positionOf(id);
  return position < 0 ? refuseId(id, index) : position;
}

/** Finds the parents in a listing's path by their ids. Throws Refused if one of them does not exist. */
export async function findParents(
  listing: Listing,
  ids: readonly string[],
  release: Release,
): Promise<IndexedRecord[]> {
  const parents: IndexedRecord[] = [];
  for (const [n, name] of listing.parentNames.entries()) {
    const { index } = await release.open(name);
    parents.push(recordAt(index, positionOf(ids[n] as string, index)));
  }
  return parents;
}

/** The conditions that a listing's parents impose on its entries. */
export function parentConditions({ bindings }: Listing, parents: readonly IndexedRecord[]): Condition[] {
  return bindings.map(({ condition }, n) => condition(parents[n] as IndexedRecord));
}

/** The refusal of entries that the data do not record, below these parents and in this interval; null if they are recorded. */
export function refusalOf(
  listing: Listing,
  parents: readonly IndexedRecord[],
  interval: Interval,
  { valuesOf }: RowIndex,
): Refusal | null {
  const conditions = parentConditions(listing, parents);
  return listing.collection.refuse?.({ parents, conditions, interval, valuesOf }) ?? null;
}

/** Selects all entries that match a query. Throws Refused if the data do not record them. */
export function selectRecorded(query: Query, parents: readonly IndexedRecord[], index: RowIndex): Uint32Array {
  const { listing, interval = ALL_TIME } = query;
  const refusal = refusalOf(listing, parents, interval, index);
  if (refusal) throw new Refused(refusal, query);
  return selectAll(index, query, parentConditions(listing, parents));
}
