/**
 * Import of data-quality segments into `timelines/<run>.yaml`. In: rows with flag, run, start and stop (s, stop exclusive); optional
 * known_from, which is not stored.
 *
 * Segments are identified by their start. One that overlaps or touches another of its flag is left out; segments are never joined or cut.
 */
import { isMap } from 'yaml';
import { checkFlag, segmentFinding } from '../../catalogue/check-timelines.ts';
import type { RawSegment, RawTimelines } from '../../catalogue/files/raw.ts';
import { unknownNameFinding } from '../../catalogue/names.ts';
import { IGNORED, REQUIRED_NUMBER, REQUIRED_TEXT } from '../csv/columns.ts';
import { checkRecord, planRecords } from '../merge/record-merger.ts';
import { yamlLayout } from '../merge/yaml-records.ts';
import { listAt } from '../merge/yaml-writer.ts';
import type { ImportKindDefinition } from './import-kind.ts';

/** `within` is the flag. */
const LAYOUT = yamlLayout<RawSegment>({
  file: 'timelines',
  keyOf: ([start]) => String(start),
  compare: ([a], [b]) => a - b,
  fields: ['start', 'stop'],
  isFlow: true,
  // The path does not exist if the file does not have the flag.
  listIn: (document, flag) => {
    const { items } = listAt(document, ['flags']);
    return ['flags', items.findIndex((node) => isMap(node) && node.get('name') === flag), 'segments'];
  },
  prepare: (document, flag) => listAt(document, ['flags']).add(document.createNode({ name: flag, segments: [] })),
  checkAgainstOthers: (segment, others, position) => {
    const finding = segmentFinding(others.at(position - 1), segment, others.at(position));
    return finding ? [finding] : [];
  },
});

/** A segment with its flag and run. */
export interface SegmentFacts {
  readonly flag: string;
  readonly run: string;
  readonly segment: RawSegment;
}

type RowValues = Omit<SegmentFacts, 'segment'> & { readonly start: number; readonly stop: number };

export const segments: ImportKindDefinition<SegmentFacts, RowValues> = {
  unit: 'segments',
  columns: {
    flag: REQUIRED_TEXT,
    run: REQUIRED_TEXT,
    start: REQUIRED_NUMBER,
    stop: REQUIRED_NUMBER,
    known_from: IGNORED,
  },
  read: ({ start, stop, ...values }) => ({ facts: { ...values, segment: [start, stop] } }),
  plan: planRecords<RawSegment, SegmentFacts>(LAYOUT, ({ known }) => ({ facts: { flag: name, run, segment } }) => {
    const unknown = unknownNameFinding('D135', 'run', run, known.runs, 'runs.yaml');
    const check = (merged: RawSegment) => {
      const flag = { name, segments: [merged] };
      const timelines: RawTimelines = { run, flags: [flag] };
      return checkRecord('timelines', undefined, timelines, () => checkFlag(flag, known));
    };
    return {
      label: `${name} of ${run} from GPS ${segment[0] ?? ''}`,
      name: run,
      within: name,
      record: segment,
      findings: unknown ? [unknown] : [],
      check,
    };
  }),
};
