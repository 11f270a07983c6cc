/**
 * Reads a service's content: first listings, then content that is only in records and in the listings below them. The content is as the
 * service sends it. The order is fixed, so the result is always the same.
 */
import { WITH_PARAMETERS } from '../../core/collections/event-versions.ts';
import type { ImportKind } from '../kinds/kinds.ts';
import { HarvestError } from './errors.ts';
import { versionsToRead } from './event-items.ts';
import { addRequiredKinds } from './harvest-kinds.ts';
import type { Service } from './service.ts';
import { type Entry, entryName, idInUrl, type NestedListing, type ServiceContent } from './service-content.ts';

export async function readService(service: Service, kinds: readonly ImportKind[]): Promise<ServiceContent> {
  const wanted = addRequiredKinds(kinds);
  /** Reads a listing if the harvest needs it for this kind; otherwise, returns an empty list. */
  const readFor = async <T>(kind: ImportKind, read: () => Promise<readonly T[] | null>): Promise<readonly T[]> =>
    (wanted.has(kind) && (await read())) || [];

  const runs = await service.entries('runs');
  if (runs === null)
    throw new HarvestError('this service has no listing of runs. Give the part of the URL before /api/v2/');
  const catalogs = await readFor('catalogs', () => service.expectedEntries('catalogs'));
  const parameterNames = await readFor('event-versions', () => service.values('default-parameters'));
  const eventVersions = await readFor('event-versions', () =>
    service.expectedEntries('event-versions', [], WITH_PARAMETERS),
  );
  const cumulative = await readFor('catalogs', () => readCumulative(service, catalogs, eventVersions));

  const events = await readFor('events', () => service.expectedEntries('events'));
  const eventRecords = await service.records('reading events', 'events', events.map(idInUrl));
  const versionIds = await readFor('events', async () => versionsToRead(runs, eventVersions));
  const versionRecords = await service.records('reading event versions', 'event-versions', versionIds);

  const parameterSets = await readFor('parameter-sets', () =>
    readBelowVersions(service, eventVersions, 'reading parameter sets', 'event-versions/{}/parameters'),
  );
  const eventFiles = await readFor('event-strain-files', () =>
    readBelowVersions(service, eventVersions, 'reading event strain files', 'event-versions/{}/strain-files'),
  );

  const datasets = await readDatasets(service, wanted, runs);
  const flags = await readFor('segments', () => readBelowRuns(service, runs, 'runs/{}/timelines'));
  const timelines = await service.each('reading segments', flags, async ({ run, entry }) => {
    const inner = await service.expectedEntries('runs/{}/timelines/{}/segments', [run, entryName(entry)]);
    return { run, entry, inner };
  });

  const files = datasets.flatMap(({ inner }) => inner);
  const fileIds = await readFor('strain-statistics', async () => files.map(idInUrl));
  const fileRecords = await service.records('reading records of strain files', 'strain-files', fileIds);
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
    warnings: service.warnings(),
  };
}

/** The entries in a listing below each event version. */
function readBelowVersions(
  service: Service,
  eventVersions: readonly Entry[],
  step: string,
  place: 'event-versions/{}/parameters' | 'event-versions/{}/strain-files',
) {
  return service.each(step, eventVersions, async (entry): Promise<NestedListing> => {
    return { entry, inner: await service.expectedEntries(place, [idInUrl(entry)]) };
  });
}

/** For each run, the entries in one of the listings below it. */
async function readBelowRuns(
  service: Service,
  runs: readonly Entry[],
  place: 'runs/{}/datasets' | 'runs/{}/timelines',
): Promise<{ run: string; entry: Entry }[]> {
  const all = await service.each('reading runs', runs.map(entryName), async (run) =>
    (await service.expectedEntries(place, [run])).map((entry) => ({ run, entry })),
  );
  return all.flat();
}

/** Each dataset once, with its strain files if they are wanted. */
async function readDatasets(service: Service, wanted: ReadonlySet<ImportKind>, runs: readonly Entry[]) {
  const withFiles = wanted.has('strain-files');
  const isNeeded = withFiles || wanted.has('dataset-bits');
  const ofRuns = isNeeded ? await readBelowRuns(service, runs, 'runs/{}/datasets') : [];
  const different = [...new Map(ofRuns.map((one) => [entryName(one.entry), one])).values()];
  return service.each('reading strain files', different, async ({ run, entry }) => {
    // A service that has no list of the dataset's files answers 404, which needs no warning.
    const files = withFiles ? await service.entries('datasets/{}/strain-files', [entryName(entry)]) : null;
    return { run, entry, inner: files ?? [] };
  });
}

/** The event versions in each cumulative catalog. */
function readCumulative(service: Service, catalogs: readonly Entry[], eventVersions: readonly Entry[]) {
  const own = new Set(eventVersions.map(({ value }) => value.catalog));
  const others = catalogs.map(entryName).filter((name) => !own.has(name));
  return service.each('reading catalogs', others, async (name) => {
    return [name, await service.expectedEntries('catalogs/{}/events', [name])] as const;
  });
}
