/** Finds the parents in a listing's path, and their conditions on its entries. */

import type { Listing, Parent } from '../contract/collection.ts';
import type { Condition } from '../contract/conditions.ts';
import type { Query } from '../contract/query.ts';
import { NOT_FOUND, type Refusal, wrongCase } from '../contract/refusals.ts';
import { parentAt, type RowIndex } from '../listing/row-index.ts';
import type { ReadPart, Release } from './release.ts';

/** The refusal for an id that no record has. */
export function unknownId(id: string, index: RowIndex): Refusal {
  const like = index.idLike(id);
  return like === null || like === id ? NOT_FOUND : wrongCase(like);
}

/** A listing and the parents named in its path. */
export interface FoundListing {
  readonly kind: 'listing';
  readonly listing: Listing;
  readonly parents: readonly Parent[];
}

/** Finds the parents named in a listing's path, given by their ids. Returns a refusal if one of them does not exist. */
export async function findListing(
  listing: Listing,
  ids: readonly string[],
  release: Release,
  readPart: ReadPart,
): Promise<FoundListing | Refusal> {
  const parents: Parent[] = [];
  for (const [n, name] of listing.parents.entries()) {
    const index = await release.indexOf(name, readPart);
    const id = ids[n] as string;
    const position = index.positionOf(id);
    if (position < 0) return unknownId(id, index);
    parents.push(parentAt(index, position));
  }
  return { kind: 'listing', listing, parents };
}

/** The conditions that a listing's parents impose on its entries. */
export function parentConditions({ bindings }: Listing, parents: readonly Parent[]): Condition[] {
  return bindings.map(({ condition }, n) => condition(parents[n] as Parent));
}

/** The refusal for a query whose entries the data do not record; null if they are recorded. */
export function refuseUnrecorded(
  { listing, filters }: Pick<Query, 'listing' | 'filters'>,
  parents: readonly Parent[],
  { valuesOf }: RowIndex,
): Refusal | null {
  const { refuse, interval } = listing.collection;
  if (refuse === undefined) return null;
  const [from, to] = (interval ?? []).map(({ name }) => filters.get(name)?.condition.value as number | undefined);
  return refuse({
    parents,
    conditions: parentConditions(listing, parents),
    from: from ?? Number.NEGATIVE_INFINITY,
    to: to ?? Number.POSITIVE_INFINITY,
    valuesOf,
  });
}
