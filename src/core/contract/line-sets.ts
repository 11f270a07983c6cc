/** A collection's line sets, which the build renders and packs: entries, lines for the older interfaces, and records. Pure. */

import type { Collection } from './collection.ts';

/** Names of the line sets for a collection's entries. */
export function entrySetsOf({ name, variantLines = [] }: Pick<Collection, 'name' | 'variantLines'>): string[] {
  return [name, ...variantLines];
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
