/** Determines which two catalogs are compared. The heading and the export need them before the comparison is loaded. Pure. */

import type { Address } from '../../../address/address.ts';
import type { EventRow } from '../rows.ts';
import { listReleases } from '../selection.ts';

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

const catalogsIn = ({ view }: Address, catalogs: readonly string[]) =>
  [view.new, view.old].map((name) => catalogs.find((one) => one === name));

/** The two catalogs that an address names; null unless it names both. */
export function catalogsSet(address: Address, catalogs: readonly string[]): ComparedCatalogs | null {
  const [next, old] = catalogsIn(address, catalogs);
  return next === undefined || old === undefined ? null : { next, old };
}

/**
 * The two catalogs that are compared: those set in the address. If the address names one of them, the other shares the most events with it; if it
 * names none, the two share the most events.
 */
export function comparedCatalogs(
  address: Address,
  all: readonly EventRow[],
  catalogs: readonly string[],
): ComparedCatalogs {
  const known = catalogsIn(address, catalogs);
  const [next, old] = known;
  if (next !== undefined && old !== undefined) return { next, old };
  const given = known.flatMap((name) => name ?? []);
  const pair = choosePair(all, catalogs, given.length > 0 ? given : listReleases(address.target));
  return {
    next: next ?? (pair?.next === old ? pair?.old : pair?.next) ?? '',
    old: old ?? (pair?.old === next ? pair?.next : pair?.old) ?? '',
  };
}
