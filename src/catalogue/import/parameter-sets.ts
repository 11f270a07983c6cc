/**
 * Import of parameter sets into `event-versions/<catalog>.yaml`. In: one row for each event version and set: name, version, set; optional
 * pipeline_type (pe, search), waveform_family, data_url, is_preferred (yes, no), links (`label=url|label=url`), and the columns of the
 * parameters. The event version has to be there.
 */
import { join } from 'node:path';
import { isMap } from 'yaml';
import { checkParameterSet, shortNameOf } from '../check-event-versions.ts';
import { unknownVersionFinding } from '../check-events.ts';
import type { RawParameterSet } from '../files/raw.ts';
import { checkSchema } from '../files/schema.ts';
import { recordOf } from './changes.ts';
import { choiceFinding, listCell, textCell } from './csv.ts';
import { parameterColumns, readParameters } from './parameter-cells.ts';
import { recordImport } from './record-import.ts';
import { listAt } from './yaml-writer.ts';

/** A set as a row gives it; null takes the preference away. */
type SetRecord = Omit<RawParameterSet, 'is_preferred'> & { readonly is_preferred?: boolean | null };

const PREFERENCES = new Map<string, boolean | null>([
  ['yes', true],
  ['no', null],
]);

export const parameterSets = recordImport<SetRecord>({
  unit: 'parameter sets',
  columns: (parameters) => ({
    required: ['name', 'version', 'set'],
    optional: [
      'pipeline_type',
      'waveform_family',
      'data_url',
      'is_preferred',
      'links',
      ...parameterColumns(parameters),
    ],
  }),
  kind: {
    keyOf: ({ name }) => name,
    fields: ['name', 'pipeline_type', 'waveform_family', 'data_url', 'is_preferred', 'links', 'parameters'],
    listIn: (document, shortName) => {
      const index = listAt(document, ['event_versions']).items.findIndex(
        (node) => isMap(node) && `${node.get('name')}-v${node.get('version')}` === shortName,
      );
      return ['event_versions', index, 'parameter_sets'];
    },
    newDocument: (catalog) => {
      throw new Error(`No event versions of ${catalog}`);
    },
  },
  existing: ({ inputs }) => inputs.folders['event-versions'],
  reader: ({ known, dataDir, catalogue }) => {
    const catalogs = new Map(catalogue.eventVersions.map((event) => [shortNameOf(event), event.catalog]));
    return (row) => {
      const shortName = `${row.cell('name')}-v${row.cell('version')}`;
      const { parameters, findings } = readParameters(row, known.parameters);
      const wrongChoice = choiceFinding(row, 'is_preferred', ['yes', 'no', '']);
      if (wrongChoice) findings.push(wrongChoice);
      const links = listCell(row.cell('links'))?.map((link) => {
        const [label = '', ...url] = link.split('=');
        return { url: url.join('='), label };
      });
      const set = recordOf<RawParameterSet>({
        name: row.cell('set'),
        pipeline_type: textCell(row.cell('pipeline_type')),
        waveform_family: textCell(row.cell('waveform_family')),
        data_url: textCell(row.cell('data_url')),
        links,
        parameters,
      });
      const schemaFindings = checkSchema('event-versions', set, 'parameter_set');
      findings.push(...(schemaFindings.length > 0 ? schemaFindings : checkParameterSet(set, shortName, known)));
      const catalog = catalogs.get(shortName);
      if (catalog === undefined) findings.push(unknownVersionFinding(shortName));
      const isPreferred = PREFERENCES.get(row.cell('is_preferred'));
      return {
        row,
        label: `${shortName} set ${set.name}`,
        path: join(dataDir, 'event-versions', `${catalog}.yaml`),
        within: shortName,
        record: isPreferred === undefined ? set : { ...set, is_preferred: isPreferred },
        findings,
      };
    };
  },
});
