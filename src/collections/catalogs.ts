/** Catalogs: releases of event versions. Pure. */

import { createCollection, textOf } from '../contract/collection.ts';
import { text } from '../contract/text.ts';

export const CATALOG = { name: 'name' } as const;

export function catalogs() {
  return createCollection({
    name: 'catalogs',
    title: text('Catalogs'),
    description: text('Catalogs that event versions are published in.'),
    order: text('as the catalogue has them'),
    places: [{ path: 'catalogs' }],
    index: { kind: 'columns', ids: { idOf: textOf(CATALOG.name) } },
    records: 'entries',
  });
}
