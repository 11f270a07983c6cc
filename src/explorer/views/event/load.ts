/** Loads the page of an event: the requested version, all versions, the event, its files, and the segments around it. */

import type {
  EventDetail,
  EventStrainFile,
  EventVersionDetail,
  ParameterSet,
  RunEntry,
  StrainFileEntry,
} from '../../../core/contract/wire.ts';
import type { Release } from '../../../core/handler/release.ts';
import { segmentsOf } from '../../address/address.ts';
import type { Core } from '../../host/core.ts';
import { namesIn } from '../../host/names.ts';
import type { Interval } from '../../intervals/interval.ts';
import type { DetectorTimeline } from '../../intervals/observing.ts';
import { aroundEvent, loadTimelines } from '../strain/load.ts';

export interface EventData {
  /** The version that is shown. */
  readonly version: EventVersionDetail;
  /** All versions, ascending. */
  readonly versions: readonly EventVersionDetail[];
  readonly event: EventDetail;
  readonly sets: readonly ParameterSet[];
  readonly ownFiles: readonly EventStrainFile[];
  readonly bulkFiles: readonly StrainFileEntry[];
  /** Segments around its time. */
  readonly timelines: readonly DetectorTimeline[];
  readonly around: Interval;
  readonly runs: readonly RunEntry[];
}

/** The last segment of a link's path: the id of a record. */
const idOfLink = (link: string): string => decodeURIComponent(new URL(link).pathname.split('/').at(-1) ?? '');

const versionPath = (id: string): string => `event-versions/${encodeURIComponent(id)}`;

/** Loads what an address shows: `event-versions/<id>`, or `events/<name>` with its last version. Rejects as `json` does. */
export async function loadEvent(core: Core, target: string): Promise<EventData> {
  const [collection, id = ''] = segmentsOf(target);
  const known = collection === 'events' ? await core.json<EventDetail>(`events/${encodeURIComponent(id)}`) : null;
  const version = await core.json<EventVersionDetail>(versionPath(known?.name ?? id));
  const eventPath = `events/${encodeURIComponent(version.name)}`;
  const own = versionPath(version.shortName);
  const around = aroundEvent(version.gps);
  const [event, versions, sets, ownFiles, bulkFiles, timelines, runs] = await Promise.all([
    known ?? core.json<EventDetail>(eventPath),
    Promise.all(
      version.versions.map(({ detail_url }) => core.json<EventVersionDetail>(versionPath(idOfLink(detail_url)))),
    ),
    core.entries<ParameterSet>(`${own}/parameters`),
    core.entries<EventStrainFile>(`${own}/strain-files`),
    core.entries<StrainFileEntry>(`${eventPath}/strain-files`),
    loadTimelines(core, around),
    core.entries<RunEntry>('runs'),
  ]);
  return { version, versions, event, sets, ownFiles, bulkFiles, timelines, around, runs };
}

/** The names of the events before and after one in time; undefined if there are none. */
export function neighboursOf(
  name: string,
  release: Pick<Release, 'indexOf'>,
): { readonly earlier: string | undefined; readonly later: string | undefined } {
  const names = namesIn(release, 'events');
  const position = names.indexOf(name);
  // The API lists the latest event first.
  return position < 0
    ? { earlier: undefined, later: undefined }
    : { earlier: names[position + 1], later: names[position - 1] };
}
