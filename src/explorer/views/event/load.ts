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
import { lastSegment, segmentsOf } from '../../address/address.ts';
import type { Core } from '../../host/core.ts';
import { namesIn } from '../../host/names.ts';
import { aroundEvent, loadTimelines } from '../strain/load.ts';

const versionPath = (id: string): string => `event-versions/${encodeURIComponent(id)}`;

/** Loads what an address shows: `event-versions/<id>`, or `events/<name>` with its last version. Rejects as `json` does. */
export async function loadEvent(core: Core, target: string) {
  const [collection, id = ''] = segmentsOf(target);
  const known = collection === 'events' ? await core.json<EventDetail>(`events/${encodeURIComponent(id)}`) : null;
  const version = await core.json<EventVersionDetail>(versionPath(known?.name ?? id));
  const eventPath = `events/${encodeURIComponent(version.name)}`;
  const own = versionPath(version.shortName);
  const around = aroundEvent(version.gps);
  const [event, versions, sets, ownFiles, bulkFiles, timelines, runs] = await Promise.all([
    known ?? core.json<EventDetail>(eventPath),
    Promise.all(
      version.versions.map(({ detail_url }) => core.json<EventVersionDetail>(versionPath(lastSegment(detail_url)))),
    ),
    core.entries<ParameterSet>(`${own}/parameters`),
    core.entries<EventStrainFile>(`${own}/strain-files`),
    core.entries<StrainFileEntry>(`${eventPath}/strain-files`),
    loadTimelines(core, around),
    core.entries<RunEntry>('runs'),
  ]);
  return { version, versions, event, sets, ownFiles, bulkFiles, timelines, around, runs };
}

/** `version` is the one that is shown, `versions` are all of them, ascending; `timelines` has the segments of the interval `around`. */
export type EventData = Awaited<ReturnType<typeof loadEvent>>;

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
