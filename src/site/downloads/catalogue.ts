/**
 * The catalogue as one JSON object, in parts. It has a member for each collection except strain files, which are by far the largest and
 * have a download of their own. A top-level collection is the array of its records, or of its entries if it has no records. A
 * collection that is only available below parents, such as segments, is an object of arrays by the parent's id. Build time; pure except
 * for the packs passed to it.
 */

import { type CollectionName, createCollections } from '../../collections/registry.ts';
import { type Collection, type Listing, recordLines } from '../../contract/collection.ts';
import { pageBody } from '../../handler/respond.ts';
import { resultsOf } from '../../listing/csv.ts';
import { indexOf, listParents, readNoPart } from '../build/whole-index.ts';
import { type Lines, linesOf, type Source } from './lines.ts';

const encoder = new TextEncoder();

/** The listing of a collection below one parent; null if the collection has a top-level listing. */
function listingBelow({ listings }: Collection): Listing | null {
  if (listings.some(({ parents }) => parents.length === 0)) return null;
  return listings.find(({ parents }) => parents.length === 1) ?? null;
}

/** Joins all parts into one array. */
async function* arrayOf(parts: Lines): Lines {
  let before = '[';
  for await (const lines of parts) {
    yield encoder.encode(before);
    yield lines;
    before = ',';
  }
  yield encoder.encode(before === '[' ? '[]' : ']');
}

/** The entries below each parent that has any: `{"H1_DATA":[...],...}`. */
async function* byParent(listing: Listing, source: Source): Lines {
  const { release, readPack } = source;
  let before = '{';
  for (const parent of listParents(indexOf(release, listing.parents[0] as string))) {
    const query = { listing, parents: [parent.id], filters: new Map(), pageSize: Number.MAX_SAFE_INTEGER, page: 1 };
    const body = await pageBody(query, [parent], release, { readPack, readPart: readNoPart });
    if (!(body instanceof Uint8Array)) throw new Error(`no entries below ${parent.id}: ${body.body.detail}`);
    const results = resultsOf(body);
    if (results.length === '[]'.length) continue;
    yield encoder.encode(`${before}${JSON.stringify(parent.id)}:`);
    yield results;
    before = ',\n';
  }
  yield encoder.encode(before === '{' ? '{}' : '}');
}

const isIncluded = ({ name }: Collection): boolean => name !== ('strain-files' satisfies CollectionName);

/** Names of the collections in the catalogue download. */
export const CATALOGUE_COLLECTIONS: readonly string[] = createCollections()
  .filter(isIncluded)
  .map(({ name }) => name);

/** The catalogue in parts. */
export async function* catalogueOf(source: Source): Lines {
  let before = '{';
  for (const collection of source.release.collections.filter(isIncluded)) {
    yield encoder.encode(`${before}${JSON.stringify(collection.name)}:`);
    const listing = listingBelow(collection);
    yield* listing ? byParent(listing, source) : arrayOf(linesOf(recordLines(collection) ?? collection.name, source));
    before = ',\n';
  }
  yield encoder.encode('}\n');
}
