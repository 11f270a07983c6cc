/** Finds the rows that other filters would show, for the counts at their buttons. */

import type { EventSettings } from '../../../address/settings.ts';
import { useCore } from '../../../client/context.ts';
import { type EventLists, listRows } from '../lists.ts';
import { createFinder, joinedRanges, selectRows } from '../selection.ts';
import type { EventsState } from '../state.ts';

/** A function that lists the rows which the view would show for another request and other settings. */
export function useRowsFor({ offer, lists }: EventsState) {
  const { release } = useCore();
  return (target: string, settings: EventSettings): EventLists['rows'] => {
    if (lists === null) return [];
    const find = createFinder(offer, release, lists.all);
    return listRows(lists.unfiltered, selectRows(target, joinedRanges(target, offer, settings), find), settings);
  };
}
