/** Loads when the detectors have data, and their data-quality flags. */

import type { EventVersionEntry, Segment, Timeline } from '../../core/contract/wire.ts';
import { type Core, ifUnlisted } from '../host/site-client.ts';
import type { Interval } from './interval.ts';
import type { DetectorTimeline } from './observing.ts';

/** The flag that shows when a detector has data. Other flags, such as `H1_CBC_CAT1`, describe the quality of the data. */
const dataFlag = (detector: string): string => `${detector}_DATA`;
/** A flag of a detector, without its segments. */
export type Flag = Omit<DetectorTimeline, 'segments'>;
export const isDataFlag = ({ flag, detector }: Flag): boolean => flag === dataFlag(detector);

/** The name of a timeline's row: the detector for its data, otherwise the flag. */
export const nameRow = (one: Flag): string => (isDataFlag(one) ? one.detector : one.flag);

/** An event in a timeline. */
export type TimelineEvent = Pick<EventVersionEntry, 'name' | 'shortName' | 'gps'>;

/**
 * Loads when each detector has data, in the catalogue's detector order. If an interval is given, loads only its segments; a flag that has
 * no list of segments for it gets none. `isWanted` may ask for data-quality flags too, which come after the data flags.
 */
export async function loadTimelines(core: Core, within?: Interval, isWanted = isDataFlag): Promise<DetectorTimeline[]> {
  const { detectors } = core.release.data.vocabulary;
  const query = within ? `?start=${within.start}&stop=${within.stop}` : '';
  const flags = (await core.entries<Timeline>('timelines'))
    .map(({ name: flag, detector, run_names: runs }) => ({ flag, detector, runs, segments: [] }))
    .filter(isWanted);
  const timelines = await Promise.all(
    flags.map(async (one) => {
      const listed = core.entries<Segment>(`timelines/${one.flag}/segments${query}`);
      const segments = await listed.catch(ifUnlisted<readonly Segment[]>([]));
      return { ...one, segments };
    }),
  );
  const order = ({ detector }: DetectorTimeline) => detectors.indexOf(detector);
  return timelines.sort((a, b) => order(a) - order(b) || Number(isDataFlag(b)) - Number(isDataFlag(a)));
}

/** A timeline for a detector that has no segments. */
export const withoutData = (detector: string): DetectorTimeline => ({
  flag: dataFlag(detector),
  detector,
  runs: [],
  segments: [],
});

/** Time shown before and after an event, in seconds. */
const AROUND_EVENT_S = 7200;

export function aroundEvent(gps: number): Interval {
  const second = Math.floor(gps);
  return { start: second - AROUND_EVENT_S, stop: second + AROUND_EVENT_S };
}
