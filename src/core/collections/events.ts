/** Events: detections, each with all its versions. */

import { bindId, createCollection, type Row, textColumn } from '../contract/collection.ts';

/** Index columns. `second` is the GPS second of the last version; `run` is an empty list or a list with one name. */
export const EVENT = { name: 'name', aliases: 'aliases', second: 'second', run: 'run' } as const;

function* aliases(rows: Iterable<Row>): Generator<readonly [id: string, position: number]> {
  for (const row of rows) for (const alias of row.names(EVENT.aliases)) yield [alias, row.position];
}

export function events() {
  return createCollection({
    name: 'events',
    title: 'Events',
    description: 'Detected events, latest first.',
    order: 'GPS time of the last version descending, then name',
    paths: [{ path: 'events' }, { path: 'runs/{}/events', bindings: [bindId(EVENT.run)] }],
    index: 'columns',
    ids: { idOf: textColumn(EVENT.name), otherIds: aliases },
    records: 'event-details',
  });
}
