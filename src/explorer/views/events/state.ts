/** What the parts of the events view show. */

import { type Address, segmentsOf } from '../../address/address.ts';
import type { EventSettings } from '../../address/settings.ts';
import type { Chip } from './chips.ts';
import type { EventLists } from './lists.ts';
import type { Offer } from './offer.ts';
import { listReleases } from './selection.ts';

/** The record that a list belongs to, such as `O3a`; null if it belongs to none. */
export const ownerOf = ({ address, page }: Pick<EventsState, 'address' | 'page'>): string | null =>
  segmentsOf(page ?? address.target)[1] ?? null;

/** The run or catalog that the listed events belong to, for file names: `O3a`, `gwtc`; `events` if there are several. */
export function originOf(state: Pick<EventsState, 'address' | 'page'>): string {
  const releases = listReleases(state.address.target);
  return ownerOf(state) ?? (releases.length === 1 ? (releases[0] as string).toLowerCase() : 'events');
}

export interface EventsState {
  readonly address: Address;
  /** The request of the page that contains the list, such as `runs/O3a`; null if the list is the whole view. */
  readonly page: string | null;
  readonly offer: Offer;
  readonly settings: EventSettings;
  /** The active filters. */
  readonly chips: readonly Chip[];
  /** May still be the lists of the previous request, while others are loading; null at first. */
  readonly lists: EventLists | null;
}
