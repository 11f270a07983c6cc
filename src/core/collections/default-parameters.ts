/** Default parameters: event versions can be filtered by each of them (`min-<name>`, `max-<name>`). Pure. */

import { createCollection } from '../contract/collection.ts';
import { prose } from '../contract/prose.ts';

export function defaultParameters() {
  return createCollection({
    name: 'default-parameters',
    title: prose('Default Parameters'),
    description: prose('Parameters you can filter events by (min-<name>, max-<name>).'),
    order: prose('as in the data, gps-time last'),
    paths: [{ path: 'default-parameters' }],
    index: { kind: 'columns' },
  });
}
