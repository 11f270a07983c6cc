/** Finds the records that a path names, and the conditions that parents impose on entries. */

import type { Listing, Parent } from '../contract/collection.ts';
import type { Condition } from '../contract/conditions.ts';
import { type Query, Refused } from '../contract/query.ts';
import { NOT_FOUND, wrongCase } from '../contract/refusals.ts';
import { parentAt, type RowIndex } from '../listing/row-index.ts';
import type { Release } from './release.ts';

/** Throws Refused for an id that no record has. */
export function refuseId(id: string, index: RowIndex): never {
  const like = index.idLike(id);
  throw new Refused(like === null || like === id ? NOT_FOUND : wrongCase(like));
}

/** The position of the record with this id. Throws Refused if there is none. */
export function findRecord(id: string, index: RowIndex): number {
  const position = index.positionOf(id);
  return position < 0 ? refuseId(id, index) : position;
}

/** Finds the parents in a listing's path by their ids. Throws Refused if one of them does not exist. */
export async function findParents(listing: Listing, ids: readonly string[], release: Release): Promise<Parent[]> {
  const parents: Parent[] = [];
  for (const [n, name] of listing.parents.entries()) {
    const index = await release.index(name);
    parents.push(parentAt(index, findRecord(ids[n] as string, index)));
  }
  return parents;
}

/** The conditions that a listing's parents impose on its entries. */
export function parentConditions({ bindings }: Listing, parents: readonly Parent[]): Condition[] {
  return bindings.map(({ condition }, n) => condition(parents[n] as Parent));
}

/** Throws Refused for a query whose entries the data do not record. */
export function refuseUnrecorded(query: Query, parents: readonly Parent[], { valuesOf }: RowIndex): void {
  const { listing, filters } = query;
  const { refuse, interval } = listing.collection;
  const [from, to] = (interval ?? []).map(({ name }) => filters.get(name)?.condition?.value as number | undefined);
  const refusal = refuse?.({
    parents,
    conditions: parentConditions(listing, parents),
    from: from ?? Number.NEGATIVE_INFINITY,
    to: to ?? Number.POSITIVE_INFINITY,
    valuesOf,
  });
  if (refusal) throw new Refused(refusal, query);
}
