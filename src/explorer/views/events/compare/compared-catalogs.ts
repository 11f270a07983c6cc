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

/** The two catalogs that are compared: those set in the address, or the two that share the most events. */
export function comparedCatalogs({ view, target }: Address, all: readonly EventRow[], catalogs: readonly string[]) {
  const known = [view.new, view.old].map((name) => catalogs.find((one) => one === name));
  const [next, old] = known;
  if (next !== undefined && old !== undefined) return { next, old };
  const chosen = next === undefined && old === undefined ? listReleases(target) : known.flatMap((name) => name ?? []);
  const pair = choosePair(all, catalogs, chosen);
  return { next: next ?? pair?.next ?? '', old: old ?? (pair?.old === next ? pair?.next : pair?.old) ?? '' };
}
