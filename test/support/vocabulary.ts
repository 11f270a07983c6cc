/** A small vocabulary that is not in alphabetical order, its collections, and shortcuts to parse a query of a listing. */

import { createCollections } from '../../src/core/collections/registry.ts';
import type { Collection, Listing, Vocabulary } from '../../src/core/contract/collection.ts';
import { parseQuery, type Query } from '../../src/core/contract/query.ts';
import type { Refusal } from '../../src/core/contract/refusals.ts';
import { orRefusal } from './refused.ts';

export const VOCABULARY: Vocabulary = {
  detectors: ['H1', 'H2', 'L1', 'V1'],
  catalogs: ['GWTC-2', 'GWTC-1', 'a.b_c-d'],
  parameters: [
    { name: 'mass_1_source', unit: 'M_sun', description: 'Mass of the heavier object.' },
    { name: 'chi_eff', unit: '', description: 'Effective spin.' },
    { name: 'far', unit: 'yr^-1', description: 'False alarm rate.' },
  ],
};

/** Created at each use, so that a test only sees objects that are created while it runs. */
export const collections = (): readonly Collection[] => createCollections(VOCABULARY);

export const listings = (all: readonly Collection[] = collections()): readonly Listing[] =>
  all.flatMap((collection) => collection.listings);

function only<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`there is no ${what}`);
  return found;
}

export function collectionOf(name: string): Collection {
  return only(
    collections().find((one) => one.name === name),
    `collection ${name}`,
  );
}

/** The listing at a path such as `strain-files` or `runs/{}/strain-files`. */
export function listingOf(path: string): Listing {
  return only(
    listings().find((one) => one.path === path),
    `listing ${path}`,
  );
}

/** Names of all collections, and paths of all listings: for test tables, which are created before any test runs. */
export const COLLECTION_NAMES: readonly string[] = collections().map(({ name }) => name);
export const LISTING_PATHS: readonly string[] = listings().map(({ path }) => path);

/** The `allowed` names in the refusal of an unknown range filter. */
export const RANGE_FILTERS = ['mass-1-source', 'chi-eff', 'far', 'gps-time'].flatMap((name) => [
  `min-${name}`,
  `max-${name}`,
]);

/** The query; throws an error that shows the refusal. */
export function queryOf(listing: string | Listing, text: string, parents: readonly string[] = []): Query {
  const query = orRefusal(() => parseQuery(typeof listing === 'string' ? listingOf(listing) : listing, parents, text));
  if ('status' in query) throw new Error(`refused: ${JSON.stringify(query)}`);
  return query;
}

/** The refusal; throws an error that shows the query. */
export function refusalOf(listing: string | Listing, text: string): Refusal {
  const parsed = orRefusal(() => parseQuery(typeof listing === 'string' ? listingOf(listing) : listing, [], text));
  if ('filters' in parsed) throw new Error(`accepted: ${JSON.stringify([...parsed.filters])}`);
  return parsed;
}

/** Filters with their values as pairs in the query's order, then page size and page. */
export function summaryOf(listing: string | Listing, text: string): unknown[] {
  const { listing: asked, filters, pageSize, page } = queryOf(listing, text);
  return [
    Array.from(filters, ([name, { text: canonical }]) => [name, asked.filters.get(name)?.codec.parse(canonical)]),
    pageSize,
    page,
  ];
}
