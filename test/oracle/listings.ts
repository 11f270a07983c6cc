/**
 * The listings: their parameters, and the records that match a query.
 *
 * A listing is created from its candidate records: all records of a collection, or the records of one parent; nothing else distinguishes a
 * nested listing from a top-level one. It reads its filters into a `Selection`: the matching records, how to render an entry, and the
 * canonical spelling of the filters. It throws the `Failure` of the filter whose name sorts first.
 */
import { badParameter, type OracleOptions } from './answer.ts';
import type { Catalogue } from './catalogue.ts';
import { strainEntry } from './entries.ts';
import { defaultParameters, eventStrainFileEntry, eventStrainFiles, eventVersionEntry } from './event-entries.ts';
import {
  asciiLowerCase,
  byCodeUnit,
  fileFormat,
  finiteNumber,
  flag,
  gpsSeconds,
  listOf,
  oneOf,
  type Parsed,
  searchText,
} from './parameters.ts';
import type { DefaultParameter, EventRecord, StrainRecord } from './types.ts';

/** Name -> decoded text, or null if the percent-encoding is malformed. Includes parameters that the listing does not know. */
export type Values = ReadonlyMap<string, string | null>;

export interface Selection {
  readonly count: number;
  /** Entries of the matching records in the listing's order, rendered only on demand. `first` counts from 0. */
  slice(first: number, size: number): unknown[];
  /** Throws if the data have no record of the requested files or segments. */
  check?(): void;
  /** The filters' names and canonical values. */
  readonly canonical: readonly (readonly [string, string])[];
}

export interface Listing {
  /** Names of the filters: its parameters besides `pagesize`, `page` and `format`. */
  readonly filters: readonly string[];
  readonly allowed: Readonly<Record<string, readonly string[]>>;
  select(values: Values): Selection;
}

function selection<R>(
  matches: readonly R[],
  canonical: Selection['canonical'],
  entry: (match: R) => unknown,
): Selection {
  return {
    count: matches.length,
    slice: (first, size) => matches.slice(first, first + size).map(entry),
    canonical,
  };
}

const BOOLEANS = ['true', 'false'];
const SAMPLE_RATES = ['4', '16'];
const DURATIONS = ['32', '4096'];
const FILE_FORMATS = ['hdf', 'hdf5', 'gwf', 'txt'];

/** Reads filters one after the other and remembers failures. */
class FilterReader {
  readonly canonical: (readonly [string, string])[] = [];
  readonly failed: string[] = [];
  readonly values: Values;

  constructor(values: Values) {
    this.values = values;
  }

  /** The filter's value; undefined if it is missing or invalid. */
  read<T>(name: string, parse: (text: string) => Parsed<T>): T | undefined {
    const text = this.values.get(name);
    if (text === undefined) return undefined;
    const parsed = text === null ? ({ ok: false } as const) : parse(text);
    if (!parsed.ok) {
      this.failed.push(name);
      return undefined;
    }
    if (parsed.canonical !== null) this.canonical.push([name, parsed.canonical]);
    return parsed.value;
  }

  /** Throws the failure of the name that sorts first. */
  finish(allowedOf: (name: string) => readonly string[] | undefined): void {
    const first = [...this.failed].sort(byCodeUnit)[0];
    if (first !== undefined) throw badParameter(first, allowedOf(first));
  }
}

/** A listing without filters. */
export function unfiltered<R>(records: readonly R[], entry: (record: R) => unknown): Listing {
  return { filters: [], allowed: {}, select: () => selection(records, [], entry) };
}

export function strainFiles(records: readonly StrainRecord[], catalogue: Catalogue, options: OracleOptions): Listing {
  const allowed: Record<string, readonly string[]> = { detector: catalogue.detectors, 'sample-rate': SAMPLE_RATES };
  return {
    filters: ['start', 'stop', 'detector', 'sample-rate'],
    allowed,
    select(values) {
      const reader = new FilterReader(values);
      const start = reader.read('start', gpsSeconds);
      const stop = reader.read('stop', gpsSeconds);
      const detector = reader.read('detector', (text) => oneOf(text, catalogue.detectors));
      const rate = reader.read('sample-rate', (text) => oneOf(text, SAMPLE_RATES));
      reader.finish((name) => allowed[name]);
      if (start !== undefined && stop !== undefined && start > stop) throw badParameter('start', undefined);

      const matches: StrainRecord[] = [];
      for (const file of records) {
        if (stop !== undefined && !(file.gpsStart <= stop)) continue;
        if (start !== undefined && !(file.gpsStart + 4096 > start)) continue;
        if (detector !== undefined && file.detector !== detector) continue;
        if (rate !== undefined && file.sampleRateKHz !== Number(rate)) continue;
        matches.push(file);
      }
      return selection(matches, reader.canonical, (file) => strainEntry(file, options));
    },
  };
}

