/**
 * Import of the strain files around single events into `event-strain-files/<catalog>.yaml`. In: rows with event, version, catalog,
 * detector; optional gps_start_32, gps_start_4096 (s), and start_uncertain (yes): such rows are left out, because a link with a start that
 * is one second off does not work. The event version must be in the catalog.
 */
import { shortNameOf } from '../../catalogue/check-event-versions.ts';
import { catalogOfVersionsFinding, checkEventStrainFiles } from '../../catalogue/check-events.ts';
import type { RawEventStrainFiles } from '../../catalogue/files/raw.ts';
import type { Finding } from '../../report/problems.ts';
import { choiceFinding, numberCell } from '../csv/cells.ts';
import { recordOf } from '../merge/merge-record.ts';
import { checkRecord, planRecords } from '../merge/plan-records.ts';
import { yamlLayout } from '../merge/yaml-records.ts';
import type { ImportKindDefinition } from './import-kind.ts';

const keyOf = (files: RawEventStrainFiles): string => `${shortNameOf(files)} ${files.detector}`;
const startOf = (files: RawEventStrainFiles): number =>
  files.gps_start_32 ?? files.gps_start_2048 ?? files.gps_start_4096 ?? 0;

const LAYOUT = yamlLayout<RawEventStrainFiles>({
  file: 'event-strain-files',
  keyOf,
  compare: (a, b) => startOf(b) - startOf(a) || (keyOf(a) < keyOf(b) ? -1 : 1),
  fields: [
    ...['name', 'version', 'detector', 'gps_start_32', 'gps_start_2048', 'gps_start_4096'],
    ...['file_prefix_16kHz', 'file_prefix_4kHz'],
  ],
  isFlow: true,
});

/** The starts of the files of a detector, with the catalog of their event version. */
export interface EventFileFacts {
  readonly catalog: string;
  readonly record: RawEventStrainFiles;
}

export const eventStrainFiles: ImportKindDefinition<EventFileFacts> = {
  unit: 'event strain files',
  columns: () => ({
    required: ['event', 'version', 'catalog', 'detector'],
    optional: ['gps_start_32', 'gps_start_4096', 'start_uncertain'],
  }),
  read: (row) => {
    const record = recordOf<RawEventStrainFiles>({
      name: row.cell('event'),
      version: numberCell(row.cell('version')),
      detector: row.cell('detector'),
      gps_start_32: numberCell(row.cell('gps_start_32')),
      gps_start_4096: numberCell(row.cell('gps_start_4096')),
    });
    const findings: Finding[] = [];
    const wrong = choiceFinding(row, 'start_uncertain', ['yes', 'no', '']);
    if (wrong) findings.push(wrong);
    if (row.cell('start_uncertain') === 'yes') {
      findings.push({ code: 'D172', message: 'its start is uncertain', fix: 'find out the start of the files' });
    }
    return { facts: { catalog: row.cell('catalog'), record }, findings };
  },
  plan: planRecords<RawEventStrainFiles, EventFileFacts>(LAYOUT, ({ catalogue, known }) => {
    const versions = new Map(catalogue.eventVersions.map((event) => [shortNameOf(event), event.catalog]));
    return ({ facts: { catalog, record } }) => {
      const wrong = catalogOfVersionsFinding(catalog, known);
      const check = (files: RawEventStrainFiles) =>
        checkRecord('event-strain-files', 'event_strain_files', files, () =>
          wrong ? [] : checkEventStrainFiles(files, catalog, known, versions),
        );
      return { label: keyOf(record), name: catalog, record, findings: wrong ? [wrong] : [], check };
    };
  }),
};
