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
import { type ListedFile, listBulkFiles, toArchive } from '../strain/file-table.tsx';
import { aroundEvent, loadTimelines } from '../strain/load.ts';

/** The files of an event version, which the API lists by format. */
function listOwnFiles(files: readonly EventStrainFile[], release: Release): readonly ListedFile[] {
  const groups = Map.groupBy(files, ({ detector, gps_start, duration, sample_rate_kHz }) =>
    [detector, gps_start, duration, sample_rate_kHz].join(' '),
  );
  return [...groups.values()].map((formats) => {
    const { detector, gps_start: gpsStart, duration, sample_rate_kHz: rate } = formats[0] as EventStrainFile;
    const links = formats.map((one) => [one.file_format, toArchive(one.download_url, release)] as const);
    return { detector, gpsStart, duration, rate, links };
  });
}

/** Loads what an address shows: `event-versions/<id>`, or `events/<name>` with its last version. Rejects as `json` does. */
export async function loadEvent(core: Core, target: string) {
  const loadVersion = (id: string) => core.json<EventVersionDetail>(`event-versions/${encodeURIComponent(id)}`);
  const loadOne = (name: string) => core.json<EventDetail>(`events/${encodeURIComponent(name)}`);
  const [collection, id = ''] = segmentsOf(target);
  const known = collection === 'events' ? await loadOne(id) : null;
  const version = await loadVersion(known?.name ?? id);
  const own = `event-versions/${encodeURIComponent(version.shortName)}`;
  const around = aroundEvent(version.gps);
  const [event, versions, sets, ownFiles, bulkFiles, timelines, runs] = await Promise.all([
    known ?? loadOne(version.name),
    Promise.all(version.versions.map(({ detail_url }) => loadVersion(lastSegment(detail_url)))),
    core.entries<ParameterSet>(`${own}/parameters`),
    core.entries<EventStrainFile>(`${own}/strain-files`),
    core.entries<StrainFileEntry>(`events/${encodeURIComponent(version.name)}/strain-files`),
    loadTimelines(core, around),
    core.entries<RunEntry>('runs'),
  ]);
  const files = {
    'Around the event': listOwnFiles(ownFiles, core.release),
    'Files of the run that hold it': listBulkFiles(bulkFiles, core.release),
  };
  return { version, versions, event, sets, files, timelines, around, runs };
}

/**
 * `version` is the one that is shown, `versions` are all of them, ascending; `files` are grouped by title; `timelines` has the segments of
 * the interval `around`.
 */
export type EventData = Awaited<ReturnType<typeof loadEvent>>;

/** The names of the events before and after one in time; undefined if there are none. */
export function neighboursOf(name: string, release: Pick<Release, 'indexOf'>) {
  const names = namesIn(release, 'events');
  const position = names.indexOf(name);
  // The API lists the latest event first.
  return position < 0 ? {} : { earlier: names[position + 1], later: names[position - 1] };
}
