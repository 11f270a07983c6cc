/**
 * Imports the strain files around single events into `event-strain-files/<catalog>.yaml`. Columns: event, version, catalog, detector;
 * optional gps_start_32, gps_start_4096 (s), long_duration (2048 or 4096 s), prefix_16k and prefix_4k (beginnings of file names), and
 * start_uncertain (yes): the starts were computed from the event's time. If that time is a whole second, the row is skipped, because a link
 * whose start is off by one second does not work. The event version must be in the catalog.
 */
import { shortNameOf } from '../../catalogue/check-event-versions.ts';
import { catalogOfVersionsFinding, checkEventStrainFiles } from '../../catalogue/check-events.ts';
import type { EventStrainFiles } from '../../catalogue/types.ts';
import type { Finding } from '../../report/problems.ts';
import { choice, named, REQUIRED_TEXT, REQUIRED_VERSION, TEXT, TIME } from '../csv/csv-columns.ts';
import { checkSchemaThen } from '../merge/check-schema-then.ts';
import { recordsOf } from '../merge/facts.ts';
import type { ImportKindDefinition } from './import-kind.ts';

/** The start times of a detector's files, with the catalog of their event version. */
export interface EventFileFacts {
  readonly catalog: string;
  readonly record: EventStrainFiles;
}

type RowValues = EventStrainFiles & { readonly catalog: string; readonly long_duration?: string };

export const eventStrainFiles: ImportKindDefinition<EventFileFacts, RowValues> = {
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
    start_uncertain: named('start_source', choice({ yes: 'rule', no: undefined })),
  },
  // Some tables have the number of files, and remarks.
  aliases: { files: null, note: null },
  read: ({ catalog, long_duration: duration, gps_start_4096: long, ...values }) => {
    const start = long === undefined ? {} : { [duration === '2048' ? 'gps_start_2048' : 'gps_start_4096']: long };
    return { facts: { catalog, record: { ...values, ...start } } };
  },
  file: 'event-strain-files',
  list: ['event_strain_files'],
  records: recordsOf<EventStrainFiles, EventFileFacts>(({ catalogue, known }) => {
    const versions = new Map(catalogue.eventVersions.map((event) => [shortNameOf(event), event.catalog]));
    const times = new Map(catalogue.eventVersions.map((event) => [shortNameOf(event), event.gps]));
    return ({ facts: { catalog, record } }) => {
      const wrong = catalogOfVersionsFinding(catalog, known);
      const findings = wrong ? [wrong] : [];
      // Times are rounded to one decimal place, so a whole second may be the end of the previous second.
      if (record.start_source === 'rule' && Number.isInteger(times.get(shortNameOf(record)))) {
        findings.push(UNCERTAIN_START);
      }
      const check = (files: EventStrainFiles) =>
        checkSchemaThen('event-strain-files', 'event_strain_files', files, () =>
          wrong ? [] : checkEventStrainFiles(files, catalog, known, versions),
        );
      return { label: `${shortNameOf(record)} ${record.detector}`, name: catalog, record, findings, check };
    };
  }),
};

const UNCERTAIN_START: Finding = {
  code: 'D172',
  message: "its start is uncertain: it was computed from the event's time, which is rounded to a whole second",
  fix: 'look up the actual start',
};
