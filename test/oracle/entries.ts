/**
 * Entries and detail records as plain objects, members in the order of the contract, and their JSON.
 *
 * `base` is the base URL without a trailing slash. Everything is made anew for each answer.
 */
import type { EventRecord, OracleData, StrainRecord } from './records.ts';
import { utcOfGps } from './utc.ts';

type Json = Record<string, unknown>;

const STATISTICS = [
  'filesize_bytes',
  'min_strain',
  'max_strain',
  'mean_strain',
  'stdev_strain',
  'nans_fraction',
  'duty_cycle',
  'BLRMS200',
  'BLRMS1000',
  'BNS',
] as const;

/** JavaScript's shortest form for every number but `gps`, which always has one decimal. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value).replace(/"gps":(-?[0-9]+)(?=[,}])/g, '"gps":$1.0');
}

export function strainId(file: StrainRecord): string {
  return `${file.detector}-${file.gpsStart}-${file.sampleRateKHz}kHz`;
}

export function strainEntry(file: StrainRecord, base: string): Json {
  const folder = Math.floor(file.gpsStart / 2 ** 20) * 2 ** 20;
  const archive = `${base}/archive/data/${file.dataset}/${folder}/${file.filePrefix}-${file.gpsStart}-4096`;
  return {
    gps_start: file.gpsStart,
    utc_start: utcOfGps(file.gpsStart),
    detector: file.detector,
    sample_rate_kHz: file.sampleRateKHz,
    hdf5_url: `${archive}.hdf5?format=api`,
    gwf_url: `${archive}.gwf?format=api`,
    detail_url: `${base}/api/v2/strain-files/${strainId(file)}?format=api`,
  };
}

export function strainDetail(file: StrainRecord, base: string): Json {
  const detail: Json = { ...strainEntry(file, base), run: file.run, dataset: file.dataset, duration: 4096 };
  for (const name of STATISTICS) detail[name] = file.statistics?.[name] ?? null;
  detail.bitsums = null;
  if (file.statistics?.bitsums != null) {
    detail.bitsums = [...file.statistics.bitsums]
      .sort((a, b) => a.bit - b.bit)
      .map(({ bit, sum }) => ({ bit, name: file.bitNames.get(bit) ?? null, sum }));
  }
  return detail;
}

export function shortNameOf(event: EventRecord): string {
  return `${event.name}-v${event.version}`;
}

export function eventEntry(event: EventRecord, base: string): Json {
  return {
    name: event.name,
    shortName: shortNameOf(event),
    gps: event.gps,
    version: event.version,
    catalog: event.catalog,
    ...(event.doi === null ? {} : { doi: event.doi }),
    detectors: event.detectors,
    detail_url: eventUrl(event, base),
  };
}

export function eventDetail(event: EventRecord, data: OracleData, base: string): Json {
  const second = Math.floor(event.gps);
  const versions = data.eventVersions
    .filter((other) => other.name === event.name)
    .sort((a, b) => a.version - b.version)
    .map((other) => ({ version: other.version, catalog: other.catalog, detail_url: eventUrl(other, base) }));
  return {
    ...eventEntry(event, base),
    run: data.runs.find((run) => run.gpsStart <= event.gps && event.gps < run.gpsStop)?.name ?? null,
    aliases: event.aliases,
    is_last_version: isLastVersion(event, data),
    versions,
    strain_files_url: `${base}/api/v2/strain-files?format=api&start=${second}&stop=${second}`,
    default_parameters: defaultParameters(event, data),
  };
}

/** In the order of `default-parameters.yaml`; a parameter that the event version lacks is left out. */
export function defaultParameters(event: EventRecord, data: OracleData): Json[] {
  const objects: Json[] = [];
  for (const { name, unit, description } of data.parameters) {
    const value = event.parameters.get(name);
    if (value === undefined) continue;
    objects.push({
      name,
      unit,
      description,
      best: value.best,
      upper_error: value.upperError,
      lower_error: value.lowerError,
      is_upper_limit: value.isUpperLimit,
      is_lower_limit: value.isLowerLimit,
    });
  }
  return objects;
}

/** Whether no event version of the whole catalogue has the same name and a higher version. */
export function isLastVersion(event: EventRecord, data: OracleData): boolean {
  return !data.eventVersions.some((other) => other.name === event.name && other.version > event.version);
}

function eventUrl(event: EventRecord, base: string): string {
  return `${base}/api/v2/event-versions/${shortNameOf(event)}?format=api`;
}
