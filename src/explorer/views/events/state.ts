/** What the parts of the events view show. */

import type { Address } from '../../address/address.ts';
import type { EventSettings } from '../../address/settings.ts';
import { useCore } from '../../host/context.ts';
import type { Chip } from './chips.ts';
import { type EventLists, listRows } from './lists.ts';
import type { Offer } from './offer.ts';
import { createFinder, joinedRanges, selectRows } from './selection.ts';

export interface EventsState {
  readonly address: Address;
  readonly offer: Offer;
  readonly settings: EventSettings;
  /** The active filters. */
  readonly chips: readonly Chip[];
  /** May still be the lists of the previous request, while others are loading; null at first. */
  readonly lists: EventLists | null;
}

/** A function that lists the rows which the view would show for another request and other settings. */
export function useRowsFor({ offer, lists }: EventsState) {
  const { release } = useCore();
  return (target: string, settings: EventSettings): EventLists['rows'] => {
    if (lists === null) return [];
    const find = createFinder(offer, release, lists.all);
    const { selected } = selectRows(target, joinedRanges(target, offer, settings), find);
    return listRows(lists.unfiltered, selected, settings);
  };
}
