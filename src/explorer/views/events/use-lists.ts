/** Loads the lists of events that an address selects. */

import { useMemo } from 'preact/hooks';
import type { EventSettings } from '../../address/settings.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import { loadCatalogue, loadRows } from '../../event-data/load-rows.ts';
import { type EventLists, type LoadedLists, listHidden, listRows, listUnfiltered, showVersions } from './lists.ts';
import type { Offer } from './offer.ts';
import {
  createFinder,
  joinedRanges,
  selectionTarget,
  selectRows,
  unfilteredTarget,
  withoutRanges,
} from './selection.ts';

/**
 * The lists for an address; null until the first ones are loaded. While others are loading, these are still the lists of the previous
 * request, which they name, so that no event appears under the name of another selection.
 */
export function useLists(target: string, offer: Offer, settings: EventSettings) {
  const joined = joinedRanges(target, offer, settings);
  const [all, chosen] = [unfilteredTarget(target), selectionTarget(withoutRanges(target, joined), offer.listing)];
  const names = joined.map(({ quantity }) => quantity.name);
  const { value, isReady } = useLoaded([all, target, ...names].join(' '), async (core): Promise<LoadedLists> => {
    const [catalogue, versions, requested] = await Promise.all([
      loadCatalogue(core),
      loadRows(core, all),
      loadRows(core, chosen),
    ]);
    const find = createFinder(offer, core.release, catalogue.all);
    return { ...catalogue, target, versions, requested, ...selectRows(target, joined, find, requested) };
  });
  const areVersions = value !== null && showVersions(value, settings);
  // The same object for the same catalogs, so that the parts which show it need not be drawn again.
  const unfiltered = useMemo(
    () => (value === null ? [] : listUnfiltered(value, areVersions)),
    [value?.versions, areVersions],
  );
  const lists = useMemo((): EventLists | null => {
    if (value === null) return null;
    const rows = listRows(unfiltered, value.selected, settings);
    const hidden = listHidden(rows, unfiltered, value.selected, offer.isPart);
    return { ...value, areVersions, unfiltered, rows, hidden };
  }, [value, unfiltered, settings.detectors, settings.only, settings.types, offer.isPart]);
  return { lists, isReady };
}
