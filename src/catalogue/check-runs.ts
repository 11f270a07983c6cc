/** Checks observing runs beyond their schema, and against each other. Times are GPS seconds. */

import { type Finding, placed } from '../report/problems.ts';
import { unknownNameFinding } from './check-names.ts';
import type { ObservingRun } from './types.ts';

/** A run may be part of another run. Any other overlap, or two runs with the same segment, must be a mistake. */
function isOverlap(run: ObservingRun, other: ObservingRun): boolean {
  const isApart = run.gps_end <= other.gps_start || other.gps_end <= run.gps_start;
  // One run contains the other if it starts earlier and ends later, or if they share either their start or their end, but not both.
  const isInside = Math.sign(run.gps_start - other.gps_start) !== Math.sign(run.gps_end - other.gps_end);
  return !isApart && !isInside;
}

/** A run must end after it starts, be separate from earlier runs in the list or nested with them, and name known detectors. */
export function checkRuns(runs: readonly ObservingRun[], detectors: readonly string[]): Finding[] {
  return runs.flatMap((run, index) => placed([index], checkRun(run, detectors)).concat(overlapOf(runs, index) ?? []));
}

/** A finding if a run overlaps an earlier run in the list. */
function overlapOf(runs: readonly ObservingRun[], index: number): Finding | null {
  const run = runs[index] as ObservingRun;
  const first = runs.slice(0, index).findIndex((one) => isOverlap(run, one));
  const other = runs[first];
  if (!other || other.name === run.name) return null;
  const message = `run ${run.name} overlaps run ${other.name}`;
  const fix = 'correct start or stop: two runs may only overlap if one contains the other';
  return { at: [index, 'name'], other: { at: [first, 'name'] }, code: 'D148', message, fix };
}

function checkRun(run: ObservingRun, detectors: readonly string[]): Finding[] {
  const findings = (run.detectors ?? []).flatMap((code, index) =>
    placed(['detectors', index], unknownNameFinding('detector', code, detectors)),
  );
  if (run.gps_end <= run.gps_start) {
    const message = `run ${run.name} stops at GPS ${run.gps_end}, not after its start ${run.gps_start}`;
    findings.push({ at: ['gps_end'], code: 'D147', message, fix: 'correct one of the two' });
  }
  return findings;
}