/** The short strain files of one event version. */
export function eventStrainFilesOf(version: EventRecord, catalogue: Catalogue, base: string): Listing {
  const allowed: Record<string, readonly string[]> = {
    detector: catalogue.detectors,
    'sample-rate': SAMPLE_RATES,
    duration: DURATIONS,
    'file-format': FILE_FORMATS,
  };
  return {
    filters: Object.keys(allowed),
    allowed,
    select(values) {
      const reader = new FilterReader(values);
      const detector = reader.read('detector', (text) => oneOf(text, catalogue.detectors));
      const rate = reader.read('sample-rate', (text) => oneOf(text, SAMPLE_RATES));
      const duration = reader.read('duration', (text) => oneOf(text, DURATIONS));
      const format = reader.read('file-format', (text) => fileFormat(text, FILE_FORMATS));
      reader.finish((name) => allowed[name]);

      const matches = eventStrainFiles(version, catalogue).filter((file) => {
        if (detector !== undefined && file.detector !== detector) return false;
        if (rate !== undefined && file.sampleRateKHz !== Number(rate)) return false;
        if (duration !== undefined && file.duration !== Number(duration)) return false;
        return format === undefined || file.format === format.toUpperCase();
      });
      return selection(matches, reader.canonical, (file) => eventStrainFileEntry(file, version, base));
    },
  };
}

/** Segments are clipped to the requested interval; segments outside it, or that only touch it at one end, are omitted. */
export function segments(
  segmentsOf: readonly (readonly [start: number, stop: number])[],
  refuse: (from: number | undefined, to: number | undefined) => void,
): Listing {
  const ascending = [...segmentsOf].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return {
    filters: ['start', 'stop'],
    allowed: {},
    select(values) {
      const reader = new FilterReader(values);
      const from = reader.read('start', gpsSeconds);
      const to = reader.read('stop', gpsSeconds);
      reader.finish(() => undefined);
      if (from !== undefined && to !== undefined && from > to) throw badParameter('start', undefined);

      const matches: { start: number; stop: number }[] = [];
      for (const [segmentStart, segmentStop] of ascending) {
        const start = from === undefined ? segmentStart : Math.max(segmentStart, from);
        const stop = to === undefined ? segmentStop : Math.min(segmentStop, to);
        if (stop > start) matches.push({ start, stop });
      }
      const all = selection(matches, reader.canonical, ({ start, stop }) => ({ start, stop }));
      return { ...all, check: () => refuse(from, to) };
    },
  };
}

/** Names of parameters that can follow `min-` and `max-`; `default-parameters` lists the same. */
export function rangeNames(parameters: readonly DefaultParameter[]): string[] {
  return [...parameters.map(({ name }) => name.split('_').join('-')), 'gps-time'];
}

/** `isBound`: the records belong to one catalog, so there is no filter `release`. */
export function eventVersions(
  records: readonly EventRecord[],
  isBound: boolean,
  catalogue: Catalogue,
  base: string,
): Listing {
  const quantities = [
    ...catalogue.parameters.map(({ name }) => ({
      name: name.split('_').join('-'),
      of: (version: EventRecord) => version.parameters.get(name)?.best,
    })),
    { name: 'gps-time', of: (version: EventRecord): number | undefined => version.gps },
  ];
  const rangeFilters = rangeNames(catalogue.parameters).flatMap((name) => [`min-${name}`, `max-${name}`]);
  const catalogNames = catalogue.catalogs.map(({ name }) => name);
  const allowed: Record<string, readonly string[]> = {
    ...(isBound ? {} : { release: catalogNames }),
    lastver: BOOLEANS,
    'include-default-parameters': BOOLEANS,
  };
  const filters = ['name-contains', ...Object.keys(allowed), ...rangeFilters];
  return {
    filters,
    allowed,
    select(values) {
      const reader = new FilterReader(values);
      const needle = reader.read('name-contains', searchText);
      const releases = isBound ? undefined : reader.read('release', (text) => listOf(text, catalogNames));
      const lastOnly = reader.read('lastver', flag);
      const withParameters = reader.read('include-default-parameters', flag);
      const bounds = quantities
        .map(({ name, of }) => ({
          of,
          min: reader.read(`min-${name}`, finiteNumber),
          max: reader.read(`max-${name}`, finiteNumber),
        }))
        .filter(({ min, max }) => min !== undefined || max !== undefined);
      for (const name of values.keys()) {
        if (/^(min|max)-/.test(name) && !rangeFilters.includes(name)) reader.failed.push(name);
      }
      reader.finish((name) => {
        if (filters.includes(name)) return Object.hasOwn(allowed, name) ? allowed[name] : undefined;
        return rangeFilters;
      });

      const matches: EventRecord[] = [];
      for (const version of records) {
        if (needle !== undefined && !asciiLowerCase(version.name).includes(needle)) continue;
        if (releases?.some((release) => catalogue.versionsIn.get(release)?.has(version)) === false) continue;
        const inside = bounds.every(({ of, min, max }) => {
          const best = of(version);
          if (best === undefined) return false;
          return (min === undefined || best >= min) && (max === undefined || best <= max);
        });
        if (!inside) continue;
        matches.push(version);
      }
      const isLast = ({ name, version }: EventRecord): boolean =>
        !matches.some((other) => other.name === name && other.version > version);
      return selection(lastOnly === true ? matches.filter(isLast) : matches, reader.canonical, (version) => ({
        ...eventVersionEntry(version, base),
        ...(withParameters === true ? { default_parameters: defaultParameters(version, catalogue) } : {}),
      }));
    },
  };
}
