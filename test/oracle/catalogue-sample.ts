/** Facts about a catalogue from which the request generator creates edge cases. They are collected once. */
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { strainId } from './entries.ts';
import { shortNameOf } from './event-entries.ts';
import { rangeNames } from './listings.ts';
import type { EventRecord, OracleData, StrainRecord } from './types.ts';

export type Segment = readonly [start: number, stop: number];

export interface CatalogueSample {
  /** Path of the base URL without a trailing slash, such as `/gw`; often empty. */
  readonly basePath: string;
  readonly detectors: readonly string[];
  /** Including cumulative ones. */
  readonly catalogs: readonly string[];
  /** Names and short names. */
  readonly catalogNames: readonly string[];
  /** Hyphen form, `gps-time` last. */
  readonly rangeNames: readonly string[];
  /** Never empty: a catalogue without files gets one invented value; likewise all lists of ids and values below. */
  readonly gpsStarts: readonly number[];
  readonly strainIds: readonly string[];
  readonly eventNames: readonly string[];
  readonly shortNames: readonly string[];
  /** `NAME@CATALOG` of every version and every catalog that contains it. */
  readonly namesInCatalogs: readonly string[];
  /** Also with version numbers, which may not exist. Without the events' names. */
  readonly aliases: readonly string[];
  readonly runs: readonly string[];
  readonly datasets: readonly string[];
  readonly timelines: readonly string[];
  /** Short names of event versions with strain files of their own; the next list has those of event versions with parameters. */
  readonly withStrainFiles: readonly string[];
  readonly withParameters: readonly string[];
  /** Runs that have segments, each with one of its flags. */
  readonly runFlags: readonly { readonly run: string; readonly flag: string }[];
  /** By flag. */
  readonly segments: ReadonlyMap<string, readonly Segment[]>;
  /** Range name -> values of the catalogue. */
  readonly rangeValues: ReadonlyMap<string, readonly number[]>;
  /** Number of matches of a few queries, so that pages near the last one are requested. Key: see `countKey`. */
  readonly counts: ReadonlyMap<string, number>;
}

/** `path`: below `/api/v2/`. `parts` are detector and rate, or release and `last`; `''` if not given. */
export function countKey(path: string, ...parts: readonly string[]): string {
  return [path, ...parts].join('|');
}

/** Example: `sampleCatalogue(data, '')` for a site at the root of its host. */
export function sampleCatalogue(data: OracleData, basePath: string): CatalogueSample {
  const catalogue = createCatalogue(data);
  const rangeValues = new Map<string, readonly number[]>();
  for (const { name } of data.parameters) {
    const values = data.eventVersions.flatMap((version) => version.parameters.get(name)?.best ?? []);
    rangeValues.set(name.split('_').join('-'), orInvented(values, 1));
  }
  const gpsTimes = data.eventVersions.map((version) => version.gps);
  rangeValues.set('gps-time', orInvented(gpsTimes, 1126259462.4));
  const segments = new Map<string, Segment[]>();
  for (const { flag, segments: some } of data.flagLists) segments.set(flag, [...(segments.get(flag) ?? []), ...some]);
  const shortNamesOf = (versions: readonly EventRecord[]): string[] =>
    orInvented(versions.map(shortNameOf), 'GW150914-v3');

  return {
    basePath,
    detectors: data.detectors,
    catalogs: data.catalogs.map(({ name }) => name),
    catalogNames: data.catalogs.flatMap(({ name, aliases }) => [name, ...aliases]),
    rangeNames: rangeNames(data.parameters),
    gpsStarts: orInvented([...new Set(data.strainFiles.map((file) => file.gpsStart))], 1126256640),
    strainIds: orInvented(data.strainFiles.map(strainId), 'H1-1126256640-4kHz'),
    eventNames: orInvented(
      catalogue.events.map(({ name }) => name),
      'GW150914',
    ),
    shortNames: shortNamesOf(data.eventVersions),
    namesInCatalogs: orInvented(
      [...catalogue.versionsIn].flatMap(([catalog, versions]) => [...versions].map(({ name }) => `${name}@${catalog}`)),
      'GW150914@GWTC-1-confident',
    ),
    aliases: orInvented(
      [
        ...data.eventFacts.flatMap(({ aliases }) => aliases.flatMap((alias) => [alias, `${alias}-v1`, `${alias}-v2`])),
        ...data.eventVersions.flatMap(({ otherId }) => (otherId === null ? [] : [otherId])),
      ],
      'GW15',
    ),
    runs: orInvented(
      data.runs.map(({ name }) => name),
      'O1',
    ),
    datasets: orInvented(
      data.datasets.map(({ name }) => name),
      'O1_4KHZ_R1',
    ),
    timelines: orInvented([...segments.keys()], 'H1_DATA'),
    withStrainFiles: shortNamesOf(
      data.eventVersions.filter(({ name, version }) =>
        data.eventStrainStarts.some((starts) => starts.name === name && starts.version === version),
      ),
    ),
    withParameters: shortNamesOf(
      data.eventVersions.filter(({ parameters, parameterSets }) => parameters.size + parameterSets.length > 0),
    ),
    runFlags: orInvented(
      data.flagLists.map(({ run, flag }) => ({ run, flag })),
      { run: 'O1', flag: 'H1_DATA' },
    ),
    segments,
    rangeValues,
    counts: countsOf(data, catalogue),
  };
}

function countsOf(data: OracleData, catalogue: Catalogue): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (number: number, path: string, ...parts: readonly string[]): void => {
    const key = countKey(path, ...parts);
    counts.set(key, (counts.get(key) ?? 0) + number);
  };
  const count = (path: string, ...parts: readonly string[]): void => add(1, path, ...parts);
  // Files of one detector in one dataset, which have the same run and sample rate: there are tens of thousands.
  const alike = new Map<string, StrainRecord[]>();
  for (const file of data.strainFiles) {
    const key = countKey(file.dataset, file.detector);
    const files = alike.get(key);
    if (files) files.push(file);
    else alike.set(key, [file]);
  }
  for (const files of alike.values()) {
    const [{ run, dataset, detector, sampleRateKHz }] = files as [StrainRecord];
    for (const path of ['strain-files', `runs/${run}/strain-files`, `datasets/${dataset}/strain-files`]) {
      for (const code of ['', detector]) {
        for (const rate of ['', String(sampleRateKHz)]) add(files.length, path, code, rate);
      }
    }
  }
  const isCounted = new Set<string>();
  const countVersion = ({ name }: EventRecord, path: string, release: string): void => {
    count(path, release, '');
    const place = `${path} ${release} ${name}`;
    if (!isCounted.has(place)) count(path, release, 'last');
    isCounted.add(place);
  };
  for (const version of data.eventVersions) {
    countVersion(version, 'event-versions', '');
    for (const [catalog, versions] of catalogue.versionsIn) {
      if (!versions.has(version)) continue;
      countVersion(version, 'event-versions', catalog);
      countVersion(version, `catalogs/${catalog}/events`, '');
    }
  }
  for (const { run, flag, segments } of data.flagLists) {
    for (const _ of segments) {
      count(`timelines/${flag}/segments`);
      count(`runs/${run}/timelines/${flag}/segments`);
    }
  }
  for (const collection of ['runs', 'datasets', 'catalogs', 'timelines'] as const) {
    for (const _ of catalogue[collection]) count(collection);
  }
  for (const event of catalogue.events) {
    count('events');
    if (event.run !== null) count(`runs/${event.run}/events`);
  }
  return counts;
}

function orInvented<T>(values: T[], invented: T): T[] {
  return values.length === 0 ? [invented] : values;
}
