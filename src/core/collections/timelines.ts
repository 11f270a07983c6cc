/** Timelines: data-quality flags and when they were set. */

import { bind, bindId, createCollection, textColumn } from '../contract/collection.ts';
import { isOneOf } from '../contract/conditions.ts';
import { EVENT_VERSION } from './event-versions.ts';

/**
 * Index columns. `runs` names the runs that have a segment list for the flag. In the same order, `spans` contains each run's GPS seconds
 * (`formatSpan`), and `detectorRuns` combines the flag's detector with each run's name.
 */
export const TIMELINE = { name: 'name', detectorRuns: 'detector_runs', runs: 'runs', spans: 'spans' } as const;

export const formatSpan = (start: number, stop: number): string => `${start}/${stop}`;
export const parseSpan = (span: string) => span.split('/').map(Number) as [start: number, stop: number];

export function timelines() {
  return createCollection({
    name: 'timelines',
    title: 'Timelines',
    description: 'Data-quality flags, by name.',
    order: 'name',
    paths: [
      { path: 'timelines' },
      { path: 'runs/{}/timelines', bindings: [bindId(TIMELINE.runs)] },
      {
        path: 'event-versions/{}/timelines',
        bindings: [bind(isOneOf(TIMELINE.detectorRuns), (version) => version.names(EVENT_VERSION.detectorRuns))],
      },
    ],
    index: 'columns',
    ids: { idOf: textColumn(TIMELINE.name) },
    records: 'entries',
  });
}
