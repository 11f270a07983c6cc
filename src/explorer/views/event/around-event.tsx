/** Each detector's data around an event, as a drawing and in words. */

import type { RunEntry } from '../../../core/contract/wire.ts';
import { hrefOf } from '../../address/address.ts';
import { clip, secondAt } from '../../strain-data/interval.ts';
import { type DetectorTimeline, knowledgeIn } from '../../strain-data/observing.ts';
import { filesWithin } from '../../strain-data/strain-address.ts';
import { aroundEvent } from '../../strain-data/timelines.ts';
import { rowsBottom, StaticTimeline } from '../../timeline/timeline-chart.tsx';
import { describeData } from './describe-data.ts';
import type { EventData } from './load-event.ts';

interface AroundEventProps {
  readonly data: EventData;
  /** Null while they are loading. */
  readonly around: { readonly timelines: readonly DetectorTimeline[]; readonly runs: readonly RunEntry[] } | null;
}

export function AroundEvent({ data, around }: AroundEventProps) {
  const { version, files, published } = data;
  const { gps } = version;
  const interval = aroundEvent(gps);
  const { timelines = [], runs = [] } = around ?? {};
  const known = timelines.filter((one) => knowledgeIn(one, runs, secondAt(gps)) === 'known');
  // The detectors that had data near the event, or whose strain is published.
  const rows = known.filter(
    ({ detector, segments }) => published.includes(detector) || clip(segments, interval).length > 0,
  );
  const [longest] = files.toSorted((a, b) => b.duration - a.duration);
  const bottom = rowsBottom(rows.length, false);
  return (
    <section class="panel" aria-labelledby="around">
      <div class="around-head row">
        <h2 id="around">Detectors around the event</h2>
        <p class="note">
          {around === null ? 'Loading segments …' : describeData(known, gps, published)}
          {rows.length > 0 && ' Line: the event.'}
          {longest && rows.length > 0 && ` Dashed: ${longest.duration} s files.`}
        </p>
        <a href={hrefOf(filesWithin(interval))}>Strain data around it</a>
      </div>
      <StaticTimeline {...{ interval, runs }} timelines={rows}>
        {({ at }) => (
          <>
            {longest && (
              <rect
                class="interval-box"
                x={at(longest.gpsStart)}
                width={at(longest.gpsStart + longest.duration) - at(longest.gpsStart)}
                height={bottom}
              />
            )}
            <line class="event-line" x1={at(gps)} x2={at(gps)} y2={bottom} />
          </>
        )}
      </StaticTimeline>
    </section>
  );
}
