/** Sorts observing runs, and finds the run at a given time. Times are GPS seconds. */

import { byCodeUnit } from '../core/base/order.ts';
import type { ObservingRun } from './types.ts';

/** Order of runs (decision): by start, then by name in code unit order. */
export function sortRuns(runs: readonly ObservingRun[]): ObservingRun[] {
  return [...runs].sort((a, b) => a.gps_start - b.gps_start || byCodeUnit(a.name, b.name));
}

/** The first run whose segment contains the time; null if the time is outside all runs. */
export function runAt(gps: number, runs: readonly ObservingRun[]): string | null {
  return sortRuns(runs.filter((one) => one.gps_start <= gps && gps < one.gps_end))[0]?.name ?? null;
}
