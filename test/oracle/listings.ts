/**
 * The three listings: which parameters each knows, and which records match a query.
 *
 * A listing reads its filters into a `Selection`: a test for one record, how to render an entry, and the canonical
 * spelling of what was asked. It throws the `Failure` of the filter whose name sorts first.
 */
import { badParameter } from './answer.ts';
import { defaultParameters, eventEntry, isLastVersion, strainEntry } from './entries.ts';
import {
  asciiLowerCase,
  byCodeUnit,
  finiteNumber,
  flag,
  gpsSeconds,
  listOf,
  oneOf,
  type Parsed,
  searchText,
} from './parameters.ts';
import type { EventRecord, OracleData, StrainRecord } from './records.ts';

/** Name -> decoded text, or null where the percent-encoding is malformed. Parameters that the listing does not know are in it too. */
export type Values = ReadonlyMap<string, string | null>;

export interface Selection {
  readonly count: number;
  /** Entries of the matching records, in the listing's order, rendered only here. `first` counts from 0. */
  slice(first: number, size: number): unknown[];
  /** Pairs of name and canonical value. */
  readonly canonical: readonly (readonly [string, string])[];
}

export interface Listing {
  readonly name: string;
  /** Names of the filters: what it knows besides `pagesize`, `page` and `format`. */
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

/** Reads filters one after the other and remembers what failed. */
class FilterReader {
  readonly canonical: (readonly [string, string])[] = [];
  readonly failed: string[] = [];
  readonly values: Values;

  constructor(values: Values) {
    this.values = values;
  }

  /** The filter's value; undefined where it is not given or not valid. */
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

export function strainFiles(data: OracleData, base: string): Listing {
  const records: readonly StrainRecord[] = [...data.strainFiles].sort(
    (a, b) => a.gpsStart - b.gpsStart || byCodeUnit(a.detector, b.detector) || a.sampleRateKHz - b.sampleRateKHz,
  );
  const allowed: Record<string, readonly string[]> = { detector: data.detectors, 'sample-rate': ['4', '16'] };
  return {
    name: 'strain-files',
    filters: ['start', 'stop', 'detector', 'sample-rate'],
    allowed,
    select(values) {
      const reader = new FilterReader(values);
      const start = reader.read('start', gpsSeconds);
      const stop = reader.read('stop', gpsSeconds);
      const detector = reader.read('detector', (text) => oneOf(text, data.detectors));
      const rate = reader.read('sample-rate', (text) => oneOf(text, ['4', '16']));
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
      return selection(matches, reader.canonical, (file) => strainEntry(file, base));
    },
  };
}

/** `mass_1_source` -> `mass-1-source`; the last one is `gps-time`. */
export function rangeNames(data: OracleData): string[] {
  return [...data.parameters.map(({ name }) => name.split('_').join('-')), 'gps-time'];
}

export function eventVersions(data: OracleData, base: string): Listing {
  const records: readonly EventRecord[] = [...data.eventVersions].sort(
    (a, b) => b.gps - a.gps || byCodeUnit(a.name, b.name) || a.version - b.version,
  );
  const lastVersions = new Set(records.filter((event) => isLastVersion(event, data)));
  const quantities = [
    ...data.parameters.map(({ name }) => ({
      name: name.split('_').join('-'),
      of: (event: EventRecord) => event.parameters.get(name)?.best,
    })),
    { name: 'gps-time', of: (event: EventRecord): number | undefined => event.gps },
  ];
  const rangeFilters = rangeNames(data).flatMap((name) => [`min-${name}`, `max-${name}`]);
  const allowed: Record<string, readonly string[]> = {
    release: data.catalogs,
    lastver: BOOLEANS,
    'include-default-parameters': BOOLEANS,
  };
  const filters = ['name-contains', 'release', 'lastver', 'include-default-parameters', ...rangeFilters];
  return {
    name: 'event-versions',
    filters,
    allowed,
    select(values) {
      const reader = new FilterReader(values);
      const needle = reader.read('name-contains', searchText);
      const releases = reader.read('release', (text) => listOf(text, data.catalogs));
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
      for (const event of records) {
        if (needle !== undefined && !asciiLowerCase(event.name).includes(needle)) continue;
        if (releases !== undefined && !releases.includes(event.catalog)) continue;
        if (lastOnly === true && !lastVersions.has(event)) continue;
        const inside = bounds.every(({ of, min, max }) => {
          const best = of(event);
          if (best === undefined) return false;
          return (min === undefined || best >= min) && (max === undefined || best <= max);
        });
        if (!inside) continue;
        matches.push(event);
      }
      return selection(matches, reader.canonical, (event) => ({
        ...eventEntry(event, base),
        ...(withParameters === true ? { default_parameters: defaultParameters(event, data) } : {}),
      }));
    },
  };
}

export function defaultParameterNames(data: OracleData): Listing {
  return {
    name: 'default-parameters',
    filters: [],
    allowed: {},
    select: () => selection(rangeNames(data), [], (name) => name),
  };
}
