/**
 * Reads a service's content: first listings, then content that is only in records and in the listings below them. Returns the unprocessed
 * content, and warnings about missing listings and records. The order is fixed, so the result is always the same.
 */
import { WITH_PARAMETERS } from '../../core/collections/event-versions.ts';
import type { ImportKind } from '../kinds/kinds.ts';
import { HarvestError } from './answer.ts';
import { versionsToRead } from './event-items.ts';
import { addRequiredKinds } from './harvest-kinds.ts';
import { Reader } from './reader.ts';
import type { OnProgress, Service } from './service.ts';
import { entryName, idInUrl, type NestedListing, type ServiceContent, type ServiceEntry } from './service-content.ts';

export async function readService(
  service: Service,
  kinds: readonly ImportKind[],
  onProgress: OnProgress = () => {},
): Promise<ServiceContent> {
  const wanted = addRequiredKinds(kinds);
  const reader = new Reader(service, onProgress);
  /** Reads a listing if the harvest needs it for this kind; otherwise, returns an empty list. */
  const readFor = async <T>(kind: ImportKind, read: () => Promise<readonly T[] | null>): Promise<readonly T[]> =>
    (wanted.has(kind) && (await read())) || [];

  const runs = await reader.entries('runs');
  if (runs === null)
    throw new HarvestError('this service has no listing of runs. Give the part of the URL before /api/v2/');
  const catalogs = await readFor('catalogs', () => reader.needed('catalogs'));
  const parameterNames = await readFor('event-versions', () => service.listing('default-parameters'));
  const eventVersions = await readFor('event-versions', () => reader.needed('event-versions', [], WITH_PARAMETERS));
  const cumulative = await readFor('catalogs', () => readCumulative(reader, catalogs, eventVersions));

  const events = await readFor('events', () => reader.needed('events'));
  const eventRecords = await reader.records('reading events', 'events', events.map(idInUrl));
  const versionIds = await readFor('events', async () => versionsToRead(runs, eventVersions));
  const versionRecords = await reader.records('reading event versions', 'event-versions', versionIds);

  const parameterSets = await readFor('parameter-sets', () =>
    readBelowVersions(reader, eventVersions, 'reading parameter sets', 'event-versions/{}/parameters'),
  );
  const eventFiles = await readFor('event-strain-files', () =>
    readBelowVersions(reader, eventVersions, 'reading event strain files', 'event-versions/{}/strain-files'),
  );

  const datasets = await readDatasets(reader, wanted, runs);
  const flags = await readFor('segments', () => readBelowRuns(reader, runs, 'runs/{}/timelines'));
  const timelines = await reader.each('reading segments', flags, async ({ run, entry }) => {
    return { run, entry, inner: await reader.needed('runs/{}/timelines/{}/segments', [run, entryName(entry)]) };
  });

  const files = datasets.flatMap(({ inner }) => inner);
  const fileIds = await readFor('strain-statistics', async () => files.map(idInUrl));
  const fileRecords = await reader.records('reading records of strain files', 'strain-files', fileIds);
  return {
    runs,
    catalogs,
    cumulative: new Map(cumulative),
    parameterNames,
    eventVersions,
    events,
    eventRecords: new Map(events.flatMap((event, n) => (eventRecords[n] ? [[entryName(event), eventRecords[n]]] : []))),
    versionRecords: new Map(versionIds.flatMap((id, n) => (versionRecords[n] ? [[id, versionRecords[n]]] : []))),
    parameterSets,
    eventFiles,
    datasets,
    timelines,
    fileRecords: fileRecords.filter((record) => record !== null),
    warnings: reader.warnings(),
  };
}

/** The entries in a listing below each event version. */
function readBelowVersions(
  reader: Reader,
  eventVersions: readonly ServiceEntry[],
  step: string,
  place: 'event-versions/{}/parameters' | 'event-versions/{}/strain-files',
) {
  return reader.each(step, eventVersions, async (entry): Promise<NestedListing> => {
    return { entry, inner: await reader.needed(place, [idInUrl(entry)]) };
  });
}

/** For each run, the entries in one of the listings below it. */
async function readBelowRuns(
  reader: Reader,
  runs: readonly ServiceEntry[],
  place: 'runs/{}/datasets' | 'runs/{}/timelines',
): Promise<{ run: string; entry: ServiceEntry }[]> {
  const all = await reader.each('reading runs', runs.map(entryName), async (run) =>
    (await reader.needed(place, [run])).map((entry) => ({ run, entry })),
  );
  return all.flat();
}

/** Each dataset once, with its strain files if they are wanted. */
async function readDatasets(reader: Reader, wanted: ReadonlySet<ImportKind>, runs: readonly ServiceEntry[]) {
  const withFiles = wanted.has('strain-files');
  const isNeeded = withFiles || wanted.has('dataset-bits');
  const ofRuns = isNeeded ? await readBelowRuns(reader, runs, 'runs/{}/datasets') : [];
  const different = [...new Map(ofRuns.map((one) => [entryName(one.entry), one])).values()];
  return reader.each('reading strain files', different, async ({ run, entry }) => {
    // A service that has no list of the dataset's files answers 404, which needs no warning.
    const files = withFiles ? await reader.entries('datasets/{}/strain-files', [entryName(entry)]) : null;
    return { run, entry, inner: files ?? [] };
  });
}

/** The event versions in each cumulative catalog. */
function readCumulative(reader: Reader, catalogs: readonly ServiceEntry[], eventVersions: readonly ServiceEntry[]) {
  const own = new Set(eventVersions.map(({ value }) => value.catalog));
  const others = catalogs.map(entryName).filter((name) => !own.has(name));
  return reader.each('reading catalogs', others, async (name) => {
    return [name, await reader.needed('catalogs/{}/events', [name])] as const;
  });
}
