/**
 * Imports catalogs into `catalogs.yaml`. Columns: name; optional description, doi and member_of (cumulative catalogs, `A|B`). New catalogs
 * are inserted in row order after the cumulative catalogs, so they come before older catalogs. A catalog without a description is described
 * by its name.
 */

import { checkSchema } from '../../catalogue/files/schema.ts';
import { reservedNameFinding, unknownNameFinding } from '../../catalogue/names.ts';
import type { Catalog } from '../../catalogue/types.ts';
import type { Finding } from '../../report/problems.ts';
import { LIST, REQUIRED_TEXT, TEXT } from '../csv/csv-columns.ts';
import { recordsOf, type SourcedFacts } from '../merge/facts.ts';
import { recordOf } from '../merge/merge-record.ts';
import type { ImportKindDefinition } from './import-kind.ts';

type CatalogFacts = Pick<Catalog, 'name' | 'doi'> & { readonly description?: string };
type RowValues = CatalogFacts & { readonly member_of?: readonly string[] };

/** A catalog, and the cumulative catalogs that it belongs to. */
export interface OwnedCatalog {
  readonly catalog: CatalogFacts;
  readonly owners: readonly string[];
}

export const catalogs: ImportKindDefinition<OwnedCatalog, RowValues> = {
  unit: 'catalogs',
  columns: {
    name: REQUIRED_TEXT,
    description: TEXT,
    doi: TEXT,
    member_of: LIST,
  },
  // The inverse of the other catalogs' member_of.
  aliases: { cumulative: null },
  read: ({ member_of: owners = [], ...catalog }) => ({ facts: { catalog, owners } }),
  file: 'catalogs',
  list: ['catalogs'],
  records: recordsOf<Catalog, OwnedCatalog>(({ catalogue }, all) => {
    const existing = new Map(catalogue.catalogs.map((catalog) => [catalog.name, catalog]));
    const given = new Set(all.map(({ facts }) => facts.catalog.name));
    const names = [...new Set([...existing.keys(), ...given])];
    const wrong = new Map(all.map((one) => [one, checkFacts(one.facts, names)]));
    const sound = all.filter((one) => !one.findings?.length && !wrong.get(one)?.length);
    const membersOf = (owner: string): string[] =>
      sound.filter(({ facts }) => facts.owners.includes(owner)).map(({ facts }) => facts.catalog.name);
    // A cumulative catalog that has no facts of its own gets its members along with the first catalog that names it.
    const firstOfOwner = new Map<string, SourcedFacts<OwnedCatalog>>();
    for (const one of sound) {
      const outside = one.facts.owners.filter((owner) => !given.has(owner) && !firstOfOwner.has(owner));
      for (const owner of outside) firstOfOwner.set(owner, one);
    }
    return (one) => {
      const { catalog, owners } = one.facts;
      const { name, doi } = catalog;
      const findings = wrong.get(one) ?? [];
      const members = membersOf(name);
      const ofOwners = owners
        .filter((owner) => firstOfOwner.get(owner) === one)
        .map((owner) => {
          const record = recordOf<Catalog>({ name: owner, description: undefined, members: membersOf(owner) });
          return { label: owner, record, findings };
        });
      const description = catalog.description ?? (existing.has(name) ? undefined : name);
      const record = recordOf<Catalog>({
        name,
        description,
        doi,
        members: members.length > 0 ? members : undefined,
      });
      return [{ label: name, record, findings }, ...ofOwners];
    };
  }),
};

/** Checks a catalog; `names` are the names of all existing and new catalogs. */
function checkFacts({ catalog, owners }: OwnedCatalog, names: readonly string[]): Finding[] {
  const more = [
    reservedNameFinding('a catalog', catalog.name),
    ...owners.map((owner) => unknownNameFinding('D132', 'catalog', owner, names, 'the CSV')),
  ];
  return [
    ...checkSchema('catalogs', { ...catalog, description: catalog.description ?? catalog.name }, 'catalog'),
    ...more.filter((finding) => finding !== null),
  ];
}
