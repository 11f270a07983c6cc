/**
 * Imports catalogs into `catalogs.yaml`. Columns: name; optional description, doi and member_of (cumulative catalogs, `A|B`). New catalogs
 * are inserted in row order after the cumulative catalogs, so they come before older catalogs. A catalog without a description is described
 * by its name.
 */

import { unknownNameFinding } from '../../catalogue/names.ts';
import type { Catalog } from '../../catalogue/types.ts';
import { LIST, REQUIRED_TEXT, TEXT } from '../csv/csv-columns.ts';
import type { SourceRecord } from '../merge/records.ts';
import type { ImportKindDefinition } from './import-kind.ts';

type CatalogValues = Pick<Catalog, 'name' | 'doi'> & {
  readonly description?: string;
  readonly member_of?: readonly string[];
};

export const catalogs: ImportKindDefinition<CatalogValues> = {
  unit: 'catalogs',
  columns: {
    name: REQUIRED_TEXT,
    description: TEXT,
    doi: TEXT,
    member_of: LIST,
  },
  // The inverse of the other catalogs' member_of.
  aliases: { cumulative: null },
  readAll: (all, catalogue) => {
    const existing = new Set(catalogue.catalogs.map(({ name }) => name));
    const names = [...new Set([...existing, ...all.map(({ name }) => name)])];
    return all.map(({ member_of: owners = [], ...catalog }) => {
      const { name } = catalog;
      const value = existing.has(name) ? catalog : { description: name, ...catalog };
      return {
        label: name,
        records: [
          catalogRecord(name, value),
          ...owners
            .filter((owner) => names.includes(owner))
            .map((owner) => catalogRecord(owner, { name: owner, members: [name] })),
        ],
        // A cumulative catalog is not created just because a row names it.
        findings: owners.flatMap((owner) => unknownNameFinding('catalog', owner, names, 'the CSV') ?? []),
      };
    });
  },
};

export const catalogRecord = (name: string, value: object): SourceRecord => ({
  kind: 'catalogs',
  name: '',
  list: ['catalogs'],
  value,
  label: name,
});
