/**
 * Import of event versions into `event-versions/<catalog>.yaml`. In: rows with name and version; gps (s), catalog and detectors (`H1|L1`),
 * which a new version needs; optional doi, detectors_source (record, latest-version, unknown), and the columns of the parameters. What
 * else the CSV of the API, or of the service's portal, has is made of these, and ignored.
 *
 * An event version is found by name and version in whatever catalog, and stays there: a row that names another catalog is left out. New
 * ones are put in the listing's order (gps descending, name, version) among those that are there.
 */
import { join } from 'node:path';
import { checkEventVersion, shortNameOf } from '../check-event-versions.ts';
import { catalogOfVersionsFinding } from '../check-events.ts';
import type { Finding } from '../files/problems.ts';
import type { RawEventVersion } from '../files/raw.ts';
import { checkSchema } from '../files/schema.ts';
import type { PlacedFinding } from '../files/yaml-file.ts';
import { choiceFinding, detectorsCell, numberCell, textCell } from './cells.ts';
import type { CsvRow } from './csv.ts';
import { recordOf } from './merge-record.ts';
import type { RecordKind } from './merge-records.ts';
import {
  PARAMETER_COLUMN_FIX,
  parameterAliases,
  parameterColumns,
  readParameters,
  splitValues,
} from './parameter-cells.ts';
import type { ImportContext } from './plan.ts';
import { recordImport } from './record-import.ts';
import { newDocument } from './yaml-writer.ts';

/** An event version as a row gives it; null takes the remark about the detectors away. */
export type EventRecord = Omit<RawEventVersion, 'detectors_source'> & {
  readonly detectors_source?: 'latest-version' | null;
};

const FOLDER = 'event-versions';
/** What a portal says of a version's source; understood where it is a DOI. */
const REFERENCE = 'reference';
const EXPORTED_COLUMNS = ['shortName', 'detail_url'];

/** Names of the service's portal, whose files have no detectors. */
const PORTAL_COLUMNS = [
  ['commonname', 'name'],
  ['catalog_shortname', 'catalog'],
  ['reference', REFERENCE],
  ['id', null],
  ['jsonurl', null],
] as const;

/** How event versions are found and laid out. */
export const eventVersionKind: RecordKind<EventRecord> = {
  keyOf: shortNameOf,
  compare: (a, b) => b.gps - a.gps || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) || a.version - b.version,
  fields: ['name', 'version', 'gps', 'doi', 'detectors', 'detectors_source', 'parameters', 'parameter_sets'],
  listIn: () => ['event_versions'],
  newDocument: (catalog) =>
    newDocument(FOLDER, `Event versions of ${catalog}, latest event first.`, { catalog, event_versions: [] }),
};

export const eventVersions = recordImport<EventRecord>({
  unit: 'event versions',
  columns: (parameters) => ({
    required: ['name', 'version'],
    optional: [
      ...['gps', 'catalog', 'detectors', 'doi', 'detectors_source'],
      ...EXPORTED_COLUMNS,
      ...parameterColumns(parameters),
    ],
    aliases: new Map<string, string | null>([...PORTAL_COLUMNS, ...parameterAliases(parameters)]),
    unknownFix: PARAMETER_COLUMN_FIX,
  }),
  kind: eventVersionKind,
  existing: ({ inputs }) => inputs.folders[FOLDER],
  reader: (context) => {
    const { known, dataDir, catalogue } = context;
    const catalogs = new Map(catalogue.eventVersions.map((event) => [shortNameOf(event), event.catalog]));
    const freeVersionOf = freeVersions(context);
    return (row) => {
      const { record, findings } = readRow(row, known.parameters);
      const label = `${record.name}-v${row.cell('version')}`;
      const there = catalogs.get(label);
      const catalog = textCell(row.cell('catalog')) ?? there;
      // A version of another catalog is not merged with, so nothing can be said of the whole record.
      const isElsewhere = there !== undefined && there !== catalog;
      const wrongCatalog =
        catalog === undefined ? NO_CATALOG : there === catalog ? null : catalogOfVersionsFinding(catalog, known);
      if (wrongCatalog) findings.push(wrongCatalog);
      else if (isElsewhere) {
        const fix = `use version ${freeVersionOf(record.name)}, which is free, or correct the catalog`;
        findings.push({ code: 'D131', message: `this version is in ${there} already`, fix });
      }
      const path = catalog === undefined ? null : join(dataDir, FOLDER, `${catalog}.yaml`);
      const check = (merged: EventRecord) => (isElsewhere ? [] : checkVersion(merged, known));
      return { place: row.place, label, path, record, findings, check };
    };
  },
});

const NO_CATALOG: Finding = {
  code: 'D111',
  message: 'catalog is missing',
  fix: 'name the catalog that published the version',
};

function readRow(row: CsvRow, parameterNames: readonly string[]): { record: EventRecord; findings: Finding[] } {
  const { parameters, findings } = readParameters(row, parameterNames);
  const source = row.cell('detectors_source');
  const wrongSource = choiceFinding(row, 'detectors_source', ['record', 'latest-version', 'unknown', '']);
  if (wrongSource) findings.push(wrongSource);
  const record = recordOf<EventRecord>({
    name: row.cell('name'),
    version: numberCell(row.cell('version')),
    gps: numberCell(row.cell('gps')),
    doi: textCell(row.cell('doi')) ?? doiOf(row.cell(REFERENCE)),
    detectors: detectorsCell(row.cell('detectors')),
    // Where the row has the detectors on record, an older remark to the contrary is wrong.
    detectors_source: source === 'latest-version' ? source : source === 'record' ? null : undefined,
    parameters,
  });
  return { record, findings };
}

/** A portal's reference is the DOI of the catalog, or a page of the portal. */
const doiOf = (reference: string): string | undefined =>
  reference.startsWith('https://doi.org/') ? reference : undefined;

/** What a version has wrong after a merge. */
export function checkVersion(merged: EventRecord, known: ImportContext['known']): (Finding | PlacedFinding)[] {
  const { sound, findings } = splitValues(merged.parameters);
  const event = recordOf<RawEventVersion>({
    ...merged,
    detectors_source: merged.detectors_source ?? undefined,
    parameters: sound,
  });
  const schemaFindings = checkSchema('event-versions', event, 'event_version');
  return [...findings, ...(schemaFindings.length > 0 ? schemaFindings : checkEventVersion(event, known))];
}

/** The lowest version of an event above all that there are, and all that the rows give. */
function freeVersions({ catalogue, csv }: ImportContext): (name: string) => number {
  const highest = new Map<string, number>();
  const rows = csv.rows.map((row) => ({ name: row.cell('name'), version: Number(row.cell('version')) }));
  for (const { name, version } of [...catalogue.eventVersions, ...rows]) {
    if (Number.isInteger(version)) highest.set(name, Math.max(version, highest.get(name) ?? 0));
  }
  return (name) => (highest.get(name) ?? 0) + 1;
}
