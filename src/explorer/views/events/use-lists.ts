/** Loads the lists of events that an address selects. */

import { useMemo } from 'preact/hooks';
import type { EventSettings } from '../../address/settings.ts';
import { loadCatalogue, loadRows } from '../../event-data/load-rows.ts';
import { useLoaded } from '../../host/use-loaded.ts';
import { type EventLists, type LoadedLists, listUnfiltered, narrow, showVersions } from './lists.ts';
import type { Offer } from './offer.ts';
import { selectionTarget, unfilteredTarget } from './selection.ts';

/**
 * The lists for an address; null until the first ones are loaded. While others are loading, these are still the lists of the previous
 * request, which they name, so that no event appears under the name of another selection.
 */
export function useLists(target: string, offer: Offer, settings: EventSettings) {
  const [all, chosen] = [unfilteredTarget(target), selectionTarget(target, offer.listing)];
  const { value, isReady } = useLoaded(`${all} ${chosen}`, async (core): Promise<LoadedLists> => {
    const [catalogue, versions, selected] = await Promise.all([
      loadCatalogue(core),
      loadRows(core, all),
      loadRows(core, chosen),
    ]);
    return { ...catalogue, target, versions, selected };
  });
  const areVersions = value !== null && showVersions(value, settings);
  // The same object for the same catalogs, so that the parts which show it need not be drawn again.
  const unfiltered = useMemo(
    () => (value === null ? [] : listUnfiltered(value, areVersions)),
    [value?.versions, areVersions],
  );
  const lists = useMemo(
    (): EventLists | null =>
      value === null ? null : { ...value, areVersions, unfiltered, ...narrow(unfiltered, value, settings, offer) },
    [value, unfiltered, settings.detectors, settings.only, offer.isPart],
  );
  return { lists, isReady };
}
