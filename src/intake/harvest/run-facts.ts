/** Converts the observing runs of a service to facts of an import. Pure. */
import type { ObservingRun } from '../../catalogue/types.ts';
import type { RunRecord } from '../kinds/runs.ts';
import { recordOf } from '../merge/merge-record.ts';
import { givenBy, listOf, namesIn, numberOf, type Sink, stringOf } from './entry-facts.ts';
import type { Entry, ServiceContent } from './service-content.ts';

export function runFacts({ runs }: ServiceContent, { given }: Sink<RunRecord>): void {
  for (const run of runs) {
    const { name, gps_start, gps_end, detectors } = run.value;
    const facts = recordOf<RunRecord>({
      name: stringOf(name),
      gps_start: numberOf(gps_start),
      gps_stop: numberOf(gps_end),
      detectors: listOf(detectors),
    });
    given.push(givenBy(run, facts));
  }
}

/** The observing runs of a service. */
export function observingRuns(runs: readonly Entry[]): ObservingRun[] {
  return runs.map(({ value }) => ({
    name: String(value.name),
    gpsStart: Number(value.gps_start),
    gpsStop: Number(value.gps_end),
    detectors: namesIn(value.detectors),
  }));
}
