/** Parameter sets: the results of each analysis and search for one event version. */

import { bindPosition, createCollection } from '../contract/collection.ts';

/** Index columns; entries are grouped by event version. */
export const PARAMETER_SET = { eventVersion: 'event_version' } as const;

export function parameterSets() {
  return createCollection({
    name: 'parameter-sets',
    title: 'Parameter Sets',
    description: 'Parameters of an event version by analysis and search.',
    order: 'as in the data',
    paths: [{ path: 'event-versions/{}/parameters', bindings: [bindPosition(PARAMETER_SET.eventVersion)] }],
    index: 'columns',
  });
}
