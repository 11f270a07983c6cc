/**
 * Entries and records of events, of their versions, and of what belongs to a version: parameters and short strain files. Plain
 * objects with members in the order of the contract. `base` is the base URL without a trailing slash.
 */
import type { Catalogue, Event } from './catalogue.ts';
import { type Json, linkTo } from './entries.ts';
import { byCodeUnit } from './parameters.ts';
import type { EventRecord, ParameterSet, ParameterValues } from './types.ts';

export function shortNameOf(version: EventRecord): string {
  return `${version.name}-v${version.version}`;
}

export function eventVersionEntry(version: EventRecord, base: string): Json {
  return {
    name: version.name,
    shortName: shortNameOf(version),
    gps: version.gps,
    version: version.version,
    catalog: version.catalog,
    ...(version.doi === null ? {} : { doi: version.doi }),
    detectors: version.detectors,
    detail_url: linkTo(base, 'event-versions', shortNameOf(version)),
  };
}

export function eventVersionRecord(version: EventRecord, catalogue: Catalogue, base: string): Json {
  const event = catalogue.events.find(({ name }) => name === version.name);
  const shortName = shortNameOf(version);
  return {
    ...eventVersionEntry(version, base),
    run: catalogue.runOf(version),
    grace_id: event?.graceId,
    aliases: event?.aliases,
    is_last_version: event?.last === version,
    versions: event?.versions.map((other) => versionLink(other, base)),
    parameters_url: linkTo(base, 'event-versions', shortName, 'parameters'),
    timelines_url: linkTo(base, 'event-versions', shortName, 'timelines'),
    strain_files_url: linkTo(base, 'event-versions', shortName, 'strain-files'),
    default_parameters: parameterObjects(version.parameters, catalogue),
  };
}

function versionLink(version: EventRecord, base: string): Json {
  return {
    version: version.version,
    catalog: version.catalog,
    detail_url: linkTo(base, 'event-versions', shortNameOf(version)),
  };
}

export function eventEntry(event: Event, base: string): Json {
  return {
    name: event.name,
    strain_files_url: linkTo(base, 'events', event.name, 'strain-files'),
    detail_url: linkTo(base, 'events', event.name),
    aliases: event.aliases,
    versions: event.versions.map((version) => versionLink(version, base)),
  };
}

export function eventRecord(event: Event, base: string): Json {
  const { graceId } = event;
  return {
    name: event.name,
    grace_id: graceId,
    run: event.run,
    gcn_notice: graceId === null ? null : `https://gcn.gsfc.nasa.gov/notices_l/${graceId}.lvc`,
    gcn_circular: graceId === null ? null : `https://gcn.nasa.gov/circulars?query=${graceId}`,
    aliases: event.aliases,
    versions: event.versions.map((version) => versionLink(version, base)),
  };
}

/** In the order of `default-parameters.yaml`; a parameter without a value is left out. */
export function parameterObjects(values: ParameterValues, catalogue: Catalogue): Json[] {
  const objects: Json[] = [];
  for (const { name, unit, description } of catalogue.parameters) {
    const value = values.get(name);
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

/** Without sets in the data, the default parameters form one. */
export function parameterSets(version: EventRecord): readonly ParameterSet[] {
  if (version.parameterSets.length > 0 || version.parameters.size === 0) return version.parameterSets;
  const { catalog: name, parameters } = version;
  return [{ name, pipelineType: null, waveformFamily: null, dataUrl: null, isPreferred: true, links: [], parameters }];
}

export function parameterSetEntry(set: ParameterSet, catalogue: Catalogue): Json {
  return {
    name: set.name,
    pipeline_type: set.pipelineType,
    waveform_family: set.waveformFamily,
    data_url: set.dataUrl,
    is_preferred: set.isPreferred,
    links: set.links.map(({ url, label }) => ({ url, label })),
    parameters: parameterObjects(set.parameters, catalogue),
  };
}

const EXTENSIONS = { GWF: 'gwf', HDF: 'hdf5', TXT: 'txt.gz' } as const;

export interface EventStrainFile {
  readonly detector: string;
  readonly gpsStart: number;
  readonly duration: 32 | 4096;
  readonly sampleRateKHz: 4 | 16;
  readonly format: keyof typeof EXTENSIONS;
}

/** The short strain files of one event version, in order. */
export function eventStrainFiles(version: EventRecord, catalogue: Catalogue): EventStrainFile[] {
  const starts = catalogue.eventStrainStarts
    .filter((one) => one.name === version.name && one.version === version.version)
    .sort((a, b) => byCodeUnit(a.detector, b.detector));
  const files: EventStrainFile[] = [];
  for (const { detector, gpsStart32, gpsStart4096 } of starts) {
    for (const duration of [32, 4096] as const) {
      const gpsStart = duration === 32 ? gpsStart32 : gpsStart4096;
      if (gpsStart === null) continue;
      for (const sampleRateKHz of [16, 4] as const) {
        for (const format of ['GWF', 'HDF', 'TXT'] as const) {
          files.push({ detector, gpsStart, duration, sampleRateKHz, format });
        }
      }
    }
  }
  return files;
}

export function eventStrainFileEntry(file: EventStrainFile, version: EventRecord, base: string): Json {
  const { detector, gpsStart, duration, sampleRateKHz, format } = file;
  const folder = `${base}/eventapi/json/${version.catalog}/${version.name}/v${version.version}`;
  const site = detector.slice(0, 1);
  return {
    gps_start: gpsStart,
    detector,
    sample_rate_kHz: sampleRateKHz,
    duration,
    file_format: format,
    download_url: `${folder}/${site}-${detector}_GWOSC_${sampleRateKHz}KHZ_R1-${gpsStart}-${duration}.${EXTENSIONS[format]}`,
  };
}
