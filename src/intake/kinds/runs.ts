/**
 * Imports observing runs into `runs.yaml`. Columns: name, gps_start, gps_end (s, end exclusive); optional detectors (`H1|L1`). New runs are
 * inserted in order of start time.
 */
import type { ObservingRun } from '../../catalogue/types.ts';
import { DETECTORS, REQUIRED_TEXT, REQUIRED_TIME } from '../csv/csv-columns.ts';
import { type ImportKindDefinition, oneRecord } from './import-kind.ts';

export const runs: ImportKindDefinition<ObservingRun> = {
  unit: 'runs',
  columns: {
    name: REQUIRED_TEXT,
    gps_start: REQUIRED_TIME,
    gps_end: REQUIRED_TIME,
    detectors: DETECTORS,
  },
  // Older data files have `gps_stop`.
  aliases: { gps_stop: 'gps_end' },
  maxRows: 1000,
  readAll: (all) => all.map((value) => oneRecord({ kind: 'runs', name: '', list: ['runs'], value, label: value.name })),
};
