/** Default parameters: event versions can be filtered by each of them (`min-<name>`, `max-<name>`). Pure. */

import { createCollection } from '../contract/collection.ts';
import { text } from '../contract/text.ts';

export function defaultParameters() {
  return createCollection({
    name: 'default-parameters',
    title: text('Default Parameters'),
    description: text('Parameters you can filter events by (min-<name>, max-<name>).'),
    order: text('as in the data, gps-time last'),
    paths: [{ path: 'default-parameters' }],
    index: { kind: 'columns' },
  });
}
