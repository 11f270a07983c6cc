/**
 * Import of catalogs into `catalogs.yaml`. In: rows with name; optional description, doi, member_of (cumulative catalogs, `A|B`) and
 * cumulative (yes, no), which must agree with member_of. New catalogs are appended to the file, whose order is that of the listing; without
 * a description they get their name.
 */

import type { RawCatalogs } from '../../catalogue/files/raw.ts';
import { checkSchema } from '../../catalogue/files/schema.ts';
import { reservedNameFinding, unknownNameFinding } from '../../catalogue/names.ts';
import type { Finding } from '../../report/problems.ts';
import { choiceFinding, listCell, textCell } from './cells.ts';
import type { CsvRow } from './csv.ts';
import { recordOf } from './merge-record.ts';
import type { RecordKind } from './merge-records.ts';
import { recordImport } from './record-import.ts';
import { newTopDocument } from './yaml-writer.ts';

export type CatalogRecord = RawCatalogs['catalogs'][number];

/** The layout of catalogs. */
export const catalogKind: RecordKind<CatalogRecord> = {
  keyOf: ({ name }) => name,
  fields: ['name', 'description', 'doi', 'members'],
  growing: ['members'],
  listIn: () => ['catalogs'],
  newDocument: () => newTopDocument('catalogs', 'Catalogs that event versions belong to.', { catalogs: [] }),
};

export const catalogs = recordImport<CatalogRecord>({
  unit: 'catalogs',
  columns: () => ({ required: ['name'], optional: ['description', 'doi', 'cumulative', 'member_of'] }),
  kind: catalogKind,
  existing: ({ inputs }) => [inputs.top.catalogs],
  reader: ({ csv, catalogue, inputs }) => {
    const path = inputs.top.catalogs;
    const there = new Map(catalogue.catalogs.map((catalog) => [catalog.name, catalog]));
    const names = new Set([...there.keys(), ...csv.rows.map((row) => row.cell('name'))]);
    const read = new Map(csv.rows.map((row) => [row, readRow(row, there.has(row.cell('name')), [...names])]));
    const membersOf = (owner: string): string[] =>
      [...read.values()]
        .filter(({ owners, findings }) => findings.length === 0 && owners.includes(owner))
        .map(({ record }) => record.name);
    // A cumulative catalog without its own row gets its members with the first row that names it.
    const given = new Set(csv.rows.map((row) => row.cell('name')));
    return (row) => {
      const { record, owners, findings } = read.get(row) ?? readRow(row, false, []);
      const { name } = record;
      const members = membersOf(name);
      if (row.cell('cumulative') === 'yes' && members.length === 0 && !there.get(name)?.members) {
        const message = `${name} is cumulative, but no row has it in member_of`;
        findings.push({ code: 'D111', message, fix: 'give its members, or leave cumulative empty' });
      }
      const outside = findings.length > 0 ? [] : owners.filter((owner) => !given.has(owner));
      for (const owner of outside) given.add(owner);
      const ofOwners = outside.map((owner) => {
        const grown = recordOf<CatalogRecord>({ name: owner, description: undefined, members: membersOf(owner) });
        return { place: row.place, label: owner, path, record: grown, findings, check: () => [] };
      });
      const whole = members.length > 0 ? { ...record, members } : record;
      return [{ place: row.place, label: name, path, record: whole, findings, check: () => [] }, ...ofOwners];
    };
  },
});

/** Reads one row; `names` are all existing and new catalogs. */
function readRow(
  row: CsvRow,
  isThere: boolean,
  names: readonly string[],
): { record: CatalogRecord; owners: string[]; findings: Finding[] } {
  const name = row.cell('name');
  const owners = listCell(row.cell('member_of')) ?? [];
  const record = recordOf<CatalogRecord>({
    name,
    description: textCell(row.cell('description')) ?? (isThere ? undefined : name),
    doi: textCell(row.cell('doi')),
  });
  const findings: Finding[] = checkSchema(
    'catalogs',
    { ...record, description: record.description ?? name },
    'catalog',
  );
  const more = [
    choiceFinding(row, 'cumulative', ['yes', 'no', '']),
    reservedNameFinding('a catalog', name),
    ...owners.map((owner) => unknownNameFinding('D132', 'catalog', owner, names, 'the CSV')),
  ];
  findings.push(...more.filter((finding) => finding !== null));
  return { record, owners, findings };
}
