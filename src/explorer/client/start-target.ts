/** Finds the catalog and the request that the page starts with. */

import { EVENT_VERSION } from '../../core/collections/event-versions.ts';
import type { Release } from '../../core/release/release.ts';
import { HOME, withParameters } from '../address/address.ts';

type Source = Pick<Release, 'loaded' | 'data'>;

/** The cumulative catalogs of each release, kept because finding them takes a pass over all event versions. */
const found = new WeakMap<Source, readonly string[]>();

/** The cumulative catalogs, in the catalogue's order. Empty if the index of event versions is not loaded. */
function listCumulative(release: Source): readonly string[] {
  const index = release.loaded('event-versions');
  const known = found.get(release);
  if (index === undefined || known) return known ?? [];
  const cumulative = new Set<string>();
  for (let position = 0; position < index.count; position++) {
    // The first name is the version's own catalog.
    const [, ...others] = index.rowAt(position).names(EVENT_VERSION.catalogs);
    for (const name of others) cumulative.add(name);
  }
  const names = release.data.vocabulary.catalogs.filter((name) => cumulative.has(name));
  found.set(release, names);
  return names;
}

export const isCumulative = (release: Source, catalog: string): boolean => listCumulative(release).includes(catalog);

/** The newest cumulative catalog, or null. */
export const mainCatalog = (release: Source): string | null => listCumulative(release)[0] ?? null;

/** The request that the page shows when its address has none: the events of the main catalog, or of all catalogs. */
export const startTarget = (release: Source): string => withParameters(HOME.target, { release: mainCatalog(release) });

/** The request for one version of each event: those in the main catalog, or the last versions if there is no such catalog. */
export function eventsOnce(release: Source): string {
  const start = startTarget(release);
  return mainCatalog(release) === null ? withParameters(start, { lastver: 'true' }) : start;
}
