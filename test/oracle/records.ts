/**
 * The catalogue as the oracle holds it: one plain object for each strain file and each event version.
 *
 * Times are GPS seconds. Member names follow the data files where these are passed through, as in `StrainStatistics`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** What is published about one strain file; null is not known. */
export interface StrainStatistics {
  readonly filesize_bytes: number | null;
  readonly min_strain: number | null;
  readonly max_strain: number | null;
  readonly mean_strain: number | null;
  readonly stdev_strain: number | null;
  readonly nans_fraction: number | null;
  readonly duty_cycle: number | null;
  readonly BLRMS200: number | null;
  readonly BLRMS1000: number | null;
  readonly BNS: number | null;
  readonly bitsums: readonly { readonly bit: number; readonly sum: number }[] | null;
}

/** One file of 4096 s. */
export interface StrainRecord {
  readonly detector: string;
  readonly gpsStart: number;
  readonly sampleRateKHz: 4 | 16;
  readonly dataset: string;
  readonly run: string;
  readonly filePrefix: string;
  readonly statistics: StrainStatistics | null;
  /** Bit -> name, for all files of the dataset. */
  readonly bitNames: ReadonlyMap<number, string>;
}

export interface ParameterValue {
  readonly best: number;
  readonly upperError: number | null;
  readonly lowerError: number | null;
  readonly isUpperLimit: boolean;
  readonly isLowerLimit: boolean;
}

export interface EventRecord {
  readonly name: string;
  readonly version: number;
  readonly gps: number;
  readonly catalog: string;
  readonly doi: string | null;
  readonly detectors: readonly string[];
  readonly aliases: readonly string[];
  /** By name in underscore form; a parameter that the event version lacks is not in it. */
  readonly parameters: ReadonlyMap<string, ParameterValue>;
}

export interface OracleData {
  /** Codes, in the order of `detectors.yaml`; likewise the next three. */
  readonly detectors: readonly string[];
  readonly catalogs: readonly string[];
  /** `name` in underscore form. */
  readonly parameters: readonly { readonly name: string; readonly unit: string; readonly description: string }[];
  /** Segments [gpsStart, gpsStop). */
  readonly runs: readonly { readonly name: string; readonly gpsStart: number; readonly gpsStop: number }[];
  readonly strainFiles: readonly StrainRecord[];
  readonly eventVersions: readonly EventRecord[];
}

interface DatasetFile {
  dataset: string;
  run: string;
  sample_rate_kHz: 4 | 16;
  bits?: { bit: number; name: string }[];
  series: { detector: string; file_prefix: string; file_runs: [number, number][] }[];
}

interface EventVersionsFile {
  catalog: string;
  event_versions: {
    name: string;
    version: number;
    gps: number;
    doi?: string;
    detectors: string[];
    aliases?: string[];
    parameters?: Record<string, RawValue>;
  }[];
}

interface RawValue {
  best: number;
  upper_error?: number | null;
  lower_error?: number | null;
  is_upper_limit?: boolean;
  is_lower_limit?: boolean;
}

type StatisticsLine = { detector: string; gps_start: number } & Partial<StrainStatistics>;

/** Reads a data folder of the project. Trusts it: nothing is validated here. */
export function loadOracleData(dataDir: string): OracleData {
  const yaml = <T>(...path: string[]): T => parse(readFileSync(join(dataDir, ...path), 'utf8')) as T;
  const { detectors } = yaml<{ detectors: { code: string }[] }>('detectors.yaml');
  const { catalogs } = yaml<{ catalogs: { name: string }[] }>('catalogs.yaml');
  const { default_parameters: parameters } = yaml<{
    default_parameters: { name: string; unit: string; description: string }[];
  }>('default-parameters.yaml');
  const { runs } = yaml<{ runs: { name: string; gps_start: number; gps_stop: number }[] }>('runs.yaml');
  return {
    detectors: detectors.map(({ code }) => code),
    catalogs: catalogs.map(({ name }) => name),
    parameters,
    runs: runs.map((run) => ({ name: run.name, gpsStart: run.gps_start, gpsStop: run.gps_stop })),
    strainFiles: filesIn(dataDir, 'strain-files', '.yaml').flatMap((file) => {
      const dataset = yaml<DatasetFile>('strain-files', file);
      return strainRecords(dataset, statisticsOf(dataDir, dataset.dataset));
    }),
    eventVersions: filesIn(dataDir, 'event-versions', '.yaml').flatMap((file) =>
      eventRecords(yaml<EventVersionsFile>('event-versions', file)),
    ),
  };
}

function filesIn(dataDir: string, folder: string, extension: string): string[] {
  const path = join(dataDir, folder);
  return existsSync(path) ? readdirSync(path).filter((file) => file.endsWith(extension)) : [];
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

function strainRecords(dataset: DatasetFile, statistics: Map<string, StatisticsLine>): StrainRecord[] {
  const bitNames = new Map((dataset.bits ?? []).map(({ bit, name }) => [bit, name]));
  const records: StrainRecord[] = [];
  for (const { detector, file_prefix, file_runs } of dataset.series) {
    for (const [first, count] of file_runs) {
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
    gps: event.gps,
    catalog: file.catalog,
    doi: event.doi ?? null,
    detectors: event.detectors,
    aliases: event.aliases ?? [],
    parameters: new Map(
      Object.entries(event.parameters ?? {}).map(([name, value]) => [
        name,
        {
          best: value.best,
          upperError: value.upper_error ?? null,
          lowerError: value.lower_error ?? null,
          isUpperLimit: value.is_upper_limit ?? false,
          isLowerLimit: value.is_lower_limit ?? false,
        },
      ]),
    ),
  }));
}
