/** Imports the strain files around single events into `event-strain-files/<catalog>.yaml`. The event version must be in the catalog. */

import type { Mapping } from '../../catalogue/files/mapping.ts';
import { eventVersionId } from '../../core/contract/ids.ts';
import { named, REQUIRED_TEXT, REQUIRED_VERSION, TEXT, TIME } from '../csv/columns.ts';
import type { SourceRecord } from '../merge/records.ts';
import { type ImportKindDefinition, oneRecord } from './import-kind.ts';

export const eventStrainFiles: ImportKindDefinition = {
  noun: 'event strain files',
  columns: {
    event: named('name', REQUIRED_TEXT),
    version: REQUIRED_VERSION,
    catalog: REQUIRED_TEXT,
    detector: REQUIRED_TEXT,
    gps_start_32: TIME,
    /** The start of the longer files, whose length is `long_duration` in seconds. */
    gps_start_4096: TIME,
    long_duration: { ...TEXT, choices: ['4096', '2048', ''] },
    /** The beginnings of file names. */
    prefix_16k: named('file_prefix_16kHz', TEXT),
    prefix_4k: named('file_prefix_4kHz', TEXT),
  },
  // Some tables have the number of files, and remarks.
  ignored: /^(files|note)$/,
  readAll: (rows) =>
    rows.map(({ catalog, long_duration: duration, gps_start_4096: long, ...values }) => {
      const start = long === undefined ? {} : { [duration === '2048' ? 'gps_start_2048' : 'gps_start_4096']: long };
      return oneRecord(eventFilesRecord(String(catalog), { ...values, ...start }));
    }),
};

export const eventFilesRecord = (catalog: string, value: Mapping): SourceRecord => ({
  kind: 'event-strain-files',
  stem: catalog,
  list: 'event_strain_files',
  value,
  label: `${eventVersionId(String(value.name), value.version)} ${value.detector}`,
});
