/**
 * Import of event versions into `event-versions/<catalog>.yaml`. In: rows with name, version, gps (s), catalog, detectors (`H1|L1`);
 * optional doi, detectors_source (record, latest-version, unknown), and the columns of the parameters. What else the CSV of the
 * API has is made of these, and ignored.
 *
 * An event version is found by name and version in whatever catalog; a row that names another catalog moves it (a change).
 * New ones are put in the listing's order (gps descending, name, version) among those that are there.
 */
import { join } from 'node:path';
import { checkEventVersion, shortNameOf } from '../check-event-versions.ts';
import { catalogOfVersionsFinding } from '../check-events.ts';
import type { RawEventVersion } from '../files/raw.ts';
import { checkSchema } from '../files/schema.ts';
import { recordOf } from './changes.ts';
import { choiceFinding, listCell, numberCell, textCell } from './csv.ts';
import { parameterColumns, readParameters } from './parameter-cells.ts';
import { recordImport } from './record-import.ts';
import { newDocument } from './yaml-writer.ts';

/** An event version as a row gives it; null takes the remark about the detectors away. */
type EventRecord = Omit<RawEventVersion, 'detectors_source'> & { readonly detectors_source?: 'latest-version' | null };

const FOLDER = 'event-versions';
const EXPORTED_COLUMNS = ['shortName', 'detail_url'];

export const eventVersions = recordImport<EventRecord>({
  unit: 'event versions',
  columns: (parameters) => ({
    required: ['name', 'version', 'gps', 'catalog', 'detectors'],
    optional: ['doi', 'detectors_source', ...EXPORTED_COLUMNS, ...parameterColumns(parameters)],
  }),
  kind: {
    keyOf: shortNameOf,
    compare: (a, b) => b.gps - a.gps || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) || a.version - b.version,
    fields: ['name', 'version', 'gps', 'doi', 'detectors', 'detectors_source', 'parameters', 'parameter_sets'],
    listIn: () => ['event_versions'],
    newDocument: (catalog) =>
      newDocument(FOLDER, `Event versions of ${catalog}, latest event first.`, { catalog, event_versions: [] }),
  },
  existing: ({ inputs }) => inputs.folders[FOLDER],
  reader: ({ known, dataDir, catalogue }) => {
    const pathOf = (catalog: string): string => join(dataDir, FOLDER, `${catalog}.yaml`);
    const catalogs = new Map(catalogue.eventVersions.map((event) => [shortNameOf(event), event.catalog]));
    return (row) => {
      const { parameters, findings } = readParameters(row, known.parameters);
      const source = row.cell('detectors_source');
      const wrongSource = choiceFinding(row, 'detectors_source', ['record', 'latest-version', 'unknown', '']);
      if (wrongSource) findings.push(wrongSource);
      const event = recordOf<RawEventVersion>({
        name: row.cell('name'),
        version: numberCell(row.cell('version')),
        gps: numberCell(row.cell('gps')),
        doi: textCell(row.cell('doi')),
        detectors: listCell(row.cell('detectors')) ?? [],
        detectors_source: source === 'latest-version' ? source : undefined,
        parameters,
      });
      const schemaFindings = checkSchema('event-versions', event, 'event_version');
      findings.push(...(schemaFindings.length > 0 ? schemaFindings : checkEventVersion(event, known)));
      const catalog = row.cell('catalog');
      const wrongCatalog = catalogOfVersionsFinding(catalog, known);
      if (wrongCatalog) findings.push(wrongCatalog);
      const label = `${event.name}-v${row.cell('version')}`;
      const old = catalogs.get(label) ?? catalog;
      return {
        row,
        label,
        path: pathOf(catalog),
        // Where the row has the detectors on record, an older remark to the contrary is wrong.
        record: source === 'record' ? { ...event, detectors_source: null } : event,
        findings,
        ...(old === catalog ? {} : { movedFrom: { path: pathOf(old), field: 'catalog', old, value: catalog } }),
      };
    };
  },
});
