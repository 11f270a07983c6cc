/**
 * Listings that differ in nothing but their collection's name have the same rules: those below the same parents that take paging alone.
 * One answer serves all of them, with a group of the path in place of the name. Pure.
 */

import { escapePattern } from '../../contract/codec-patterns.ts';
import type { Listing } from '../../contract/collection.ts';
import { listingKey } from '../../contract/paths.ts';

/** Group of the path that holds the collection's name. */
const NAME_GROUP = 'collection';

export interface SharedListing {
  /** The listing; where several share the rules, with `{collection}` in its path. */
  readonly listing: Listing;
  /** What rules and variables are named after. */
  readonly name: string;
  /** What the groups in the listing's path match. */
  readonly groups: Readonly<Record<string, string>>;
}

const alone = (listing: Listing): SharedListing => ({ listing, name: listingKey(listing), groups: {} });

const sharedSegments = ({ segments }: Listing): string[] => [...segments.slice(0, -1), `{${NAME_GROUP}}`];

/** Joins listings with the same rules, in the order of the first of each. */
export function shareRules(listings: readonly Listing[]): readonly SharedListing[] {
  const groups = new Map<string, Listing[]>();
  for (const listing of listings) {
    const key = (listing.filters.size === 0 ? sharedSegments(listing) : listing.segments).join('/');
    groups.set(key, [...(groups.get(key) ?? []), listing]);
  }
  return [...groups.values()].flatMap((group): SharedListing[] => {
    const [first, ...others] = group;
    if (first === undefined) return [];
    if (others.length === 0) return [alone(first)];
    const names = group.map(({ segments }) => escapePattern(segments.at(-1) ?? ''));
    return [
      {
        listing: { ...first, segments: sharedSegments(first) },
        name: [...first.parents, 'listings'].join('.'),
        groups: { [NAME_GROUP]: names.join('|') },
      },
    ];
  });
}
