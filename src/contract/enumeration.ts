/**
 * Enumerated queries: the ones that have page files. A set of filters is enumerated where each of them is one of the
 * configured filters of its collection with one single value; a query moreover needs one of the configured page sizes. Below
 * parents, a listing is enumerated without filters. Pure.
 */

import { type Collection, type Filter, type Listing, wholeListings } from './collection.ts';
import { byCodeUnit } from './order.ts';
import { pageFolder, pathFilters } from './paths.ts';
import { type GivenFilter, type GivenFilters, giveFilter, type Query } from './query.ts';

export interface Enumeration {
  readonly pageSizes: readonly number[];
  /** By collection, the filters whose every value is enumerated. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

/** Page sizes that clients ask for, and a large one for those that want all. */
const DEFAULT_PAGE_SIZES = [20, 100, 500];

/** What is enumerated unless the configuration says otherwise: every filter that can be a folder, in whole listings. */
export function defaultEnumeration(collections: readonly Collection[]): Enumeration {
  const filters = wholeListings(collections).map((listing) => {
    return [listing.collection.name, pathFilters(listing).map(({ name }) => name)] as const;
  });
  return {
    pageSizes: DEFAULT_PAGE_SIZES,
    filters: Object.fromEntries(filters.filter(([, names]) => names.length > 0)),
  };
}

/** True where every value of a filter of the listing has page files. */
export function isEnumeratedFilter({ collection, parents }: Listing, name: string, enumeration: Enumeration): boolean {
  return parents.length === 0 && (enumeration.filters[collection.name]?.includes(name) ?? false);
}

/** What a filter's folders stand for; null is the query without the filter. */
function folderValues(filter: Filter): (GivenFilter | null)[] {
  const values = (filter.codec.allowed ?? []).map((text) => filter.codec.parse(text));
  const given = values.map((value) => (value === undefined ? null : giveFilter(filter, value)));
  return [null, ...given.filter((value) => value !== null)];
}

/** Every enumerated set of filters of a listing, each in order of name. */
export function enumerateFilters(listing: Listing, enumeration: Enumeration): GivenFilters[] {
  const configured = pathFilters(listing).filter(({ name }) => isEnumeratedFilter(listing, name, enumeration));
  const byName = [...configured].sort((a, b) => byCodeUnit(a.name, b.name));
  let sets: [string, GivenFilter][][] = [[]];
  for (const filter of byName) {
    const values = folderValues(filter);
    sets = sets.flatMap((set) =>
      values.map((value): [string, GivenFilter][] => (value === null ? set : [...set, [filter.name, value]])),
    );
  }
  return sets.map((set) => new Map(set));
}

/** True where the build writes a page file for the query (if it has such a page). */
export function isEnumerated(query: Query, enumeration: Enumeration): boolean {
  return (
    query.format === undefined &&
    enumeration.pageSizes.includes(query.pageSize) &&
    [...query.filters.keys()].every((name) => isEnumeratedFilter(query.listing, name, enumeration)) &&
    pageFolder(query) !== null
  );
}
