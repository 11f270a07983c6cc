/**
 * Imports catalogs into `catalogs.yaml`. New catalogs are inserted in row order after the cumulative catalogs, so they come before older
 * catalogs. A catalog without a description is described by its name.
 */
import { unknownNameFinding } from '../../catalogue/check-names.ts';
import type { Mapping } from '../../catalogue/files/mapping.ts';
import { LIST, REQUIRED_TEXT, TEXT } from '../csv/columns.ts';
import type { SourceRecord } from '../merge/records.ts';
import type { ImportKindDefinition } from './import-kind.ts';

export const catalogs: ImportKindDefinition = {
  noun: 'catalogs',
  columns: {
    name: REQUIRED_TEXT,
    description: TEXT,
    doi: TEXT,
    /** Cumulative catalogs. */
    member_of: LIST,
  },
  // The inverse of the other catalogs' member_of.
  ignored: /^cumulative$/,
  readAll: (rows, catalogue) => {
    const existing = new Set(catalogue.catalogs.map((catalog) => catalog.name));
    const names = [...new Set([...existing, ...rows.map((row) => String(row.name))])];
    return rows.map(({ member_of: owner, ...catalog }) => {
      const name = String(catalog.name);
      const owners = (Array.isArray(owner) ? owner : []).map(String);
      const value = existing.has(name) ? catalog : { description: name, ...catalog };
      return {
        label: name,
        records: [
          catalogRecord(name, value),
          ...owners
            .filter((one) => names.includes(one))
            .map((one) => catalogRecord(one, { name: one, members: [name] })),
        ],
        // A cumulative catalog is not created just because a row names it.
        findings: owners.flatMap((one) => unknownNameFinding('catalog', one, names, 'the CSV') ?? []),
      };
    });
  },
};

export const catalogRecord = (name: string, value: Mapping): SourceRecord => ({
  kind: 'catalogs',
  stem: '',
  list: 'catalogs',
  value,
  label: name,
});
