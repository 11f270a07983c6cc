/**
 * Facts from the data files, read independently: the expected results of the client tests come from these facts and not from a
 * server's responses. Shares no code with `src`. Times are GPS seconds.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';

export interface Run {
  readonly name: string;
  readonly start: number;
  readonly stop: number;
  readonly detectors: readonly string[];
}

export interface Version {
  readonly name: string;
  readonly version: number;
  readonly shortName: string;
  readonly gps: number;
  readonly catalog: string;
  readonly detectors: readonly string[];
  readonly run: string | null;
  /** Best values by underscore name. */
  readonly best: Readonly<Record<string, number>>;
}

export interface BulkFile {
  readonly run: string;
  readonly detector: string;
  readonly start: number;
  readonly rateKHz: number;
  /** Path below the base URL, without the extension. */
  readonly path: string;
}

export interface EventFile {
  readonly detector: string;
  readonly start: number;
  readonly duration: number;
  readonly rateKHz: number;
  readonly format: 'gwf' | 'hdf5' | 'txt';
  /** Path below the base URL. */
  readonly path: string;
}

type Segment = readonly [start: number, stop: number];

interface DataFiles {
  runs: { runs: { name: string; gps_start: number; gps_end: number; detectors?: string[] }[] };
  catalogs: { catalogs: { name: string; members?: string[] }[] };
  parameters: { default_parameters: { name: string }[] };
  events: { events: { name: string; run?: string; aliases?: string[] }[] };
  eventVersions: { catalog: string; event_versions: VersionInData[] };
  strainFiles: { dataset: string; run: string; sample_rate_kHz: number; series: SeriesInData[] };
  eventStrainFiles: { catalog: string; event_strain_files: StartsInData[] };
  timelines: { run: string; flags: { name: string; segments: Segment[] }[] };
}

interface VersionInData {
  name: string;
  version: number;
  gps: number;
  detectors: string[];
  parameters?: Record<string, { best: number }>;
}

interface SeriesInData {
  detector: string;
  file_prefix: string;
  blocks: [first: number, count: number][];
}

interface StartsInData {
  name: string;
  version: number;
  detector: string;
  gps_start_32?: number;
  gps_start_2048?: number;
  gps_start_4096?: number;
  file_prefix_16kHz?: string;
  file_prefix_4kHz?: string;
}

const FILE_S = 4096;
const FOLDER_S = 2 ** 20;
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const read = <T>(path: string): T => load(readFileSync(path, 'utf8')) as T;

/** Empty if there is no such folder. */
function readFolder<T>(path: string): T[] {
  const files = existsSync(path) ? readdirSync(path).sort() : [];
  return files.map((file) => read<T>(join(path, file)));
}

function bulkFilesOf({ dataset, run, sample_rate_kHz: rateKHz, series }: DataFiles['strainFiles']): BulkFile[] {
  return series.flatMap(({ detector, file_prefix, blocks }) =>
    blocks.flatMap(([first, count]) =>
      Array.from({ length: count }, (_, index) => {
        const start = first + index * FILE_S;
        const folder = Math.floor(start / FOLDER_S) * FOLDER_S;
        const path = `/archive/data/${dataset}/${folder}/${file_prefix}-${start}-${FILE_S}`;
        return { run, detector, start, rateKHz, path };
      }),
    ),
  );
}

/** Mostly 12 files for each detector, in the order of the contract: 32 s first, 16 kHz first, GWF, HDF, TXT. */
function eventFilesOf(catalog: string, starts: StartsInData): EventFile[] {
  const { name, version, detector } = starts;
  const lengths = [
    { duration: 32, start: starts.gps_start_32 },
    { duration: 2048, start: starts.gps_start_2048 },
    { duration: FILE_S, start: starts.gps_start_4096 },
  ];
  return lengths.flatMap(({ duration, start }) => {
    if (start === undefined || start === null) return [];
    return [16, 4].flatMap((rateKHz) =>
      (['gwf', 'hdf5', 'txt'] as const).map((format) => {
        const given = rateKHz === 16 ? starts.file_prefix_16kHz : starts.file_prefix_4kHz;
        const file = `${given ?? `${detector[0]}-${detector}_GWOSC_${rateKHz}KHZ_R1`}-${start}-${duration}`;
        const ending = format === 'txt' ? 'txt.gz' : format;
        const path = `/eventapi/json/${catalog}/${name}/v${version}/${file}.${ending}`;
        return { detector, start, duration, rateKHz, format, path };
      }),
    );
  });
}

export interface Facts {
  /** Ordered by start. */
  readonly runs: readonly Run[];
  readonly catalogs: readonly string[];
  /** Hyphen form, as in range filters. */
  readonly parameters: readonly string[];
  /** In the order of the listing: latest first, then name, then version. */
  readonly versions: readonly Version[];
  /** By alias. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly flags: readonly string[];
  version(shortName: string): Version;
  /** Highest version of an event, or its highest version in a catalog if one is given. */
  last(name: string, catalog?: string): Version;
  /** Versions in one or more catalogs, in the order of the listing; for a cumulative catalog, the highest version of each event. */
  inCatalogs(...names: string[]): Version[];
  /** Bulk files with a second in [start, stop], or that start exactly at stop. */
  bulkFiles(detector: string | undefined, start: number, stop: number, rateKHz: number, run?: string): BulkFile[];
  eventFiles(shortName: string): readonly EventFile[];
  /** Segments of a flag, clipped to the interval. */
  segments(flag: string, start: number, stop: number): Segment[];
}

