/** Loads when the detectors have data, and their data-quality flags. */

import type { EventVersionEntry, RunEntry, Segment, Timeline } from '../../core/contract/wire.ts';
import { type Client, nullIfUnlisted } from '../client/site-client.ts';
import type { Interval } from './interval.ts';
import type { DetectorTimeline } from './observing.ts';

/** True for the row that shows when the detector had data. Other flags, such as `H1_CBC_CAT1`, describe the quality of the data. */
export const isOfData = ({ flag, detector }: DetectorTimeline): boolean => flag === null || flag === `${detector}_DATA`;

/** The name of a row: the detector for its data, otherwise the flag. */
export const nameRow = (one: DetectorTimeline): string =>
  one.flag === null || isOfData(one) ? one.detector : one.flag;

/** An event in a timeline. */
export type TimelineEvent = Pick<EventVersionEntry, 'name' | 'shortName' | 'gps'>;

/**
 * Loads when each detector has data, in the catalogue's detector order. If an interval is given, loads only its segments; a flag that has
 * no list of segments for it gets none. `isWanted` may ask for data-quality flags too, which come after the data flags.
 */
export async function loadTimelines(
  client: Client,
  within?: Interval,
  isWanted = isOfData,
): Promise<DetectorTimeline[]> {
  const { detectors } = client.release.data.vocabulary;
  const query = within ? `?start=${within.start}&stop=${within.stop}` : '';
  const flags = (await client.entries<Timeline>('timelines'))
    .map(({ name: flag, detector, run_names: runs }) => ({ flag, detector, runs, segments: [] }))
    .filter(isWanted);
  const timelines = await Promise.all(
    flags.map(async (one) => {
      const segments = await client.entries<Segment>(`timelines/${one.flag}/segments${query}`).catch(nullIfUnlisted);
      return { ...one, segments: segments ?? [] };
    }),
  );
  const order = ({ detector }: DetectorTimeline) => detectors.indexOf(detector);
  return timelines.sort((a, b) => order(a) - order(b) || Number(isOfData(b)) - Number(isOfData(a)));
}

/** Adds a row for each detector that took part in one of the runs, but for whose data the catalogue has no flag. */
export const addDetectors = (
  client: Client,
  timelines: readonly DetectorTimeline[],
  runs: readonly RunEntry[],
): readonly DetectorTimeline[] =>
  client.release.data.vocabulary.detectors.flatMap((detector) => {
    const own = timelines.filter((one) => one.detector === detector);
    const isMissing = !own.some(isOfData) && runs.some((run) => run.detectors.includes(detector));
    return isMissing ? [{ flag: null, detector, runs: [], segments: [] }, ...own] : own;
  });

/** Time shown before and after an event, in seconds. */
const AROUND_EVENT_S = 7200;

export function aroundEvent(gps: number): Interval {
  const second = Math.floor(gps);
  return { start: second - AROUND_EVENT_S, stop: second + AROUND_EVENT_S };
}
