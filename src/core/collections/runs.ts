/** Observing runs. Pure. */

import { createCollection, textColumn } from '../contract/collection.ts';
import { text } from '../contract/text.ts';

/** Index columns. */
export const RUN = { name: 'name' } as const;

export function runs() {
  return createCollection({
    name: 'runs',
    title: text('Runs'),
    description: text('Observing runs, by start time.'),
    order: text('GPS start, then name, ascending'),
    sortedBy: text('gps_start name'),
    paths: [{ path: 'runs' }],
    index: { kind: 'columns', ids: { idOf: textColumn(RUN.name) } },
    records: 'run-details',
  });
}
