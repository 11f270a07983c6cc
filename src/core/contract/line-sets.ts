/** A collection's line sets, which the build renders and packs: entries, lines for the older interfaces, and records. */

import type { Collection } from './collection.ts';

/** The line set whose order matches the release's `documents`. */
export const DOCUMENT_LINE_SET = 'documents';

/** Line sets that only the older interfaces use. Lines for catalogs and event versions are object members, `"GW150914-v3":{...}`. */
export const LEGACY_LINE_SETS = {
  catalogs: 'legacy-catalogs',
  /** Records in three lengths: short, with strain files, and with strain files and parameter sets. */
  events: 'legacy-events',
  fullEvents: 'legacy-events-full',
  eventRecords: 'legacy-event-details',
  /** The members of a record, without braces. */
  datasets: 'legacy-datasets',
} as const;

/** Names of the line sets for a collection's entries: the usual lines, and those that filters replace them with. */
export function entryLineSets({ name, listings }: Pick<Collection, 'name' | 'listings'>): string[] {
  const filters = listings.flatMap((listing) => [...listing.filters.values()]);
  return [...new Set([name, ...filters.flatMap(({ lineSet }) => lineSet ?? [])])];
}

/** Names of all of a collection's line sets. */
export function lineSetsOf(collection: Collection): string[] {
  const { records, legacyLineSets = [], index } = collection;
  const details = records === undefined || records === 'entries' ? [] : [records];
  return index === 'intervals' ? [] : [...entryLineSets(collection), ...legacyLineSets, ...details];
}

/** The line set for a collection's records; null if it has no records. */
export function recordLineSet({ name, records }: Collection): string | null {
  return records === 'entries' ? name : (records ?? null);
}
