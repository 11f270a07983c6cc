/** Finds the catalog and the request that the page starts with. */

import type { Release } from '../../core/release/release.ts';
import { withParameters } from '../address/address.ts';
import { ALL_PATH, LAST_VERSION, RELEASE } from '../address/event-requests.ts';

type Source = Pick<Release, 'data'>;

export const isCumulative = ({ data }: Source, catalog: string): boolean => data.cumulative.includes(catalog);

/** The newest cumulative catalog, or null. */
export const mainCatalog = ({ data }: Source): string | null => data.cumulative[0] ?? null;

/** The request that the page shows when its address has none: the events of the main catalog, or of all catalogs. */
export const startTarget = (release: Source): string => withParameters(ALL_PATH, { [RELEASE]: mainCatalog(release) });

/** The request for one version of each event in the main catalog, or in all catalogs. */
export const eventsOnce = (release: Source): string => withParameters(startTarget(release), { [LAST_VERSION]: 'true' });
