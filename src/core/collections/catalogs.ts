/** Catalogs: sets of event versions that were published together. */

import { createCollection, textColumn } from '../contract/collection.ts';
import { LEGACY_LINE_SETS } from '../contract/line-sets.ts';

/** Index columns. `aliases` are short names, which only the older interfaces know. */
export const CATALOG = { name: 'name', aliases: 'aliases' } as const;

export function catalogs() {
  return createCollection({
    name: 'catalogs',
    title: 'Catalogs',
    description: 'Catalogs that event versions are published in.',
    order: 'as in the data',
    paths: [{ path: 'catalogs' }],
    index: 'columns',
    ids: { idOf: textColumn(CATALOG.name) },
    legacyLineSets: [LEGACY_LINE_SETS.catalogs],
    records: 'entries',
  });
}
