/** Observing runs. */

import { createCollection, textColumn } from '../contract/collection.ts';

/** Index columns. */
export const RUN = { name: 'name' } as const;

export function runs() {
  return createCollection({
    name: 'runs',
    title: 'Runs',
    description: 'Observing runs, by start time.',
    order: 'GPS start, then name, ascending',
    paths: [{ path: 'runs' }],
    index: 'columns',
    ids: { idOf: textColumn(RUN.name) },
    records: 'run-details',
  });
}
