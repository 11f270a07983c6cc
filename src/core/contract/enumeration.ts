/**
 * Enumerated queries: queries that have page files. A query is enumerated if all its filters are configured for its collection, each filter
 * has a single value, and the page size is configured. Queries for nested listings are enumerated only if they have no filters.
 */

import { byCodeUnit } from '../base/order.ts';
import { type Collection, type Listing, wholeListings } from './collection.ts';
import type { Filter } from './filters.ts';
import { type AppliedFilter, type AppliedFilters, applyFilter, type Query } from './query.ts';
import { filterInPath, pageFolder, pathFilters } from './site-paths.ts';

/** The enumerated queries, as configured. */
export interface Enumeration {
  /** Entries per page. */
  readonly pageSizes: readonly number[];
  /** The filters whose values are all enumerated, by collection. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

/** The service's page size, and the page size that programs request. Each page size adds another copy of all entries. */
const DEFAULT_PAGE_SIZES = [20, 500];

/** The default: every filter with finitely many values, in top-level listings. */
export function defaultEnumeration(collections: readonly Collection[]): Enumeration {
  const filters = wholeListings(collections).map((listing) => {
    return [listing.collection.name, pathFilters(listing).map(({ name }) => name)] as const;
  });
  return {
    pageSizes: DEFAULT_PAGE_SIZES,
    filters: Object.fromEntries(filters.filter(([, names]) => names.length > 0)),
  };
}

/** True if every value of this filter has page files in this listing. */
function isEnumeratedFilter({ collection, parentNames }: Listing, name: string, enumeration: Enumeration): boolean {
  return parentNames.length === 0 && (enumeration.filters[collection.name]?.includes(name) ?? false);
}

/** The values of a filter that paths can contain; null stands for a query without the filter. */
function pathValues(listing: Listing, filter: Filter): (AppliedFilter | null)[] {
  const values = (filter.codec.allowed ?? []).map((text) => filter.codec.parse(text));
  const applied = values.map((value) => (value === undefined ? null : applyFilter(filter, value)));
  return [null, ...applied.filter((one) => one !== null && filterInPath(listing, filter.name, one.text) !== null)];
}

/** Every enumerated combination of a listing's filters, each sorted by name. */
export function enumerateFilters(listing: Listing, enumeration: Enumeration): AppliedFilters[] {
  const configured = pathFilters(listing).filter(({ name }) => isEnumeratedFilter(listing, name, enumeration));
  let sets: [string, AppliedFilter][][] = [[]];
  for (const filter of configured.sort((a, b) => byCodeUnit(a.name, b.name))) {
    const values = pathValues(listing, filter);
    sets = sets.flatMap((set) =>
      values.map((value): [string, AppliedFilter][] => (value === null ? set : [...set, [filter.name, value]])),
    );
  }
  return sets.map((set) => new Map(set));
}

/** True if the build writes page files for the query, provided that the page exists. */
export function isEnumerated(query: Query, enumeration: Enumeration): boolean {
  return (
    query.csv === undefined &&
    enumeration.pageSizes.includes(query.pageSize) &&
    [...query.filters.keys()].every((name) => isEnumeratedFilter(query.listing, name, enumeration)) &&
    pageFolder(query) !== null
  );
}
