/** Segments: when a data-quality flag was set. Pure. */

import { gpsSecond } from '../contract/codecs.ts';
import { bindId, bindPosition, createCollection, filter } from '../contract/collection.ts';
import { intervalStart, intervalStop } from '../contract/conditions.ts';
import { text } from '../contract/text.ts';

export const SEGMENT = { timeline: 'timeline', run: 'run' } as const;

export function segments() {
  const start = filter('start', gpsSecond, intervalStart, text('Leaves out or cuts off what is before this time.'), {
    unit: 's',
  });
  const stop = filter('stop', gpsSecond, intervalStop, text('Leaves out or cuts off what is after this time.'), {
    unit: 's',
  });
  const ofTimeline = bindPosition(SEGMENT.timeline);
  return createCollection({
    name: 'segments',
    title: text('Segments'),
    description: text('When a data-quality flag was set, clipped to the interval that is asked for.'),
    order: text('start, ascending'),
    filters: [start, stop],
    interval: [start, stop],
    places: [
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
