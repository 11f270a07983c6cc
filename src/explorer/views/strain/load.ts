/** Loads the part of the catalogue that the strain view shows: segments of each detector's data, runs and events. */

import type {
  Dataset,
  Envelope,
  EventVersionDetail,
  EventVersionEntry,
  RunDetail,
  RunEntry,
  StrainFileEntry,
} from '../../../core/contract/wire.ts';
import { recordTarget, segmentsOf } from '../../address/address.ts';
import { type Client, nullIfUnlisted } from '../../client/site-client.ts';
import { eventsOnce, mainCatalog } from '../../client/start-target.ts';
import { clip, hull, type Interval, spanOf } from '../../strain-data/interval.ts';
import { type DetectorTimeline, knowledgeOf, runsWithin } from '../../strain-data/observing.ts';
import { addDetectors, aroundEvent, loadTimelines, type TimelineEvent } from '../../strain-data/timelines.ts';

export interface StrainViewData {
  /** In the catalogue's detector order. */
  readonly timelines: readonly DetectorTimeline[];
  readonly runs: readonly RunEntry[];
  /** The events in the newest cumulative catalog, by time. If there is no such catalog, the last version of each event. */
  readonly events: readonly TimelineEvent[];
  /** The name of that catalog, or null. */
  readonly catalog: string | null;
  /** From the first segment or run with a list of segments to the last. */
  readonly withSegments: Interval;
  /** From the first run or segment to the last. */
  readonly bounds: Interval;
}

/** A page of a file listing; null if the catalogue does not list the run's files. */
export const loadFiles = (client: Client, target: string): Promise<Envelope<StrainFileEntry> | null> =>
  client.json<Envelope<StrainFileEntry>>(target).catch(nullIfUnlisted);

export async function loadStrainData(client: Client): Promise<StrainViewData> {
  const catalog = mainCatalog(client.release);
  const [flagged, runs, versions] = await Promise.all([
    loadTimelines(client),
    client.entries<RunEntry>('runs'),
    client.entries<EventVersionEntry>(eventsOnce(client.release)),
  ]);
  const timelines = addDetectors(client, flagged, runs);
  const events = versions.toSorted((a, b) => a.gps - b.gps);
  const ends = timelines.flatMap(({ segments }) => {
    const [first, last] = [segments[0], segments.at(-1)];
    return first && last ? [{ start: first.start, stop: last.stop }] : [];
  });
  const nothing = { start: 0, stop: 1 };
  const spans = runs.map(spanOf);
  const known = runs.filter((run) => timelines.some((one) => knowledgeOf(one, run) === 'known')).map(spanOf);
  const withSegments = hull([...ends, ...known]) ?? hull(spans) ?? nothing;
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

/** The time of the run, dataset or event whose files a path lists; null for a path without a record. Rejects as `json` does. */
export async function loadRecordInterval(client: Client, path: string): Promise<Interval | null> {
  const [parent, id] = segmentsOf(path);
  if (id === undefined) return null;
  if (parent === 'runs' || parent === 'datasets') {
    return spanOf(await client.json<RunDetail | Dataset>(recordTarget(parent, id)));
  }
  const { gps } = await client.json<EventVersionDetail>(recordTarget('event-versions', id));
  return aroundEvent(gps);
}
