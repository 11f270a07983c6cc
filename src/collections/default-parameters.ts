/** Default parameters: the names that a range filter of the event versions can end in. Pure. */

import { createCollection } from '../contract/collection.ts';

export function defaultParameters() {
  return createCollection({
    name: 'default-parameters',
    title: 'Default Parameters',
    description: 'Names that a range filter of the event versions can end in.',
    order: 'as the catalogue has them, gps-time last',
    places: [{ path: 'default-parameters' }],
    index: { kind: 'columns' },
  });
}
