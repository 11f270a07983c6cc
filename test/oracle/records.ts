/** Reads a data folder of the project into plain records (`types.ts`), without validation. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import type {
  DatasetRecord,
  DefaultParameter,
  EventRecord,
  OracleData,
  ParameterSet,
  ParameterValues,
  StrainRecord,
  StrainStatistics,
} from './types.ts';

interface DatasetFile {
  dataset: string;
  run: string;
  sample_rate_kHz: 4 | 16;
  description?: string;
  gps_start?: number;
  gps_end?: number;
  detectors?: string[];
  bits?: { bit: number; name: string; description?: string }[];
  series: { detector: string; file_prefix: string; blocks: [number, number][] }[];
}

interface EventVersionsFile {
  catalog: string;
  event_versions: {
    name: string;
    version: number;
    short_name?: string;
    gps: number;
    doi?: string;
    reference?: string;
    detectors: string[];
    bulk_detectors?: string[];
    parameters?: RawValues;
    parameter_sets?: {
      name: string;
      description?: string;
      date_added?: string;
      pipeline?: string;
      pipeline_type?: string;
      waveform_family?: string;
      data_url?: string;
      is_preferred?: boolean;
      links?: { url: string; label: string; description?: string }[];
      parameters?: RawValues;
    }[];
  }[];
}

type RawValues = Record<
  string,
  {
    best: number;
    upper_error?: number | null;
    lower_error?: number | null;
    is_upper_limit?: boolean;
    is_lower_limit?: boolean;
  }
>;

interface TopFiles {
  detectors: { code: string }[];
  catalogs: {
    name: string;
    description: string;
    doi?: string;
    members?: string[];
    aliases?: string[];
    bulk_strain?: boolean;
    legacy_units?: Record<string, string>;
  }[];
  default_parameters: DefaultParameter[];
  other_parameters?: DefaultParameter[];
  runs: { name: string; gps_start: number; gps_end: number; detectors?: string[] }[];
  events: { name: string; grace_id?: string; run?: string; aliases?: string[] }[];
}

interface EventStrainFile {
  event_strain_files: {
    name: string;
    version: number;
    detector: string;
    gps_start_32?: number;
    gps_start_2048?: number;
    gps_start_4096?: number;
    file_prefix_16kHz?: string;
    file_prefix_4kHz?: string;
  }[];
}

interface TimelineFile {
  run: string;
  flags: { name: string; segments: [number, number][] }[];
}

type StatisticsLine = { detector: string; gps_start: number } & Partial<StrainStatistics>;

/** Example: `loadOracleData('data')`. */
export function loadOracleData(dataDir: string): OracleData {
  const yaml = (...path: string[]): unknown => load(readFileSync(join(dataDir, ...path), 'utf8'));
  const top = <K extends keyof TopFiles>(file: string, key: K): TopFiles[K] => (yaml(file) as TopFiles)[key];
  const folder = <F>(name: string): F[] => namesIn(join(dataDir, name)).map((file): F => yaml(name, file) as F);

  const datasets = folder<DatasetFile>('strain-files');
  const events = existsSync(join(dataDir, 'events.yaml')) ? top('events.yaml', 'events') : [];
  return {
    detectors: top('detectors.yaml', 'detectors').map(({ code }) => code),
    catalogs: top('catalogs.yaml', 'catalogs').map(
      ({ name, description, doi, members, aliases, bulk_strain, legacy_units }) => ({
        name,
        description,
        doi: doi ?? null,
        members: members ?? null,
        aliases: aliases ?? [],
        bulkStrain: bulk_strain === true,
        legacyUnits: legacy_units ?? {},
      }),
    ),
    parameters: top('default-parameters.yaml', 'default_parameters'),
    otherParameters: top('default-parameters.yaml', 'other_parameters') ?? [],
    runs: top('runs.yaml', 'runs').map((run) => ({
      name: run.name,
      gpsStart: run.gps_start,
      gpsStop: run.gps_end,
      detectors: run.detectors ?? [],
    })),
    datasets: datasets.map(datasetRecord),
    strainFiles: datasets.flatMap((dataset) => strainRecords(dataset, statisticsOf(dataDir, dataset.dataset))),
    eventVersions: folder<EventVersionsFile>('event-versions').flatMap(eventRecords),
    eventFacts: events.map((event) => ({
      name: event.name,
      graceId: event.grace_id ?? null,
      run: event.run ?? null,
      aliases: event.aliases ?? [],
    })),
    eventStrainStarts: folder<EventStrainFile>('event-strain-files').flatMap((file) =>
      file.event_strain_files.map((one) => ({
        name: one.name,
        version: one.version,
        detector: one.detector,
        gpsStart32: one.gps_start_32 ?? null,
        gpsStart2048: one.gps_start_2048 ?? null,
        gpsStart4096: one.gps_start_4096 ?? null,
        prefix16: one.file_prefix_16kHz ?? null,
        prefix4: one.file_prefix_4kHz ?? null,
      })),
    ),
    flagLists: folder<TimelineFile>('timelines').flatMap(({ run, flags }) =>
      flags.map(({ name, segments }) => ({ flag: name, run, segments })),
    ),
  };
}

