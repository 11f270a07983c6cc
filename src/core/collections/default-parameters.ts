/** Default parameters: event versions can be filtered by each of them (`min-<name>`, `max-<name>`). */

import { createCollection } from '../contract/collection.ts';

export function defaultParameters() {
  return createCollection({
    name: 'default-parameters',
    title: 'Default Parameters',
    description: 'Parameters you can filter events by (min-<name>, max-<name>).',
    order: 'as in the data, gps-time last',
    paths: [{ path: 'default-parameters' }],
    index: 'columns',
  });
}
