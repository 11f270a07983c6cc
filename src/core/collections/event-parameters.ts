/** An event version's default parameters, with their values. */

import { bindPosition, createCollection } from '../contract/collection.ts';

/** Index columns; entries are grouped by event version. */
export const EVENT_PARAMETER = { eventVersion: 'event_version' } as const;

export function eventParameters() {
  return createCollection({
    name: 'event-parameters',
    title: 'Default Parameters of an Event Version',
    description: 'Default parameters of an event version, with their values.',
    order: 'as in the data',
    paths: [{ path: 'event-versions/{}/default-parameters', bindings: [bindPosition(EVENT_PARAMETER.eventVersion)] }],
    index: 'columns',
  });
}
