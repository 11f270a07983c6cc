/** The members of the entries of each line set in order, which are the columns of CSV. Build time. */

import { createCollections } from '../../core/collections/registry.ts';
import { recordLines } from '../../core/contract/collection.ts';
import { entrySchema } from '../../fs/response-schemas.ts';

/** Entries that are texts have one column. */
const TEXT_COLUMN = ['name'];

function columnsOf(lines: string): readonly string[] {
  const { properties } = entrySchema(lines);
  return properties ? Object.keys(properties) : TEXT_COLUMN;
}

/** Columns by line set. */
export function csvColumns(): Readonly<Record<string, readonly string[]>> {
  const sets = createCollections().flatMap((collection) => {
    const variants = collection.lineSets.filter((set) => set !== recordLines(collection));
    return [...new Set([collection.name, ...variants])];
  });
  return Object.fromEntries(sets.map((set) => [set, columnsOf(set)]));
}
