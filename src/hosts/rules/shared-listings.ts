/**
 * Merges listings that have the same rules: those with the same parents and no parameters but paging. One answer serves all of them, with
 * a group of the path in place of the collection's name. Pure.
 */

import { escapePattern } from '../../core/contract/codec-patterns.ts';
import type { Listing } from '../../core/contract/collection.ts';
import { listingKey } from '../../core/contract/paths.ts';

/** Group of the path with the collection's name. */
const NAME_GROUP = 'collection';

/** One listing, or several with the same rules. */
export interface SharedListing {
  /** The listing, with `{collection}` in its path if several share the rules. */
  readonly listing: Listing;
  /** Used in names of rules and variables. */
  readonly name: string;
  /** Expressions for the groups in the listing's path. */
  readonly groups: Readonly<Record<string, string>>;
}

const alone = (listing: Listing): SharedListing => ({ listing, name: listingKey(listing), groups: {} });

const sharedSegments = ({ segments }: Listing): string[] => [...segments.slice(0, -1), `{${NAME_GROUP}}`];

/** Merges listings with the same rules, in the order of the first of each group. */
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
