/** Determines which two catalogs are compared. */

import type { CompareSettings } from '../../event-data/event-settings.ts';
import type { EventRow } from '../../event-data/rows.ts';

/** The event versions of a catalog. */
type RowsOf = (catalog: string) => readonly EventRow[];

/**
 * The two catalogs that share the most events with values, the newer catalog first. If possible, they include the chosen catalog, as the newer
 * or older one if an older or newer one shares events with it. A version that is in both, as in a cumulative catalog and its member, is no
 * news about its event.
 */
function choosePair(catalogs: readonly string[], chosen: Pick<CompareSettings, 'new' | 'old'>, rowsOf: RowsOf) {
  const events = new Map(
    catalogs.map((catalog) => {
      const known = rowsOf(catalog).filter(({ values }) => values.size > 0);
      return [catalog, new Map(known.map((row) => [row.entry.name, row]))];
    }),
  );
  const shared = (a: string, b: string) =>
    [...(events.get(a) ?? [])].filter(([name, row]) => {
      const other = events.get(b)?.get(name);
      return other !== undefined && other !== row;
    }).length;
  const pairs = catalogs
    .flatMap((newer, n) => catalogs.slice(n + 1).map((old) => ({ newer, old, count: shared(newer, old) })))
    .toSorted((a, b) => b.count - a.count);
  const sharing = pairs.filter(({ count }) => count > 0);
  return (
    sharing.find(({ newer, old }) => newer === chosen.new || old === chosen.old) ??
    sharing.find(({ newer, old }) => old === chosen.new || newer === chosen.old) ??
    pairs[0]
  );
}

/** Two catalogs that are compared. */
export interface ComparedCatalogs {
  readonly newer: string;
  readonly old: string;
}

/**
 * The two catalogs that are compared: the two in the settings. If they name one catalog, the other shares the most events with it, and is
 * older than a new one and newer than an old one if possible; if they name none, the two share the most events.
 */
export function comparedCatalogs(
  settings: Pick<CompareSettings, 'new' | 'old'>,
  catalogs: readonly string[],
  rowsOf: RowsOf,
): ComparedCatalogs {
  const { new: newer, old } = settings;
  if (newer !== null && old !== null) return { newer, old };
  const pair = choosePair(catalogs, settings, rowsOf);
  return {
    newer: newer ?? (pair?.newer === old ? pair?.old : pair?.newer) ?? '',
    old: old ?? (pair?.old === newer ? pair?.newer : pair?.old) ?? '',
  };
}
