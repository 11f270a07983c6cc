/**
 * The catalogue as one JSON object, in parts: a member for each collection but the strain files, which are most of it by far and have a
 * download of their own. One that stands alone is the array of its records,
 * or of its entries where it has no records; one that stands below others alone is an object of arrays by the id of what it is
 * below, such as the segments of each flag. Build time; pure but for the packs that it is handed.
 */

import { type CollectionName, createCollections } from '../../collections/registry.ts';
import { type Collection, type Listing, recordLines } from '../../contract/collection.ts';
import { pageBody } from '../../handler/respond.ts';
import { resultsOf } from '../../listing/csv.ts';
import { indexOf, listParents, readNoPart } from '../build/whole-index.ts';
import { type Lines, linesOf, type Source } from './lines.ts';

const encoder = new TextEncoder();

/** The listing of a collection below one parent; null where the collection stands alone. */
function listingBelow({ listings }: Collection): Listing | null {
  if (listings.some(({ parents }) => parents.length === 0)) return null;
  return listings.find(({ parents }) => parents.length === 1) ?? null;
}

/** One array of everything in the parts, which are joined by commas. */
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

/** Names of the collections that are in it. */
export const CATALOGUE_COLLECTIONS: readonly string[] = createCollections()
  .filter(isIncluded)
  .map(({ name }) => name);

/** All of them. */
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
