/** The line sets of a collection, whose lines the build renders and packs: entries, lines for the older interfaces, and records. Pure. */

import type { Collection } from './collection.ts';

/** Names of the kinds of entries of a collection; the entries of intervals have no lines. */
export function entrySetsOf({ name, variantLines = [] }: Pick<Collection, 'name' | 'variantLines'>): string[] {
  return [name, ...variantLines];
}

/** Names of all line sets of a collection. */
export function lineSetsOf(collection: Collection): string[] {
  const { records, legacyLines = [], isInterval } = collection;
  const details = records === undefined || records === 'entries' ? [] : [records];
  return isInterval ? [] : [...entrySetsOf(collection), ...legacyLines, ...details];
}

/** The line set of a collection's records; null if it has none. */
export function recordLines({ name, records }: Collection): string | null {
  return records === 'entries' ? name : (records ?? null);
}
