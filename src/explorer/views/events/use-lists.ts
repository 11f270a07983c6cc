/** Loads the lists of events that an address selects. */

import { useMemo } from 'preact/hooks';
import { useLoaded } from '../../client/use-loaded.ts';
import { loadCatalogue, loadRows } from '../../event-data/load-rows.ts';
import { type EventLists, listRows, listUnfiltered, showVersions } from './lists.ts';
import {
  createFinder,
  joinedRanges,
  listLacking,
  selectionTarget,
  selectRows,
  unfilteredTarget,
  withoutRanges,
} from './selection.ts';
import type { EventsState } from './state.ts';

/**
 * The lists for an address; null until the first ones are loaded. While others are loading, these are still the lists of the previous
 * request, which they name, so that no event appears under the name of another selection.
 */
export function useLists({ address: { target }, offer, settings, page }: Omit<EventsState, 'chips' | 'lists'>) {
  const joined = joinedRanges(target, offer, settings);
  const chosen = selectionTarget(withoutRanges(target, joined), offer.listing);
  const unfilteredBy = page === null ? unfilteredTarget(target) : chosen;
  const names = joined.map(({ quantity }) => quantity.name);
  const { value, isReady } = useLoaded([unfilteredBy, target, ...names].join(' '), async (client) => {
    const [catalogue, versions, requested] = await Promise.all([
      loadCatalogue(client),
      loadRows(client, unfilteredBy),
      loadRows(client, chosen),
      // Refuses an invalid range that `chosen` lacks.
      client.count(selectionTarget(target, offer.listing)),
    ]);
    const find = createFinder(offer, client.release, catalogue.all);
    const selected = selectRows(target, joined, find, requested);
    return { catalogue, target, versions, requested, selected, joined };
  });
  const areVersions = value !== null && showVersions(value.target, settings);
  // The same object for the same catalogs, so that the parts which show it need not be drawn again.
  const unfiltered = useMemo(
    () => (value === null ? [] : listUnfiltered(value.versions, areVersions)),
    [value?.versions, areVersions],
  );
  const lists = useMemo((): EventLists | null => {
    if (value === null) return null;
    const { catalogue, target: shown, requested, selected } = value;
    const rows = listRows(unfiltered, selected, settings);
    const lacking = listLacking(rows, value.joined);
    return { ...catalogue, target: shown, areVersions, requested, unfiltered, rows, lacking };
  }, [value, unfiltered, settings.detectors, settings.only, settings.types]);
  return { lists, isReady };
}
