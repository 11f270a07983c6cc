/**
 * Import of data-quality segments into `timelines/<run>.yaml`. In: rows with flag, run, start and stop (s, stop exclusive); optional
 * known_from, which is not stored.
 *
 * Segments are identified by their start. One that overlaps or touches another of its flag is left out; segments are never joined or cut.
 */
import { join } from 'node:path';
import { type Document, isMap } from 'yaml';
import { checkFlag, segmentFinding } from '../../catalogue/check-timelines.ts';
import type { RawSegment, RawTimelines } from '../../catalogue/files/raw.ts';
import { checkSchema } from '../../catalogue/files/schema.ts';
import type { DataPath } from '../../catalogue/files/yaml-file.ts';
import { unknownNameFinding } from '../../catalogue/names.ts';
import { numberCell } from './cells.ts';
import { recordImport } from './record-import.ts';
import { listAt, newDocument } from './yaml-writer.ts';

/** Path of the list of a flag, which does not exist if the file does not have the flag. */
function segmentsIn(document: Document, flag: string): DataPath {
  const { items } = listAt(document, ['flags']);
  return ['flags', items.findIndex((node) => isMap(node) && node.get('name') === flag), 'segments'];
}

/** The document of a run's first flag. */
export const newTimelines = (run: string): Document =>
  newDocument('timelines', `Segments of the data-quality flags in ${run}, as [start, stop).`, { run, flags: [] });

/** A segment with its flag and run. */
export interface SegmentFacts {
  readonly flag: string;
  readonly run: string;
  readonly segment: RawSegment;
}

export const segments = recordImport<RawSegment, SegmentFacts>({
  unit: 'segments',
  columns: () => ({ required: ['flag', 'run', 'start', 'stop'], optional: ['known_from'] }),
  kind: {
    keyOf: ([start]) => String(start),
    compare: ([a], [b]) => a - b,
    fields: ['start', 'stop'],
    isFlow: true,
    listIn: segmentsIn,
    prepare: (document, flag) => listAt(document, ['flags']).add(document.createNode({ name: flag, segments: [] })),
    newDocument: newTimelines,
    checkBeside: (segment, others, position) => {
      const finding = segmentFinding(others.at(position - 1), segment, others.at(position));
      return finding ? [finding] : [];
    },
  },
  existing: ({ inputs }) => inputs.folders.timelines,
  read: (row) => {
    const segment = [numberCell(row.cell('start')), numberCell(row.cell('stop'))] as unknown as RawSegment;
    return { facts: { flag: row.cell('flag'), run: row.cell('run'), segment } };
  },
  records:
    ({ known, dataDir }) =>
    ({ facts: { flag: name, run, segment } }) => {
      const unknown = unknownNameFinding('D135', 'run', run, known.runs, 'runs.yaml');
      const check = (merged: RawSegment) => {
        const timelines: RawTimelines = { run, flags: [{ name, segments: [merged] }] };
        const findings = checkSchema('timelines', timelines);
        return findings.length > 0 ? findings : timelines.flags.flatMap((flag) => checkFlag(flag, known));
      };
      return {
        label: `${name} of ${run} from GPS ${segment[0] ?? ''}`,
        path: join(dataDir, 'timelines', `${run}.yaml`),
        within: name,
        record: segment,
        findings: unknown ? [unknown] : [],
        check,
      };
    },
});
