/** Observing runs. Pure. */

import { createCollection, type Row } from '../contract/collection.ts';

export const RUN = { name: 'name' } as const;

export function runs() {
  return createCollection({
    name: 'runs',
    title: 'Runs',
    description: 'Observing runs, by start time.',
    order: 'GPS start, then name, ascending',
    places: [{ path: 'runs' }],
    index: { kind: 'columns', ids: { idOf: (row: Row) => row.text(RUN.name) } },
    records: 'run-details',
  });
}
