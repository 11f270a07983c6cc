/** An event version's default parameters, with their values. Pure. */

import { bindPosition, createCollection } from '../contract/collection.ts';
import { prose } from '../contract/prose.ts';

/** Index columns; entries are grouped by event version. */
export const EVENT_PARAMETER = { eventVersion: 'event_version' } as const;

export function eventParameters() {
  return createCollection({
    name: 'event-parameters',
    title: prose('Default Parameters of an Event Version'),
    description: prose('Default parameters of an event version, with their values.'),
    order: prose('as in the data'),
    paths: [
      {
        path: 'event-versions/{}/default-parameters',
        bindings: [bindPosition(EVENT_PARAMETER.eventVersion)],
      },
    ],
    index: { kind: 'columns' },
  });
}
