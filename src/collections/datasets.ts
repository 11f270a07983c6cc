/** Datasets: bulk releases of strain files, with the names of their bits. Pure. */

import { bindId, createCollection, type Row } from '../contract/collection.ts';

export const DATASET = { name: 'name', run: 'run' } as const;

export function datasets() {
  return createCollection({
    name: 'datasets',
    title: 'Datasets',
    description: 'Bulk releases of strain files, by start time.',
    order: 'GPS start, then name, ascending',
    places: [{ path: 'datasets' }, { path: 'runs/{}/datasets', bindings: [bindId(DATASET.run)] }],
    index: { kind: 'columns', ids: { idOf: (row: Row) => row.text(DATASET.name) } },
    records: 'entries',
  });
}