/** Names of the YAML files in a folder; empty if there is no such folder. */
function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.yaml')) : [];
}

/** Keyed by detector and gps_start. */
function statisticsOf(dataDir: string, dataset: string): Map<string, StatisticsLine> {
  const statistics = new Map<string, StatisticsLine>();
  const path = join(dataDir, 'strain-statistics', `${dataset}.ndjson`);
  if (!existsSync(path)) return statistics;
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line.trim() === '') continue;
    const one = JSON.parse(line) as StatisticsLine;
    statistics.set(`${one.detector} ${one.gps_start}`, one);
  }
  return statistics;
}

function datasetRecord(file: DatasetFile): DatasetRecord {
  return {
    name: file.dataset,
    run: file.run,
    description: file.description ?? null,
    sampleRateKHz: file.sample_rate_kHz,
    gpsStart: file.gps_start ?? null,
    gpsEnd: file.gps_end ?? null,
    detectors: file.detectors ?? null,
    bits: (file.bits ?? []).map(({ bit, name, description }) => ({ bit, name, description: description ?? null })),
    seriesDetectors: file.series.map(({ detector }) => detector),
  };
}

function strainRecords(dataset: DatasetFile, statistics: Map<string, StatisticsLine>): StrainRecord[] {
  const bitNames = new Map((dataset.bits ?? []).map(({ bit, name }) => [bit, name]));
  const records: StrainRecord[] = [];
  for (const { detector, file_prefix, blocks } of dataset.series) {
    for (const [first, count] of blocks) {
      for (let gpsStart = first; gpsStart < first + count * 4096; gpsStart += 4096) {
        const line = statistics.get(`${detector} ${gpsStart}`);
        records.push({
          detector,
          gpsStart,
          sampleRateKHz: dataset.sample_rate_kHz,
          dataset: dataset.dataset,
          run: dataset.run,
          filePrefix: file_prefix,
          statistics: line === undefined ? null : withNulls(line),
          bitNames,
        });
      }
    }
  }
  return records;
}

function withNulls(line: StatisticsLine): StrainStatistics {
  return {
    filesize_bytes: line.filesize_bytes ?? null,
    min_strain: line.min_strain ?? null,
    max_strain: line.max_strain ?? null,
    mean_strain: line.mean_strain ?? null,
    stdev_strain: line.stdev_strain ?? null,
    nans_fraction: line.nans_fraction ?? null,
    duty_cycle: line.duty_cycle ?? null,
    BLRMS200: line.BLRMS200 ?? null,
    BLRMS1000: line.BLRMS1000 ?? null,
    BNS: line.BNS ?? null,
    bitsums: line.bitsums ?? null,
  };
}

function eventRecords(file: EventVersionsFile): EventRecord[] {
  return file.event_versions.map((event) => ({
    name: event.name,
    version: event.version,
    otherId: event.short_name ?? null,
    gps: event.gps,
    catalog: file.catalog,
    doi: event.doi ?? null,
    reference: event.reference ?? null,
    detectors: event.detectors,
    bulkDetectors: event.bulk_detectors ?? [],
    parameters: parameterValues(event.parameters),
    parameterSets: (event.parameter_sets ?? []).map(
      (set): ParameterSet => ({
        name: set.name,
        description: set.description ?? null,
        dateAdded: set.date_added ?? null,
        pipeline: set.pipeline ?? null,
        pipelineType: set.pipeline_type ?? null,
        waveformFamily: set.waveform_family ?? null,
        dataUrl: set.data_url ?? null,
        isPreferred: set.is_preferred ?? false,
        links: (set.links ?? []).map(({ url, label, description }) => ({
          url,
          label,
          description: description ?? null,
        })),
        parameters: parameterValues(set.parameters),
      }),
    ),
  }));
}

function parameterValues(raw: RawValues = {}): ParameterValues {
  return new Map(
    Object.entries(raw).map(([name, value]) => [
      name,
      {
        best: value.best,
        upperError: value.upper_error ?? null,
        lowerError: value.lower_error ?? null,
        isUpperLimit: value.is_upper_limit ?? false,
        isLowerLimit: value.is_lower_limit ?? false,
      },
    ]),
  );
}
