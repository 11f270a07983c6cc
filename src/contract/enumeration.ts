/**
 * Enumerated queries: the ones that have page files. A set of filters is enumerated where each of them is one of the
 * configured filters of its listing with one single value; a query moreover needs one of the configured page sizes. Pure.
 */

import type { FilterValue, Listing, Parameter } from './listings.ts';
import { pageFolder, pathFilters } from './paths.ts';
import type { Query } from './query.ts';

export interface Enumeration {
  readonly pageSizes: readonly number[];
  /** By listing, the filters whose every value is enumerated. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

const isConfigured = (listing: Listing, name: string, enumeration: Enumeration): boolean =>
  enumeration.filters[listing.name]?.includes(name) ?? false;

/** The values of a filter that have a folder each; undefined is the query without the filter. */
function folderValues({ codec, default: preset }: Parameter): (FilterValue | undefined)[] {
  const values = (codec.allowed ?? []).map((text) => codec.parse(text));
  return [undefined, ...values.filter((value) => value !== preset)];
}

/** Every enumerated set of filters of a listing, each in order of name. */
export function enumerateFilters(listing: Listing, enumeration: Enumeration): Map<string, FilterValue>[] {
  const configured = pathFilters(listing).filter(({ name }) => isConfigured(listing, name, enumeration));
  const byName = [...configured].sort((a, b) => (a.name < b.name ? -1 : 1));
  let sets: [string, FilterValue][][] = [[]];
  for (const filter of byName) {
    const values = folderValues(filter);
    sets = sets.flatMap((set) =>
      values.map((value): [string, FilterValue][] => (value === undefined ? set : [...set, [filter.name, value]])),
    );
  }
  return sets.map((set) => new Map(set));
}

/** True where the build writes a page file for the query (if it has such a page). */
export function isEnumerated(listing: Listing, query: Query, enumeration: Enumeration): boolean {
  return (
    enumeration.pageSizes.includes(query.pageSize) &&
    [...query.filters.keys()].every((name) => isConfigured(listing, name, enumeration)) &&
    pageFolder(listing, query) !== null
  );
}
