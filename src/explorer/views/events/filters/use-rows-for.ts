/** Finds the rows that other filters would show, for the counts at their buttons. */

import type { EventSettings } from '../../../address/settings.ts';
import { useClient } from '../../../client/context.ts';
import { type EventLists, listRows } from '../lists.ts';
import { createFinder, joinedRanges, selectRows } from '../selection.ts';
import type { EventsState } from '../state.ts';

/** A function that lists the rows which the view would show with other settings, and if a filter changed the request. */
export function useRowsFor({ offer, lists }: EventsState) {
  const { release } = useClient();
  return (settings: EventSettings, change = (target: string) => target): EventLists['rows'] => {
    if (lists === null) return [];
    const target = change(lists.target);
    const find = createFinder(offer, release, lists.all);
    return listRows(lists.unfiltered, selectRows(target, joinedRanges(target, offer, settings), find), settings);
  };
}
