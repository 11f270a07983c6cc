/** Each detector's data around an event, as a drawing and in words. */

import { DAY_S } from '../../../core/base/gps-time.ts';
import type { EventVersionDetail, RunEntry } from '../../../core/contract/wire.ts';
import type { Core } from '../../host/site-client.ts';
import { useLoaded } from '../../host/use-loaded.ts';
import type { ListedFile } from '../../strain-data/archive.ts';
import { clip, type Interval } from '../../strain-data/interval.ts';
import type { DetectorTimeline } from '../../strain-data/observing.ts';
import { STRAIN_FILES, withInterval } from '../../strain-data/strain-address.ts';
import { aroundEvent, loadTimelines } from '../../strain-data/timelines.ts';
import { StaticTimeline } from '../../timeline/timeline-chart.tsx';
import { describeData, listOnTimes } from './describe-data.ts';

/**
 * The timelines with their segments in the days around an event, and the runs. Loaded separately, because they are as large as the rest of the page's
 * data combined.
 */
async function loadAround(core: Core, gps: number) {
  const second = Math.floor(gps);
  const searched = { start: second - DAY_S, stop: second + DAY_S };
  const [timelines, runs] = await Promise.all([loadTimelines(core, searched), core.entries<RunEntry>('runs')]);
  return { timelines, runs, searched };
}

/** The interval of the longest files around the event. The drawing marks this interval. */
function boxOf(files: readonly ListedFile[]): (Interval & { readonly title: string }) | undefined {
  const [longest] = files.toSorted((a, b) => b.duration - a.duration);
  if (longest === undefined) return undefined;
  const { gpsStart: start, duration } = longest;
  return { start, stop: start + duration, title: `the ${duration} s files` };
}

interface AroundEventProps {
  readonly version: EventVersionDetail;
  /** The files around the event. */
  readonly files: readonly ListedFile[];
}

/** The timelines to draw, for detectors that have segments or saw the event. */
function timelinesWithin(
  timelines: readonly DetectorTimeline[],
  around: Interval,
  detectors: readonly string[],
): readonly DetectorTimeline[] {
  return timelines
    .map((one) => ({ ...one, segments: clip(one.segments, around) }))
    .filter(({ detector, segments }) => segments.length > 0 || detectors.includes(detector));
}

export function AroundEvent({ version, files }: AroundEventProps) {
  const { value: data } = useLoaded(`around ${version.gps}`, (core) => loadAround(core, version.gps));
  if (data === null) return <p class="waiting">Loading segments …</p>;
  const { timelines, runs, searched } = data;
  const around = aroundEvent(version.gps);
  const box = boxOf(files);
  return (
    <>
      <p>
        {describeData(timelines, version)} {box && `Dashed box: ${box.title}. `}
        <a href={`#/${withInterval(STRAIN_FILES, around)}`}>Strain data around the event</a>
      </p>
      <StaticTimeline
        {...{ runs, box }}
        timelines={timelinesWithin(timelines, around, version.detectors)}
        interval={around}
        events={[version]}
        current={version.shortName}
      />
      <ul class="on-times">
        {listOnTimes(timelines, version.gps, searched).map(({ detector, text }) => (
          <li key={detector}>
            {detector} {text}
          </li>
        ))}
      </ul>
    </>
  );
}
