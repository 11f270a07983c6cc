/** Timelines: data-quality flags and when they were set. Pure. */

import { bind, bindId, createCollection, type Row, textColumn } from '../contract/collection.ts';
import { isOneOf } from '../contract/conditions.ts';
import { text } from '../contract/text.ts';
import { EVENT_VERSION } from './event-versions.ts';

/**
 * Columns of the index. `runs` are those with a list of the flag; in the same order, `spans` are their GPS seconds as `start/stop`, and
 * `detectorRuns` their names with the flag's detector.
 */
export const TIMELINE = { name: 'name', detectorRuns: 'detector_runs', runs: 'runs', spans: 'spans' } as const;

/** A detector in a run: `H1/O3a`. */
export const detectorRun = (detector: string, run: string): string => `${detector}/${run}`;

/** The detectors of an event version, in its run. An event outside the runs has none. */
function detectorRunsOf(version: Row): string[] {
  const detectors = version.names(EVENT_VERSION.detectors);
  return version.names(EVENT_VERSION.run).flatMap((run) => detectors.map((detector) => detectorRun(detector, run)));
}

export function timelines() {
  return createCollection({
    name: 'timelines',
    title: text('Timelines'),
    description: text('Data-quality flags, by name.'),
    order: text('name'),
    sortedBy: ['name'],
    paths: [
      { path: 'timelines' },
      { path: 'runs/{}/timelines', bindings: [bindId(TIMELINE.runs)] },
      {
        path: 'event-versions/{}/timelines',
        bindings: [bind(isOneOf(TIMELINE.detectorRuns), detectorRunsOf)],
      },
    ],
    index: { kind: 'columns', ids: { idOf: textColumn(TIMELINE.name) } },
    records: 'entries',
  });
}
