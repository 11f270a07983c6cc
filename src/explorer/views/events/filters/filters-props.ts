/** Properties of the filters in the events view. */

import type { ViewProps } from '../../../host/view.ts';
import type { EventSettings } from '../settings.ts';
import type { ShownEvents } from '../shown-events.ts';

export interface FiltersProps extends Pick<ViewProps, 'address' | 'navigate'> {
  /** The settings in the address. */
  readonly settings: EventSettings;
  /** May still be the events of the previous address, while others are loading. */
  readonly events: ShownEvents;
}
