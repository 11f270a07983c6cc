/** Loads the content of an event's page: the version shown, all versions, parameter sets and files. */

import { groupBy } from '../../../core/base/group-by.ts';
import type {
  EventDetail,
  EventStrainFile,
  EventVersionDetail,
  ParameterSet,
  StrainFileEntry,
} from '../../../core/contract/wire.ts';
import type { Release } from '../../../core/release/release.ts';
import { lastSegment, recordTarget, segmentsOf } from '../../address/address.ts';
import type { Client } from '../../client/site-client.ts';
import { newestWithValues } from '../../event-data/rows.ts';
import { withSetLimits } from '../../event-data/set-limits.ts';
import { identifyFile, type ListedFile, listBulkFiles, toArchive } from '../../strain-data/archive.ts';
import { listLocalTimes } from './local-times.ts';

/** The files for an event version, which the API lists by format. */
function listOwnFiles(files: readonly EventStrainFile[], release: Release): readonly ListedFile[] {
  const each = files.map(
    ({ detector, gps_start: gpsStart, duration, sample_rate_kHz: rate, file_format, download_url }): ListedFile => ({
      ...{ detector, gpsStart, duration, rate },
      links: [[file_format.replace(/^HDF$/, 'HDF5'), toArchive(download_url, release)]],
    }),
  );
  return [...groupBy(each, identifyFile).values()].map((formats) => ({
    ...(formats[0] as ListedFile),
    links: formats.flatMap(({ links }) => links),
  }));
}

/** Loads the content for an address: the version that it names, or the newest version that has values. Rejects as `json` does. */
export async function loadEvent(client: Client, target: string) {
  const loadVersion = async (id: string) =>
    withSetLimits(await client.json<EventVersionDetail>(recordTarget('event-versions', id)), client.release.data);
  const loadOne = (name: string) => client.json<EventDetail>(recordTarget('events', name));
  const [collection, id = ''] = segmentsOf(target);
  const known = collection === 'events' ? await loadOne(id) : null;
  const found = await loadVersion(known?.name ?? id);
  const ids = found.versions.map(({ detail_url }) => lastSegment(detail_url));
  const [event, versions] = await Promise.all([
    known ?? loadOne(found.name),
    Promise.all(ids.map((one) => (one === found.shortName ? found : loadVersion(one)))),
  ]);
  // Other ids name one version: GW150914-v3, GW150914@GWTC-1-confident.
  const isOfEvent = known !== null || found.aliases.includes(id);
  const version = isOfEvent ? newestWithValues(versions) : found;
  // The version shown first, then the newest.
  const ordered = [version, ...versions.filter((one) => one !== version).toReversed()];
  const [localTimes, sets, ownFiles, bulkFiles] = await Promise.all([
    // In a task of its own, because the first use of Intl takes a phone 100 ms.
    new Promise((resolve) => setTimeout(resolve)).then(() => listLocalTimes(version.gps)),
    Promise.all(
      ordered.map(async (one) => ({
        version: one,
        sets: await client.entries<ParameterSet>(recordTarget('event-versions', one.shortName, 'parameters')),
      })),
    ),
    client.entries<EventStrainFile>(recordTarget('event-versions', version.shortName, 'strain-files')),
    client.entries<StrainFileEntry>(recordTarget('events', version.name, 'strain-files')),
  ]);
  const short = listOwnFiles(ownFiles, client.release);
  const bulk = listBulkFiles(bulkFiles, client.release);
  const files = [...short, ...bulk.filter(({ detector }) => short.every((one) => one.detector !== detector))];
  const { detectors } = client.release.data.vocabulary;
  const published = detectors.filter((one) => files.some(({ detector }) => detector === one));
  return { version, versions, event, localTimes, sets, files, published };
}

/**
 * `version` is the version shown, and `versions` are all versions, ascending. `sets` are the parameter sets of each version. `files` are the
 * files around the event; for a detector without such files, the bulk files that cover it. `published` are their detectors.
 */
export type EventData = Awaited<ReturnType<typeof loadEvent>>;
