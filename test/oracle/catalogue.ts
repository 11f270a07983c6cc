/**
 * The catalogue in the order of responses, and facts derived from several records: the versions of an event, the event versions
 * in a catalog, the run of an event. Computed once, into plain arrays; no index.
 */
import { byCodeUnit } from './parameters.ts';
import type {
  CatalogRecord,
  DatasetRecord,
  DefaultParameter,
  EventRecord,
  EventStrainStarts,
  FlagList,
  OracleData,
  RunRecord,
  StrainRecord,
} from './types.ts';

export interface Event {
  readonly name: string;
  /** All names of the event, the main one first. */
  readonly aliases: readonly string[];
  readonly graceId: string | null;
  readonly run: string | null;
  /** Ascending, at least one. */
  readonly versions: readonly EventRecord[];
  readonly last: EventRecord;
}

export interface Timeline {
  readonly name: string;
  readonly detector: string;
  /** One per run, in the order of the runs. */
  readonly lists: readonly FlagList[];
}

/** The catalogue's records; each list is in the same order as the API's listing. */
export interface Catalogue {
  /** Whether entries are written as the service writes them. */
  readonly isService: boolean;
  /** Codes, in the order of `detectors.yaml`. */
  readonly detectors: readonly string[];
  readonly parameters: readonly DefaultParameter[];
  readonly otherParameters: readonly DefaultParameter[];
  readonly strainFiles: readonly StrainRecord[];
  readonly eventVersions: readonly EventRecord[];
  readonly runs: readonly RunRecord[];
  readonly datasets: readonly DatasetRecord[];
  readonly catalogs: readonly CatalogRecord[];
  readonly events: readonly Event[];
  readonly timelines: readonly Timeline[];
  readonly eventStrainStarts: readonly EventStrainStarts[];
  readonly flagLists: readonly FlagList[];
  /** The event versions in each catalog, by catalog name. */
  readonly versionsIn: ReadonlyMap<string, ReadonlySet<EventRecord>>;
  /** The run that contains the event version's time. */
  runOf(version: EventRecord): string | null;
}

export function createCatalogue(data: OracleData, isService = false): Catalogue {
  const runs = [...data.runs].sort((a, b) => a.gpsStart - b.gpsStart || byCodeUnit(a.name, b.name));
  const events = eventsOf(data, runs);
  const startOf = (dataset: DatasetRecord): number =>
    dataset.gpsStart ?? runs.find(({ name }) => name === dataset.run)?.gpsStart ?? 0;
  return {
    isService,
    detectors: data.detectors,
    parameters: data.parameters,
    otherParameters: data.otherParameters,
    strainFiles: [...data.strainFiles].sort(
      (a, b) => a.gpsStart - b.gpsStart || byCodeUnit(a.detector, b.detector) || a.sampleRateKHz - b.sampleRateKHz,
    ),
    eventVersions: [...data.eventVersions].sort(
      (a, b) => b.gps - a.gps || byCodeUnit(a.name, b.name) || a.version - b.version,
    ),
    runs,
    datasets: [...data.datasets].sort(
      (a, b) => startOf(a) - startOf(b) || a.sampleRateKHz - b.sampleRateKHz || byCodeUnit(a.name, b.name),
    ),
    catalogs: data.catalogs,
    events,
    timelines: timelinesOf(data, runs),
    eventStrainStarts: data.eventStrainStarts,
    flagLists: data.flagLists,
    versionsIn: new Map(data.catalogs.map((catalog) => [catalog.name, versionsIn(catalog, data)])),
    runOf: (version) => runOnRecord(version.name, data) ?? runAt(version.gps, runs),
  };
}

function eventsOf(data: OracleData, runs: readonly RunRecord[]): Event[] {
  const versionsByName = new Map<string, EventRecord[]>();
  for (const version of data.eventVersions) {
    versionsByName.set(version.name, [...(versionsByName.get(version.name) ?? []), version]);
  }
  const events = [...versionsByName].map(([name, unordered]): Event => {
    const versions = unordered.sort((a, b) => a.version - b.version);
    const last = versions.at(-1) as EventRecord;
    const facts = data.eventFacts.find((candidate) => candidate.name === name);
    return {
      name,
      aliases: [name, ...(facts?.aliases ?? [])],
      graceId: facts?.graceId ?? null,
      run: runOnRecord(name, data) ?? runAt(last.gps, runs),
      versions,
      last,
    };
  });
  return events.sort((a, b) => b.last.gps - a.last.gps || byCodeUnit(a.name, b.name));
}

function runOnRecord(event: string, data: OracleData): string | null {
  return data.eventFacts.find(({ name }) => name === event)?.run ?? null;
}

/** The first run that contains the second. There may be several, because one run can be inside another. */
function runAt(gps: number, runs: readonly RunRecord[]): string | null {
  return runs.find((run) => run.gpsStart <= gps && gps < run.gpsStop)?.name ?? null;
}

/** A cumulative catalog contains the highest version of each event among its members. */
function versionsIn({ name, members }: CatalogRecord, data: OracleData): Set<EventRecord> {
  if (members === null) return new Set(data.eventVersions.filter(({ catalog }) => catalog === name));
  const among = data.eventVersions.filter(({ catalog }) => members.includes(catalog));
  return new Set(among.filter((one) => !among.some((other) => other.name === one.name && other.version > one.version)));
}

function timelinesOf(data: OracleData, runs: readonly RunRecord[]): Timeline[] {
  const names = [...new Set(data.flagLists.map(({ flag }) => flag))].sort(byCodeUnit);
  return names.map((name) => ({
    name,
    detector: name.slice(0, name.indexOf('_')),
    lists: runs.flatMap((run) => data.flagLists.filter((list) => list.flag === name && list.run === run.name)),
  }));
}
