/**
 * Import of observing runs into `runs.yaml`. In: rows with name, gps_start, gps_end (s, end exclusive); optional detectors (`H1|L1`) and
 * known_from, which is not stored. New runs are inserted in the order of their start.
 */
import { checkRun } from '../../catalogue/check-runs.ts';
import type { RawRuns } from '../../catalogue/files/raw.ts';
import { detectorsCell, numberCell } from '../csv/cells.ts';
import { recordOf } from '../merge/merge-record.ts';
import { checkRecord, planRecords } from '../merge/plan-records.ts';
import { yamlLayout } from '../merge/yaml-records.ts';
import type { ImportKindDefinition } from './import-kind.ts';

export type RunRecord = RawRuns['runs'][number];

const LAYOUT = yamlLayout<RunRecord>({
  file: 'runs',
  keyOf: ({ name }) => name,
  compare: (a, b) => a.gps_start - b.gps_start,
  fields: ['name', 'gps_start', 'gps_stop', 'detectors'],
  isFlow: true,
  checkBeside: (run, others) => checkRun(run, others.all(), null),
});

export const runs: ImportKindDefinition<RunRecord> = {
  unit: 'runs',
  columns: () => ({ required: ['name', 'gps_start', 'gps_end'], optional: ['detectors', 'known_from'] }),
  read: (row) => ({
    facts: recordOf<RunRecord>({
      name: row.cell('name'),
      gps_start: numberCell(row.cell('gps_start')),
      gps_stop: numberCell(row.cell('gps_end')),
      detectors: detectorsCell(row.cell('detectors')),
    }),
  }),
  plan: planRecords(LAYOUT, ({ known }) => ({ facts: record }) => {
    const check = (run: RunRecord) => checkRecord('runs', 'run', run, () => checkRun(run, [], known.detectors));
    return { label: record.name, record, check };
  }),
};
