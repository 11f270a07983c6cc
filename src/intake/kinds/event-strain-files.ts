/**
 * Imports the strain files around single events into `event-strain-files/<catalog>.yaml`. Columns: event, version, catalog, detector;
 * optional gps_start_32, gps_start_4096 (s), long_duration (2048 or 4096 s), prefix_16k and prefix_4k (beginnings of file names). The event
 * version must be in the catalog.
 */
import { shortNameOf } from '../../catalogue/names.ts';
import type { EventStrainFiles } from '../../catalogue/types.ts';
import { named, REQUIRED_TEXT, REQUIRED_VERSION, TEXT, TIME } from '../csv/csv-columns.ts';
import type { SourceRecord } from '../merge/records.ts';
import { type ImportKindDefinition, oneRecord } from './import-kind.ts';

type FileValues = EventStrainFiles & { readonly catalog: string; readonly long_duration?: string };

export const eventStrainFiles: ImportKindDefinition<FileValues> = {
  unit: 'event strain files',
  columns: {
    event: named('name', REQUIRED_TEXT),
    version: REQUIRED_VERSION,
    catalog: REQUIRED_TEXT,
    detector: REQUIRED_TEXT,
    gps_start_32: TIME,
    gps_start_4096: TIME,
    long_duration: { ...TEXT, choices: ['4096', '2048', ''] },
    prefix_16k: named('file_prefix_16kHz', TEXT),
    prefix_4k: named('file_prefix_4kHz', TEXT),
  },
  // Some tables have the number of files, and remarks.
  aliases: { files: null, note: null },
  readAll: (all) =>
    all.map(({ catalog, long_duration: duration, gps_start_4096: long, ...values }) => {
      const start = long === undefined ? {} : { [duration === '2048' ? 'gps_start_2048' : 'gps_start_4096']: long };
      return oneRecord(eventFilesRecord(catalog, { ...values, ...start }));
    }),
};

export const eventFilesRecord = (catalog: string, value: EventStrainFiles): SourceRecord => ({
  kind: 'event-strain-files',
  name: catalog,
  list: ['event_strain_files'],
  value,
  label: `${shortNameOf(value)} ${value.detector}`,
});
