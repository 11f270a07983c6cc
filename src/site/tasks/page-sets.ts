/** The pages in a listing that have files: for each enumerated set of filters, each combination of parents and each page size. */

import type { IndexedRecord, Listing } from '../../core/contract/collection.ts';
import { enumerateFilters } from '../../core/contract/enumeration.ts';
import { DEFAULT_PAGE_SIZE } from '../../core/contract/parameters.ts';
import type { Query } from '../../core/contract/query.ts';
import { selectAll } from '../../core/listing/select.ts';
import { parentConditions } from '../../core/release/parents.ts';
import type { Release } from '../../core/release/release.ts';
import { everyParents } from '../built/built-release.ts';

/** All pages for one enumerated set of filters. The selection is the same for every page size, so it is computed once. */
export interface PageSet {
  /** The first page's query, for each page size. */
  readonly queries: readonly Query[];
  readonly parents: readonly IndexedRecord[];
}

/** A listing's page sets: for each set of filters, one page set per combination of parents. */
export async function pageSets(listing: Listing, release: Release): Promise<PageSet[][]> {
  const { enumerate } = release.data;
  const combinations = await everyParents(listing, release);
  return enumerateFilters(listing, enumerate).map((filters) =>
    combinations.map((parents) => {
      const parentIds = parents.map(({ id }) => id);
      const queries = enumerate.pageSizes.map((pageSize) => ({ listing, parentIds, filters, pageSize, page: 1 }));
      return { queries, parents };
    }),
  );
}

/** The positions of all entries in a set. */
export async function selectSet({ queries, parents }: PageSet, release: Release): Promise<Uint32Array> {
  const query = queries[0] as Query;
  const { index } = await release.open(query.listing.collection.name);
  return selectAll(index, query, parentConditions(query.listing, parents));
}

/** True for the pages that records link to when links are file paths. */
export function hasFirstPageFile({ filters, pageSize, page }: Query, { data: { links, enumerate } }: Release): boolean {
  const { pageSizes } = enumerate;
  const linked = pageSizes.includes(DEFAULT_PAGE_SIZE) ? DEFAULT_PAGE_SIZE : pageSizes[0];
  return links === 'path' && filters.size === 0 && page === 1 && pageSize === linked;
}
