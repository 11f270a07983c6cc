/** Shows which detectors had data at the time of an event, and around it. */

import { isCovered } from '../../intervals/coverage.ts';
import { STRAIN_FILES, withInterval } from '../strain/strain-address.ts';
import { StillTimeline } from '../strain/timeline-chart.tsx';
import type { EventData } from './load.ts';

const list = new Intl.ListFormat('en');

/** The same in words, for everyone. */
function summary({ timelines, version: { gps, run } }: EventData): string {
  const isOnRecord = timelines.some(({ runs }) => run !== null && runs.includes(run));
  if (!isOnRecord) return 'The catalogue has no segments of this time.';
  const detectors = timelines.filter(({ segments }) => isCovered(segments, gps)).map(({ detector }) => detector);
  return detectors.length === 0
    ? 'By the segments on record, no detector had data at the time of the event.'
    : `At the time of the event, ${list.format(detectors)} had data.`;
}

export function AroundEvent({ data }: { readonly data: EventData }) {
  const { around, runs, version } = data;
  const timelines = data.timelines.filter(
    ({ detector, segments }) => segments.length > 0 || version.detectors.includes(detector),
  );
  return (
    <>
      <p>
        {summary(data)} <a href={`#/${withInterval(STRAIN_FILES, around)}`}>Strain data around it</a>
      </p>
      <StillTimeline {...{ timelines, runs }} interval={around} events={[version]} current={version.shortName} />
    </>
  );
}
