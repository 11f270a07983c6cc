/** A small vocabulary whose order is not alphabetical, and short ways to parse a query against it. */

import { createListings, type Listings, type Vocabulary } from '../../src/contract/listings.ts';
import { parseQuery, type Query } from '../../src/contract/query.ts';
import type { Refusal } from '../../src/contract/refusals.ts';
import type { ListingName } from '../../src/contract/wire.ts';

export const VOCABULARY: Vocabulary = {
  detectors: ['H1', 'H2', 'L1', 'V1'],
  catalogs: ['GWTC-2', 'GWTC-1', 'a.b_c-d'],
  parameters: [
    { name: 'mass_1_source', unit: 'M_sun', description: 'Mass of the heavier object.' },
    { name: 'chi_eff', unit: '', description: 'Effective spin.' },
    { name: 'far', unit: 'yr^-1', description: 'False alarm rate.' },
  ],
};

/** Made anew at each use, so that what a test sees is made while it runs. */
export const LISTINGS: Listings = {
  get 'strain-files'() {
    return createListings(VOCABULARY)['strain-files'];
  },
  get 'event-versions'() {
    return createListings(VOCABULARY)['event-versions'];
  },
  get 'default-parameters'() {
    return createListings(VOCABULARY)['default-parameters'];
  },
};

/** What `allowed` of an unknown range filter names. */
export const RANGE_FILTERS = ['mass-1-source', 'chi-eff', 'far', 'gps-time'].flatMap((name) => [
  `min-${name}`,
  `max-${name}`,
]);

/** The query, or an error that shows the refusal. */
export function queryOf(listing: ListingName, text: string): Query {
  const parsed = parseQuery(LISTINGS[listing], text);
  if (!parsed.ok) throw new Error(`refused: ${JSON.stringify(parsed.refusal)}`);
  return parsed.query;
}

/** The refusal, or an error that shows the query. */
export function refusalOf(listing: ListingName, text: string): Refusal {
  const parsed = parseQuery(LISTINGS[listing], text);
  if (parsed.ok) throw new Error(`accepted: ${JSON.stringify([...parsed.query.filters])}`);
  return parsed.refusal;
}

/** Filters as pairs in the query's order, then page size and page. */
export function summaryOf(listing: ListingName, text: string): unknown[] {
  const { filters, pageSize, page } = queryOf(listing, text);
  return [[...filters], pageSize, page];
}
