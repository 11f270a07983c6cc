/**
 * Creates entries and records for events and event versions, and for a version's parameters and short strain files: plain objects with
 * members in the contract's order. `base` is the base URL without a trailing slash.
 */
import type { Catalogue, Event } from './catalogue.ts';
import { type Json, linkTo } from './entries.ts';
import { float, floatOrNull } from './floats.ts';
import { byCodeUnit } from './parameters.ts';
import type { EventRecord, ParameterSet, ParameterValue, ParameterValues } from './types.ts';

export function shortNameOf(version: EventRecord): string {
  return version.shortName ?? `${version.name}-v${version.version}`;
}

export function eventVersionEntry(version: EventRecord, base: string): Json {
  return {
    name: version.name,
    shortName: shortNameOf(version),
    gps: float(version.gps),
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
    ...gcnLinks(event?.graceId ?? null),
    is_last_version: event?.last === version,
    versions: event?.versions.map((other) => versionLink(other, base)),
    parameters_url: linkTo(base, 'event-versions', shortName, 'parameters'),
    timelines_url: linkTo(base, 'event-versions', shortName, 'timelines'),
    strain_files_url: linkTo(base, 'event-versions', shortName, 'strain-files'),
    default_parameters: defaultParameters(version, catalogue),
  };
}

function gcnLinks(graceId: string | null): { gcn_notice: string | null; gcn_circular: string | null } {
  if (graceId === null) return { gcn_notice: null, gcn_circular: null };
  return {
    gcn_notice: `https://gcn.gsfc.nasa.gov/notices_l/${graceId}.lvc`,
    gcn_circular: `https://gcn.nasa.gov/circulars?query=${graceId}`,
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
    ...gcnLinks(graceId),
    aliases: event.aliases,
    versions: event.versions.map((version) => versionLink(version, base)),
  };
}

/**
 * Parameter objects in the order of `default-parameters.yaml`, where the parameters that occur only in sets come last. A parameter without
 * a value is left out.
 */
function parameterObjects(values: ParameterValues, catalogue: Catalogue): Json[] {
  const { isService } = catalogue;
  const objects: Json[] = [];
  for (const { name, unit, description } of [...catalogue.parameters, ...catalogue.otherParameters]) {
    const value = values.get(name);
    if (value === undefined) continue;
    objects.push({
      name,
      unit: isService && unit === 'yr^-1' ? '1/yr' : unit,
      description,
      best: float(value.best),
      upper_error: floatOrNull(value.upperError),
      lower_error: floatOrNull(value.lowerError),
      is_upper_limit: value.isUpperLimit,
      is_lower_limit: value.isLowerLimit,
      ...(isService ? { decimal_places: decimalPlaces(value) } : {}),
    });
  }
  return objects;
}

/** A number that is a whole number after it is multiplied by ten to the power of n has n decimal places. */
function decimalPlaces({ best, upperError, lowerError }: ParameterValue): number {
  const placesOf = (value: number): number => {
    let places = 0;
    while (Number(value.toFixed(places)) !== value) places += 1;
    return places;
  };
  return Math.max(placesOf(best), placesOf(upperError ?? 0), placesOf(lowerError ?? 0));
}

const SERVICE_LAST = ['far', 'p_astro', 'network_matched_filter_snr'];

/** Default parameters. The service sorts them by name, except for three. */
export function defaultParameters(version: EventRecord, catalogue: Catalogue): Json[] {
  const objects = parameterObjects(version.parameters, catalogue);
  if (!catalogue.isService) return objects;
  const nameOf = (object: Json): string => String(object.name);
  const first = objects.filter((object) => !SERVICE_LAST.includes(nameOf(object)));
  const last = SERVICE_LAST.flatMap((name) => objects.filter((object) => nameOf(object) === name));
  return [...first.sort((a, b) => byCodeUnit(nameOf(a), nameOf(b))), ...last];
}

/** If the data have no sets, the default parameters form one. */
export function parameterSets(version: EventRecord): readonly ParameterSet[] {
  if (version.parameterSets.length > 0 || version.parameters.size === 0) return version.parameterSets;
  const { catalog: name, parameters } = version;
  const description = 'Default parameters of the version, in place of sets, which are not known.';
  const unknown = { dateAdded: null, dataUrl: null, pipeline: null, pipelineType: null, waveformFamily: null };
  return [{ name, description, ...unknown, isPreferred: true, links: [], parameters }];
}

export function parameterSetEntry(set: ParameterSet, catalogue: Catalogue): Json {
  return {
    name: set.name,
    description: set.description,
    date_added: set.dateAdded,
    data_url: set.dataUrl,
    pipeline: set.pipeline,
    pipeline_type: set.pipelineType,
    waveform_family: set.waveformFamily,
    is_preferred: set.isPreferred,
    links: set.links.map(({ url, label, description }) => ({ url, label, description })),
    parameters: parameterObjects(set.parameters, catalogue),
  };
}

const EXTENSIONS = { GWF: 'gwf', HDF: 'hdf5', TXT: 'txt.gz' } as const;

export interface EventStrainFile {
  readonly detector: string;
  readonly gpsStart: number;
  readonly duration: number;
  readonly sampleRateKHz: 4 | 16;
  /** The beginning of the file's name. */
  readonly prefix: string;
  readonly format: keyof typeof EXTENSIONS;
}

/** The short strain files of one event version, in order. */
export function eventStrainFiles(version: EventRecord, catalogue: Catalogue): EventStrainFile[] {
  const starts = catalogue.eventStrainStarts
    .filter((one) => one.name === version.name && one.version === version.version)
    .sort((a, b) => byCodeUnit(a.detector, b.detector));
  const files: EventStrainFile[] = [];
  for (const { detector, gpsStart32, gpsStart2048, gpsStart4096, prefix16, prefix4 } of starts) {
    for (const [duration, gpsStart] of [
      [32, gpsStart32],
      [2048, gpsStart2048],
      [4096, gpsStart4096],
    ] as const) {
      if (gpsStart === null) continue;
      for (const sampleRateKHz of [16, 4] as const) {
        const given = sampleRateKHz === 16 ? prefix16 : prefix4;
        const prefix = given ?? `${detector.slice(0, 1)}-${detector}_GWOSC_${sampleRateKHz}KHZ_R1`;
        for (const format of ['GWF', 'HDF', 'TXT'] as const) {
          files.push({ detector, gpsStart, duration, sampleRateKHz, prefix, format });
        }
      }
    }
  }
  return files;
}

export function eventStrainFileEntry(file: EventStrainFile, version: EventRecord, base: string): Json {
  const { detector, gpsStart, duration, sampleRateKHz, prefix, format } = file;
  const folder = `${base}/eventapi/json/${version.catalog}/${version.name}/v${version.version}`;
  return {
    gps_start: gpsStart,
    detector,
    sample_rate_kHz: sampleRateKHz,
    duration,
    file_format: format,
    download_url: `${folder}/${prefix}-${gpsStart}-${duration}.${EXTENSIONS[format]}`,
  };
}
