/** Finds the catalog and the request that the page starts with. */

import type { Release } from '../../core/release/release.ts';
import { HOME, withParameters } from '../address/address.ts';

type Source = Pick<Release, 'data'>;

export const isCumulative = ({ data }: Source, catalog: string): boolean => data.cumulative?.includes(catalog) ?? false;

/** The newest cumulative catalog, or null. */
export const mainCatalog = ({ data }: Source): string | null => data.cumulative?.[0] ?? null;

/** The request that the page shows when its address has none: the events of the main catalog, or of all catalogs. */
export const startTarget = (release: Source): string => withParameters(HOME.target, { release: mainCatalog(release) });

/** The request for one version of each event: those in the main catalog, or the last versions if there is no such catalog. */
export function eventsOnce(release: Source): string {
  const start = startTarget(release);
  return mainCatalog(release) === null ? withParameters(start, { lastver: 'true' }) : start;
}
