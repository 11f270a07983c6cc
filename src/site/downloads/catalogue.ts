/**
 * Writes the catalogue as one JSON object, in parts. The object has a member for each collection except strain files, which are by far the
 * largest and have their own download. A top-level collection becomes an array of its records, or of its entries if it has no records. A
 * collection that is available only below parents, such as segments, becomes an object of arrays, keyed by the parent's id.
 */

import { type CollectionName, createCollections } from '../../core/collections/registry.ts';
import type { Collection, Listing } from '../../core/contract/collection.ts';
import { recordLineSet } from '../../core/contract/line-sets.ts';
import { composeEntries } from '../../core/listing/compose.ts';
import { parentConditions } from '../../core/release/parents.ts';
import type { Release } from '../../core/release/release.ts';
import { recordsOf } from '../built/built-release.ts';
import { formatJson } from './formats.ts';
import { type Lines, packLines } from './lines.ts';

const encoder = new TextEncoder();

/** A collection's listing below one parent; null if the collection has a top-level listing. */
function listingBelow({ listings }: Collection): Listing | null {
  if (listings.some(({ parentNames }) => parentNames.length === 0)) return null;
  return listings.find(({ parentNames }) => parentNames.length === 1) ?? null;
}

/** The entries below each parent that has any: `{"H1_DATA":[...],...}`. */
async function* byParent(listing: Listing, release: Release): Lines {
  const { collection } = listing;
  const source = await release.open(collection.name);
  let before = '{';
  for (const parent of await recordsOf(listing.parentNames[0] as string, release)) {
    const positions = source.index.select(parentConditions(listing, [parent]));
    if (positions.length === 0) continue;
    yield encoder.encode(`${before}${JSON.stringify(parent.id)}:`);
    yield await composeEntries(collection, positions, source);
    before = ',\n';
  }
  yield encoder.encode(before === '{' ? '{}' : '}');
}

const isIncluded = ({ index }: Collection): boolean => index !== 'series';

/** Names of the collections in the catalogue download. */
export const CATALOGUE_COLLECTIONS = createCollections()
  .filter(isIncluded)
  .map(({ name }) => name as CollectionName);

/** Yields the catalogue in parts. */
export async function* catalogueJson(release: Release): Lines {
  let before = '{';
  for (const collection of release.collections.filter(isIncluded)) {
    yield encoder.encode(`${before}${JSON.stringify(collection.name)}:`);
    const listing = listingBelow(collection);
    yield* listing
      ? byParent(listing, release)
      : formatJson(packLines(collection.name, recordLineSet(collection) ?? collection.name, release));
    before = ',\n';
  }
  yield encoder.encode('}\n');
}
