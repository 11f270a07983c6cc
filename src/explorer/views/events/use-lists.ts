/** Loads the lists of events that an address selects. */

import { useMemo } from 'preact/hooks';
import type { EventSettings } from '../../address/settings.ts';
import { loadCatalogue, loadRows } from '../../event-data/load-rows.ts';
import type { EventRow } from '../../event-data/rows.ts';
import { useLoaded } from '../../host/use-loaded.ts';
import { type EventLists, join, type LoadedLists, listUnfiltered, narrow, showVersions } from './lists.ts';
import type { Offer } from './offer.ts';
import { rangesJoined, rangeTarget, selectionTarget, unfilteredTarget, withoutRanges } from './selection.ts';

/**
 * The lists for an address; null until the first ones are loaded. While others are loading, these are still the lists of the previous
 * request, which they name, so that no event appears under the name of another selection.
 */
export function useLists(target: string, offer: Offer, settings: EventSettings) {
  const ranges = rangesJoined(target, offer.filters, settings);
  const [all, chosen] = [unfilteredTarget(target), selectionTarget(withoutRanges(target, ranges), offer.listing)];
  const single = ranges.map((range) => rangeTarget(target, range));
  const { value, isReady } = useLoaded([all, chosen, ...single].join(' '), async (core): Promise<LoadedLists> => {
    const [catalogue, versions, requested, ...passing] = await Promise.all([
      loadCatalogue(core),
      ...[all, chosen, ...single].map((one) => loadRows(core, one)),
    ] as const);
    const joins = ranges.map(({ name }, n) => {
      const quantity = offer.quantities.find((one) => one.name === name);
      return { passing: new Set(passing[n]), lacks: (row: EventRow) => quantity?.read(row) === undefined };
    });
    const found = requested as readonly EventRow[];
    return { ...catalogue, target, versions: versions as readonly EventRow[], requested: found, ...join(found, joins) };
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
    [value, unfiltered, settings.detectors, settings.only, settings.types, offer.isPart],
  );
  return { lists, isReady };
}
