/** What the parts of the events view show. */

import type { Address } from '../../address/address.ts';
import type { EventSettings } from '../../address/settings.ts';
import type { Chip } from './chips.ts';
import type { EventLists } from './lists.ts';
import type { Offer } from './offer.ts';

export interface EventsState {
  readonly address: Address;
  readonly offer: Offer;
  readonly settings: EventSettings;
  /** The active filters. */
  readonly chips: readonly Chip[];
  /** May still be the lists of the previous request, while others are loading; null at first. */
  readonly lists: EventLists | null;
}
