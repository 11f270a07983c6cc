/** Catalogs: releases of event versions. Pure. */

import { createCollection, type Row } from '../contract/collection.ts';

export const CATALOG = { name: 'name' } as const;

export function catalogs() {
  return createCollection({
    name: 'catalogs',
    title: 'Catalogs',
    description: 'Catalogs that event versions are published in.',
    order: 'as the catalogue has them',
    places: [{ path: 'catalogs' }],
    index: { kind: 'columns', ids: { idOf: (row: Row) => row.text(CATALOG.name) } },
    records: 'entries',
  });
}
