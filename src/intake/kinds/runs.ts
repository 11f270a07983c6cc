/** Imports observing runs into `runs.yaml`. New runs are inserted in order of start time. */
import type { Mapping } from '../../catalogue/files/mapping.ts';
import { DETECTORS, REQUIRED_TEXT, REQUIRED_TIME } from '../csv/columns.ts';
import type { SourceRecord } from '../merge/records.ts';
import { type ImportKindDefinition, oneRecord } from './import-kind.ts';

export const runs: ImportKindDefinition = {
  noun: 'runs',
  columns: {
    name: REQUIRED_TEXT,
    gps_start: REQUIRED_TIME,
    /** Exclusive. */
    gps_end: REQUIRED_TIME,
    detectors: DETECTORS,
  },
  // Older data files have `gps_stop`.
  aliases: { gps_stop: 'gps_end' },
  // As in its schema.
  maxRows: 1000,
  readAll: (rows) => rows.map((value) => oneRecord(runRecord(value))),
};

export const runRecord = (value: Mapping): SourceRecord => ({
  kind: 'runs',
  stem: '',
  list: 'runs',
  value,
  label: String(value.name),
});
