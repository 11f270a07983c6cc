/**
 * Imports data-quality segments into `timelines/<run>.yaml`. Columns: flag, run, start and stop (s, stop exclusive).
 *
 * Segments are identified by their start. A segment that overlaps another segment of the same flag is skipped; segments are never joined
 * or cut.
 */
import { checkFlag, segmentFinding } from '../../catalogue/check-timelines.ts';
import { unknownNameFinding } from '../../catalogue/names.ts';
import type { Segment, TimelinesFile } from '../../catalogue/types.ts';
import { REQUIRED_TEXT, REQUIRED_TIME } from '../csv/csv-columns.ts';
import { checkSchemaThen } from '../merge/check-schema-then.ts';
import { type Others, recordsOf } from '../merge/facts.ts';
import type { ImportKindDefinition } from './import-kind.ts';

/** A segment with its flag and run. */
export interface SegmentFacts {
  readonly flag: string;
  readonly run: string;
  readonly segment: Segment;
}

type RowValues = Omit<SegmentFacts, 'segment'> & { readonly start: number; readonly stop: number };

export const segments: ImportKindDefinition<SegmentFacts, RowValues> = {
  unit: 'segments',
  columns: {
    flag: REQUIRED_TEXT,
    run: REQUIRED_TEXT,
    start: REQUIRED_TIME,
    stop: REQUIRED_TIME,
  },
  read: ({ start, stop, ...values }) => ({ facts: { ...values, segment: [start, stop] } }),
  file: 'timelines',
  records: recordsOf<Segment, SegmentFacts>(({ known }) => ({ facts: { flag: name, run, segment } }) => {
    const unknown = unknownNameFinding('D135', 'run', run, known.runs, 'runs.yaml');
    const check = (merged: Segment, others: Others<Segment>) => {
      const flag = { name, segments: [merged] };
      const timelines: TimelinesFile = { run, flags: [flag] };
      const found = checkSchemaThen('timelines', undefined, timelines, () => checkFlag(flag, known));
      const beside = found.length > 0 ? null : segmentFinding(others.before(), merged, others.after());
      return beside ? [beside] : found;
    };
    return {
      label: `${name} of ${run} from GPS ${segment[0] ?? ''}`,
      name: run,
      list: ['flags', { name }, 'segments'],
      record: segment,
      findings: unknown ? [unknown] : [],
      check,
    };
  }),
};
