/** Determines which two catalogs are compared. */

import type { CompareSettings } from '../../address/settings.ts';
import type { EventRow } from '../../event-data/rows.ts';

/** The two catalogs that share the most events with values, the newer catalog first; one of them is in `chosen` if possible. */
function choosePair(all: readonly EventRow[], catalogs: readonly string[], chosen: readonly string[]) {
  const names = new Map(
    catalogs.map((catalog) => [
      catalog,
      new Set(
        all.filter(({ entry, values }) => entry.catalog === catalog && values.size > 0).map(({ entry }) => entry.name),
      ),
    ]),
  );
  const shared = (a: string, b: string) => [...(names.get(a) ?? [])].filter((name) => names.get(b)?.has(name)).length;
  const pairs = catalogs.flatMap((next, n) =>
    catalogs.slice(n + 1).map((old) => ({ next, old, count: shared(next, old) })),
  );
  const wanted = pairs.filter(({ next, old, count }) => count > 0 && (chosen.includes(next) || chosen.includes(old)));
  return (wanted.length > 0 ? wanted : pairs).toSorted((a, b) => b.count - a.count)[0];
}

/** Two catalogs that are compared. */
export interface ComparedCatalogs {
  readonly next: string;
  readonly old: string;
}

/**
 * The two catalogs that are compared: those in the settings. If they name one catalog, the other shares the most events with it; if they
 * name none, the two share the most events.
 */
export function comparedCatalogs(
  settings: Pick<CompareSettings, 'new' | 'old'>,
  all: readonly EventRow[],
  catalogs: readonly string[],
): ComparedCatalogs {
  const { new: next, old } = settings;
  if (next !== null && old !== null) return { next, old };
  const pair = choosePair(
    all,
    catalogs,
    [next, old].flatMap((name) => name ?? []),
  );
  return {
    next: next ?? (pair?.next === old ? pair?.old : pair?.next) ?? '',
    old: old ?? (pair?.old === next ? pair?.next : pair?.old) ?? '',
  };
}
