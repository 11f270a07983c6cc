/** Segments: when a data-quality flag was set. Pure. */

import { gpsSecond } from '../contract/codecs.ts';
import { bindId, bindPosition, createCollection, filter } from '../contract/collection.ts';
import { intervalStart, intervalStop } from '../contract/conditions.ts';
import { text } from '../contract/text.ts';

/** Columns of the index, besides the two ends of each segment (`INTERVAL`). */
export const SEGMENT = { timeline: 'timeline', run: 'run' } as const;

export function segments() {
  const start = filter(
    'start',
    gpsSecond,
    intervalStart,
    text('Leaves out segments before this time, or clips them to it.'),
    {
      unit: 's',
    },
  );
  const stop = filter(
    'stop',
    gpsSecond,
    intervalStop,
    text('Leaves out segments after this time, or clips them to it.'),
    {
      unit: 's',
    },
  );
  const ofTimeline = bindPosition(SEGMENT.timeline);
  return createCollection({
    name: 'segments',
    title: text('Segments'),
    description: text('When a data-quality flag was set, clipped to the requested interval.'),
    order: text('start, ascending'),
    sortedBy: ['start'],
    filters: [start, stop],
    interval: [start, stop],
    paths: [
      { path: 'timelines/{}/segments', bindings: [ofTimeline] },
      {
        path: 'runs/{}/timelines/{}/segments',
        bindings: [bindId(SEGMENT.run), ofTimeline],
      },
    ],
    index: { kind: 'columns' },
    isInterval: true,
    isPart: true,
  });
}
