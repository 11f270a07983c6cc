/** Summarizes the changes to strain files by dataset and detector, because there are too many files to list. Times are in GPS seconds. */

import { groupBy } from '../../core/base/group-by.ts';
import { byCodeUnit } from '../../core/base/order.ts';
import { STRAIN_FILE_DURATION_S, type StrainFileDetail } from '../../core/contract/wire.ts';
import type { RecordChange } from './diff-records.ts';

/** Changes to the strain files for one dataset and detector. */
export interface StrainDiff {
  readonly dataset: string;
  readonly detector: string;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** From the start of the first of these files to the end of the last. */
  readonly gps: readonly [start: number, stop: number];
  /** Seconds with data in the added files, computed from duty cycles; null if a duty cycle is unknown. */
  readonly addedDataS: number | null;
}

/** The record of a strain file, in the new release if it has the file. */
const recordOf = ({ old, new: next }: RecordChange) => (next ?? old) as unknown as StrainFileDetail;

/** Seconds with data; null if there are no files, or if a file's duty cycle is unknown. */
function sumData(changes: readonly RecordChange[]): number | null {
  const cycles = changes.map((change) => recordOf(change).duty_cycle ?? Number.NaN);
  const sum = cycles.reduce((total, cycle) => total + (cycle / 100) * STRAIN_FILE_DURATION_S, 0);
  return changes.length === 0 || Number.isNaN(sum) ? null : sum;
}

/** The changes for each dataset and detector, sorted by name. */
export function summarizeStrainFiles(changes: readonly RecordChange[]): StrainDiff[] {
  const series = groupBy(changes, (change) => `${recordOf(change).dataset}/${recordOf(change).detector}`);
  const sorted = [...series].sort(([a], [b]) => byCodeUnit(a, b));
  return sorted.map(([, ofSeries]) => {
    const { dataset, detector } = recordOf(ofSeries[0] as RecordChange);
    const added = ofSeries.filter(({ old }) => old === null);
    const removed = ofSeries.filter(({ new: next }) => next === null).length;
    const starts = ofSeries.map((change) => recordOf(change).gps_start).sort((a, b) => a - b);
    return {
      dataset,
      detector,
      added: added.length,
      removed,
      changed: ofSeries.length - added.length - removed,
      gps: [starts[0] as number, (starts.at(-1) as number) + STRAIN_FILE_DURATION_S],
      addedDataS: sumData(added),
    };
  });
}
