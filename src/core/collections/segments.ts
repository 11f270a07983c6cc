/** Segments: when a data-quality flag was set. */

import { type Asked, bindId, bindPosition, createCollection, type IndexedRecord } from '../contract/collection.ts';
import { intervalFilters } from '../contract/filters.ts';
import { notRecorded, type Refusal } from '../contract/refusals.ts';
import { parseSpan, TIMELINE } from './timelines.ts';

/**
 * Refuses an interval outside the runs that have a segment list for the flag. The index knows only whether a run has a list, not whether
 * the list is complete.
 */
function refuseOutsideRuns({ parents, interval: { from, to } }: Asked): Refusal | null {
  const timeline = parents.at(-1) as IndexedRecord;
  const runs = timeline.names(TIMELINE.runs);
  /** The run in the path; undefined if the request is for all runs. */
  const asked = parents.at(-2)?.id;
  const overlaps = timeline.names(TIMELINE.spans).some((span, n) => {
    const [start, stop] = parseSpan(span);
    return (asked ?? runs[n]) === runs[n] && from < stop && Math.max(to, from + 1) > start;
  });
  return overlaps ? null : notRecorded(`${timeline.id} segments are recorded for this time`, 'Runs', runs);
}

/** Index columns, besides the start and stop of each segment (`INTERVAL`). */
export const SEGMENT = { timeline: 'timeline', run: 'run' } as const;

export function segments() {
  const interval = intervalFilters(
    'Leaves out segments before this time, or clips them to it.',
    'Leaves out segments after this time, or clips them to it.',
  );
  const ofTimeline = bindPosition(SEGMENT.timeline);
  return createCollection({
    name: 'segments',
    title: 'Segments',
    description: 'When a data-quality flag was set, clipped to the requested interval.',
    order: 'start, ascending',
    interval,
    paths: [
      { path: 'timelines/{}/segments', bindings: [ofTimeline] },
      { path: 'runs/{}/timelines/{}/segments', bindings: [bindId(SEGMENT.run), ofTimeline] },
    ],
    index: 'intervals',
    refuse: refuseOutsideRuns,
    hasIndexFile: true,
  });
}
