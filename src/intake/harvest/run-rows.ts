/** Converts the observing runs of a service to rows of an import. Pure. */
import type { ObservingRun } from '../../catalogue/types.ts';
import type { Harvested } from './harvested.ts';
import { namesIn, type RowSink, rowOf } from './row.ts';

export function runRows({ runs }: Harvested, { rows }: RowSink): void {
  for (const run of runs) {
    const { name, gps_start, gps_end, detectors } = run.value;
    rows.push(rowOf(run, { name, gps_start, gps_end, detectors }));
  }
}

/** The observing runs of a service. */
export function runsOf({ runs }: Harvested): ObservingRun[] {
  return runs.map(({ value }) => ({
    name: String(value.name),
    gpsStart: Number(value.gps_start),
    gpsStop: Number(value.gps_end),
    detectors: namesIn(value.detectors),
  }));
}
