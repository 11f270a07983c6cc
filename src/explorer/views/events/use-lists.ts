/** Loads the lists of events that an address selects. */

import { useMemo } from 'preact/hooks';
import type { EventSettings } from '../../address/settings.ts';
import { loadCatalogue, loadRows } from '../../event-data/load-rows.ts';
import { useLoaded } from '../../host/use-loaded.ts';
import { type EventLists, type LoadedLists, listPool, narrow, showVersions } from './lists.ts';
import type { Offer } from './offer.ts';
import { poolTarget, selectionTarget } from './selection.ts';

/**
 * The lists for an address; null until the first ones are loaded. While others are loading, these are still the lists of the previous
 * request, which they name, so that no event appears under the name of another selection.
 */
export function useLists(target: string, offer: Offer, settings: EventSettings) {
  const [all, chosen] = [poolTarget(target), selectionTarget(target, offer.listing)];
  const { value, isReady } = useLoaded(`${all} ${chosen}`, async (core): Promise<LoadedLists> => {
    const [catalogue, unfiltered, selected] = await Promise.all([
      loadCatalogue(core),
      loadRows(core, all),
      loadRows(core, chosen),
    ]);
    return { ...catalogue, target, unfiltered, selected };
  });
  const areVersions = value !== null && showVersions(value, settings);
  // The same object for the same catalogs, so that the parts which show it need not be drawn again.
  const pool = useMemo(() => (value === null ? [] : listPool(value, areVersions)), [value?.unfiltered, areVersions]);
  const lists = useMemo(
    (): EventLists | null =>
      value === null ? null : { ...value, areVersions, pool, ...narrow(pool, value, settings, offer) },
    [value, pool, settings.detectors, offer.isPart],
  );
  return { lists, isReady };
}
