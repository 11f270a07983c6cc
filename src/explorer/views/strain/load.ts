/** Loads the part of the catalogue that the strain view shows: segments of each detector's data, runs and events. */

import type {
  Dataset,
  Envelope,
  EventVersionDetail,
  EventVersionEntry,
  RunDetail,
  RunEntry,
  Segment,
  StrainFileEntry,
  Timeline,
} from '../../../core/contract/wire.ts';
import { parametersOf, recordTarget, segmentsOf } from '../../address/address.ts';
import { type Core, ifUnlisted } from '../../host/core.ts';
import { eventsOnce } from '../../host/start-target.ts';
import { clip, hull, type Interval, spanOf } from '../../intervals/interval.ts';
import { type DetectorTimeline, knowledgeOf, runsWithin } from '../../intervals/observing.ts';

/** The flag that shows when a detector has data. Other flags, such as `H1_CBC_CAT1`, describe the quality of the data. */
const dataFlag = (detector: string): string => `${detector}_DATA`;
/** A flag of a detector, without its segments. */
export type Flag = Omit<DetectorTimeline, 'segments'>;
export const isDataFlag = ({ flag, detector }: Flag): boolean => flag === dataFlag(detector);

/** The name of a timeline's row: the detector for its data, otherwise the flag. */
export const nameRow = (one: Flag): string => (isDataFlag(one) ? one.detector : one.flag);

/** An event in a timeline. */
export type TimelineEvent = Pick<EventVersionEntry, 'name' | 'shortName' | 'gps'>;

/** A page of a list of strain files. */
export type FilesPage = Envelope<StrainFileEntry>;

const NO_FILES: FilesPage = {
  next: null,
  previous: null,
  results_count: 0,
  results_per_page: 20,
  num_pages: 0,
  page_number: 1,
  results: [],
};

export interface StrainViewData {
  /** In the catalogue's detector order. */
  readonly timelines: readonly DetectorTimeline[];
  readonly runs: readonly RunEntry[];
  /** The events in the newest cumulative catalog, by time. If there is no such catalog, the last version of each event. */
  readonly events: readonly TimelineEvent[];
  /** The name of that catalog, or an empty string. */
  readonly catalog: string;
  /** From the first segment or run with a list of segments to the last. */
  readonly withSegments: Interval;
  /** From the first run or segment to the last. */
  readonly bounds: Interval;
}

/** A page of a file listing; an empty one if the catalogue has no list of the run's files. */
export const loadFiles = (core: Core, target: string): Promise<FilesPage> =>
  core.json<FilesPage>(target).catch(ifUnlisted(NO_FILES));

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

/** Adds an empty timeline for each detector that took part in a run but has no flag. */
function addDetectors(core: Core, timelines: readonly DetectorTimeline[], runs: readonly RunEntry[]) {
  return core.release.data.vocabulary.detectors.flatMap((detector): readonly DetectorTimeline[] => {
    const own = timelines.filter((one) => one.detector === detector);
    const isObserver = runs.some((run) => run.detectors.includes(detector));
    return own.length > 0 || !isObserver ? own : [withoutData(detector)];
  });
}

export async function loadStrainData(core: Core): Promise<StrainViewData> {
  const listed = eventsOnce(core.release);
  const [flagged, runs, versions] = await Promise.all([
    loadTimelines(core),
    core.entries<RunEntry>('runs'),
    core.entries<EventVersionEntry>(listed),
  ]);
  const timelines = addDetectors(core, flagged, runs);
  const events = versions.toSorted((a, b) => a.gps - b.gps);
  const ends = timelines.flatMap(({ segments }) => {
    const [first, last] = [segments[0], segments.at(-1)];
    return first && last ? [{ start: first.start, stop: last.stop }] : [];
  });
  const nothing = { start: 0, stop: 1 };
  const spans = runs.map(spanOf);
  const known = runs.filter((run) => timelines.some((one) => knowledgeOf(one, run) === 'known')).map(spanOf);
  const withSegments = hull([...ends, ...known]) ?? hull(spans) ?? nothing;
  const catalog = parametersOf(listed).get('release') ?? '';
  return { timelines, runs, events, catalog, withSegments, bounds: hull([withSegments, ...spans]) ?? nothing };
}

/** The detectors that have segments in an interval or took part in a run during it; all detectors if there are none. */
export function chooseTimelines({ timelines, runs }: StrainViewData, interval: Interval): readonly DetectorTimeline[] {
  const observing = runsWithin(runs, interval).flatMap(({ run }) => run.detectors);
  const shown = timelines.filter(
    ({ detector, segments }) => clip(segments, interval).length > 0 || observing.includes(detector),
  );
  return shown.length === 0 ? timelines : shown;
}

/** Time shown before and after an event, in seconds. */
const AROUND_EVENT_S = 7200;

export function aroundEvent(gps: number): Interval {
  const second = Math.floor(gps);
  return { start: second - AROUND_EVENT_S, stop: second + AROUND_EVENT_S };
}

/** The time of the record in a path; null for a path without a record. */
export interface RecordInterval {
  readonly path: string;
  readonly interval: Interval | null;
}

async function loadInterval(core: Core, path: string): Promise<Interval | null> {
  const [parent, id] = segmentsOf(path);
  if (id === undefined) return null;
  if (parent === 'runs' || parent === 'datasets') {
    return spanOf(await core.json<RunDetail | Dataset>(recordTarget(parent, id)));
  }
  const { gps } = await core.json<EventVersionDetail>(recordTarget('event-versions', id));
  return aroundEvent(gps);
}

/** Loads the time of the run, dataset or event whose files a path lists. Rejects as `json` does. */
export const loadRecordInterval = async (core: Core, path: string): Promise<RecordInterval> => ({
  path,
  interval: await loadInterval(core, path),
});