export function readFacts(folder: string): Facts {
  const runs = read<DataFiles['runs']>(join(folder, 'runs.yaml'))
    .runs.map(({ name, gps_start, gps_end, detectors = [] }) => ({
      name,
      start: gps_start,
      stop: gps_end,
      detectors,
    }))
    .sort((a, b) => a.start - b.start || order(a.name, b.name));
  const catalogs = read<DataFiles['catalogs']>(join(folder, 'catalogs.yaml')).catalogs;
  const events = existsSync(join(folder, 'events.yaml'))
    ? read<DataFiles['events']>(join(folder, 'events.yaml')).events
    : [];
  const runOnRecord = new Map(events.map(({ name, run }) => [name, run]));
  const runAt = (gps: number) => runs.find(({ start, stop }) => start <= gps && gps < stop)?.name ?? null;

  const versions = readFolder<DataFiles['eventVersions']>(join(folder, 'event-versions'))
    .flatMap(({ catalog, event_versions }) =>
      event_versions.map(({ name, version, gps, detectors, parameters = {} }): Version => {
        const best = Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, value.best]));
        const run = runOnRecord.get(name) ?? runAt(gps);
        return { name, version, shortName: `${name}-v${version}`, gps, catalog, detectors, run, best };
      }),
    )
    .sort((a, b) => b.gps - a.gps || order(a.name, b.name) || a.version - b.version);
  const byShortName = new Map(versions.map((version) => [version.shortName, version]));

  const bulk = readFolder<DataFiles['strainFiles']>(join(folder, 'strain-files'))
    .flatMap(bulkFilesOf)
    .sort((a, b) => a.start - b.start || order(a.detector, b.detector) || a.rateKHz - b.rateKHz);

  const eventFiles = new Map<string, EventFile[]>();
  for (const { catalog, event_strain_files } of readFolder<DataFiles['eventStrainFiles']>(
    join(folder, 'event-strain-files'),
  )) {
    for (const starts of event_strain_files.toSorted((a, b) => order(a.detector, b.detector))) {
      const shortName = `${starts.name}-v${starts.version}`;
      eventFiles.set(shortName, [...(eventFiles.get(shortName) ?? []), ...eventFilesOf(catalog, starts)]);
    }
  }

  const lists = new Map<string, Segment[]>();
  for (const { flags } of readFolder<DataFiles['timelines']>(join(folder, 'timelines'))) {
    for (const { name, segments } of flags) lists.set(name, [...(lists.get(name) ?? []), ...segments]);
  }

  const highest = (some: readonly Version[]) => some.reduce((a, b) => (b.version > a.version ? b : a));
  const byCatalog = new Map(
    catalogs.map(({ name, members }) => {
      const candidates = versions.filter(({ catalog }) => (members ?? [name]).includes(catalog));
      const isHighest = (one: Version) => highest(candidates.filter((other) => other.name === one.name)) === one;
      return [name, members ? candidates.filter(isHighest) : candidates];
    }),
  );
  const inCatalog = (name: string): Version[] => byCatalog.get(name) ?? [];

  return {
    runs,
    catalogs: catalogs.map(({ name }) => name),
    parameters: read<DataFiles['parameters']>(join(folder, 'default-parameters.yaml')).default_parameters.map(
      ({ name }) => name.replaceAll('_', '-'),
    ),
    versions,
    aliases: new Map(events.flatMap(({ name, aliases = [] }) => aliases.map((alias) => [alias, name] as const))),
    flags: [...lists.keys()].sort(),
    version(shortName) {
      const found = byShortName.get(shortName);
      if (!found) throw new Error(`no event version ${shortName} in the data`);
      return found;
    },
    last: (name, catalog) =>
      highest((catalog === undefined ? versions : inCatalog(catalog)).filter((one) => one.name === name)),
    inCatalogs(...names) {
      const found = new Set(names.flatMap(inCatalog));
      return versions.filter((version) => found.has(version));
    },
    bulkFiles: (detector, start, stop, rateKHz, run) =>
      bulk.filter(
        (file) =>
          (detector === undefined || file.detector === detector) &&
          (run === undefined || file.run === run) &&
          file.rateKHz === rateKHz &&
          file.start <= stop &&
          file.start + FILE_S > start,
      ),
    eventFiles: (shortName) => eventFiles.get(shortName) ?? [],
    segments: (flag, start, stop) =>
      (lists.get(flag) ?? [])
        .toSorted((a, b) => a[0] - b[0])
        .map(([from, to]): Segment => [Math.max(from, start), Math.min(to, stop)])
        .filter(([from, to]) => from < to),
  };
}
