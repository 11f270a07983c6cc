/**
 * Import of observing runs into `runs.yaml`. In: rows with name, gps_start, gps_end (s, end exclusive); optional detectors (`H1|L1`) and
 * known_from, which is not stored. New runs are inserted in the order of their start.
 */
import { checkRun } from '../../catalogue/check-runs.ts';
import type { RawRuns } from '../../catalogue/files/raw.ts';
import { checkSchema } from '../../catalogue/files/schema.ts';
import { detectorsCell, numberCell } from './cells.ts';
import { recordOf } from './merge-record.ts';
import { recordImport } from './record-import.ts';
import { newTopDocument } from './yaml-writer.ts';

export type RunRecord = RawRuns['runs'][number];

export const runs = recordImport<RunRecord>({
  unit: 'runs',
  columns: () => ({ required: ['name', 'gps_start', 'gps_end'], optional: ['detectors', 'known_from'] }),
  kind: {
    keyOf: ({ name }) => name,
    compare: (a, b) => a.gps_start - b.gps_start,
    fields: ['name', 'gps_start', 'gps_stop', 'detectors'],
    isFlow: true,
    listIn: () => ['runs'],
    newDocument: () => newTopDocument('runs', 'Observing runs in GPS seconds.', { runs: [] }),
    checkBeside: (run, others) => checkRun(run, others.all(), null),
  },
  existing: ({ inputs }) => [inputs.top.runs],
  read: (row) => ({
    facts: recordOf<RunRecord>({
      name: row.cell('name'),
      gps_start: numberCell(row.cell('gps_start')),
      gps_stop: numberCell(row.cell('gps_end')),
      detectors: detectorsCell(row.cell('detectors')),
    }),
  }),
  records:
    ({ known, inputs }) =>
    ({ facts: record }) => {
      const check = (run: RunRecord) => {
        const findings = checkSchema('runs', run, 'run');
        return findings.length > 0 ? findings : checkRun(run, [], known.detectors);
      };
      return { label: record.name, path: inputs.top.runs, record, check };
    },
});
