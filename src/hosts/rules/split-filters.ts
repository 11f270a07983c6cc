/** Tells filters with page files from all others. */

import { byCodeUnit } from '../../core/base/order.ts';
import { createCollections } from '../../core/collections/registry.ts';
import { allListings } from '../../core/contract/collection.ts';
import type { Enumeration } from '../../core/contract/enumeration.ts';
import type { Filter } from '../../core/contract/filters.ts';
import { pathFilters } from '../../core/contract/site-paths.ts';

/** The filters that have page files in any listing, and the names of all other filters. */
export function splitFilters(enumerate: Enumeration): { filters: Filter[]; others: string[] } {
  const enumerated = new Map<string, Filter>();
  const names = new Set<string>();
  for (const listing of allListings(createCollections())) {
    for (const filter of pathFilters(listing)) {
      if (enumerate.filters[listing.collection.name]?.includes(filter.name)) enumerated.set(filter.name, filter);
    }
    for (const name of listing.filters.keys()) names.add(name);
  }
  return {
    filters: [...enumerated.values()].sort((a, b) => byCodeUnit(a.name, b.name)),
    others: [...names].filter((name) => !enumerated.has(name)).sort(byCodeUnit),
  };
}
