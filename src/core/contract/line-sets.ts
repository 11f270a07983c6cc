/** A collection's line sets, which the build renders and packs: entries, lines for the older interfaces, and records. */

import type { Collection } from './collection.ts';

/** Names of the line sets for a collection's entries: the usual lines, and those that filters replace them with. */
export function entrySetsOf({ name, listings }: Pick<Collection, 'name' | 'listings'>): string[] {
  const filters = listings.flatMap((listing) => [...listing.filters.values()]);
  return [...new Set([name, ...filters.flatMap(({ lines }) => lines ?? [])])];
}

/** Names of all of a collection's line sets. */
export function lineSetsOf(collection: Collection): string[] {
  const { records, legacyLines = [], isInterval } = collection;
  const details = records === undefined || records === 'entries' ? [] : [records];
  return isInterval ? [] : [...entrySetsOf(collection), ...legacyLines, ...details];
}

/** The line set for a collection's records; null if it has no records. */
export function recordLines({ name, records }: Collection): string | null {
  return records === 'entries' ? name : (records ?? null);
}
