/**
 * Import of observing runs into `runs.yaml`. In: rows with name, gps_start, gps_end (s, end exclusive); optional detectors (`H1|L1`) and
 * known_from, which is not stored. New runs are inserted in the order of their start.
 */

import type { RawRun } from '../../catalogue/files/raw.ts';
import { checkRun } from '../../catalogue/runs.ts';
import { DETECTORS, IGNORED, named, REQUIRED_NUMBER, REQUIRED_TEXT } from '../csv/columns.ts';
import { checkRecord, planRecords } from '../merge/record-merger.ts';
import { yamlLayout } from '../merge/yaml-records.ts';
import type { ImportKindDefinition } from './import-kind.ts';

const LAYOUT = yamlLayout<RawRun>({
  file: 'runs',
  keyOf: ({ name }) => name,
  compare: (a, b) => a.gps_start - b.gps_start,
  fields: ['name', 'gps_start', 'gps_stop', 'detectors'],
  isFlow: true,
  checkAgainstOthers: (run, others) => checkRun(run, others.all(), null),
});

export const runs: ImportKindDefinition<RawRun> = {
  unit: 'runs',
  columns: {
    name: REQUIRED_TEXT,
    gps_start: REQUIRED_NUMBER,
    gps_end: named('gps_stop', REQUIRED_NUMBER),
    detectors: DETECTORS,
    known_from: IGNORED,
  },
  plan: planRecords(LAYOUT, ({ known }) => ({ facts: record }) => {
    const check = (run: RawRun) => checkRecord('runs', 'run', run, () => checkRun(run, [], known.detectors));
    return { label: record.name, record, check };
  }),
};
