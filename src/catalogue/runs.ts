/** Observing runs in order, and the one at a time. GPS seconds. Pure. */
import { byCodeUnit } from '../core/contract/order.ts';
import type { ObservingRun } from './types.ts';

/** Order of the runs (decision): by start, then name by code unit. */
export function sortRuns(runs: readonly ObservingRun[]): ObservingRun[] {
  return [...runs].sort((a, b) => a.gpsStart - b.gpsStart || byCodeUnit(a.name, b.name));
}

/** The first run whose segment contains the time; null outside all runs. */
export function runAt(gps: number, runs: readonly ObservingRun[]): string | null {
  return sortRuns(runs).find((one) => one.gpsStart <= gps && gps < one.gpsStop)?.name ?? null;
}
