/**
 * Import of catalogs into `catalogs.yaml`. In: rows with name; optional description, doi, member_of (cumulative catalogs, `A|B`) and
 * cumulative (yes, no), which only says what member_of shows. New catalogs are put at the end of the file, whose order is that of the
 * listing; one without a description has its name in the place of it.
 */
import type { Finding } from '../files/problems.ts';
import type { RawCatalogs } from '../files/raw.ts';
import { checkSchema } from '../files/schema.ts';
import { reservedNameFinding, unknownNameFinding } from '../names.ts';
import { recordOf } from './changes.ts';
import { type CsvRow, choiceFinding, listCell, textCell } from './csv.ts';
import { recordImport } from './merge-records.ts';
import { newTopDocument } from './yaml-writer.ts';

type CatalogRecord = RawCatalogs['catalogs'][number];

export const catalogs = recordImport<CatalogRecord>({
  unit: 'catalogs',
  columns: () => ({ required: ['name'], optional: ['description', 'doi', 'cumulative', 'member_of'] }),
  kind: {
    keyOf: ({ name }) => name,
    fields: ['name', 'description', 'doi', 'members'],
    growing: ['members'],
    listIn: () => ['catalogs'],
    newDocument: () => newTopDocument('catalogs', 'Catalogs that event versions belong to.', { catalogs: [] }),
  },
  existing: ({ inputs }) => [inputs.top['catalogs.yaml']],
  reader: ({ csv, catalogue, inputs }) => {
    const path = inputs.top['catalogs.yaml'];
    const there = new Map(catalogue.catalogs.map((catalog) => [catalog.name, catalog]));
    const given = new Set(csv.rows.map((row) => row.cell('name')));
    const memberships = (row: CsvRow): string[] => listCell(row.cell('member_of')) ?? [];
    const membersOf = (name: string): string[] =>
      csv.rows.filter((row) => memberships(row).includes(name)).map((row) => row.cell('name'));
    const outside = new Set<string>();
    return (row) => {
      const name = row.cell('name');
      const members = membersOf(name);
      const findings: Finding[] = [];
      const add = (finding: Finding | null): void => {
        if (finding) findings.push(finding);
      };
      add(choiceFinding(row, 'cumulative', ['yes', 'no', '']));
      if (row.cell('cumulative') === 'yes' && members.length === 0 && !there.get(name)?.members) {
        const message = `${name} is cumulative, but no row has it in member_of`;
        add({ code: 'D111', message, fix: 'give its members, or leave cumulative empty' });
      }
      for (const owner of memberships(row)) {
        add(unknownNameFinding('D132', 'catalog', owner, [...there.keys(), ...given], 'the CSV'));
      }
      const record = recordOf<CatalogRecord>({
        name,
        description: textCell(row.cell('description')) ?? (there.has(name) ? undefined : name),
        doi: textCell(row.cell('doi')),
        members: members.length > 0 ? members : undefined,
      });
      findings.push(...checkSchema('catalogs', { ...record, description: record.description ?? name }, 'catalog'));
      add(reservedNameFinding('a catalog', name));
      // A cumulative catalog without a row of its own gets its members with the first row that names it.
      const owners = memberships(row).filter((owner) => !given.has(owner) && there.has(owner) && !outside.has(owner));
      for (const owner of owners) outside.add(owner);
      const ownerRecords = owners.map((owner) => {
        const grown = recordOf<CatalogRecord>({ name: owner, description: undefined, members: membersOf(owner) });
        return { row, label: owner, path, record: grown, findings };
      });
      return [{ row, label: name, path, record, findings }, ...ownerRecords];
    };
  },
});
