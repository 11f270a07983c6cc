/**
 * The listings' tables: every query parameter, declared once. Parser, link writer, enumeration, file paths, host
 * configurations, OPTIONS bodies and the README's tables all read these.
 *
 * In: the catalogue's vocabulary (which detectors, catalogs and parameters exist). Out: one table per listing. Pure.
 */

import {
  type Codec,
  caselessText,
  decimal,
  flag,
  gpsSecond,
  listOf,
  oneOf,
  pageNumber,
  pageSizeUpTo,
} from './codecs.ts';
import { LISTING_NAMES, type ListingName } from './wire.ts';

/** The finite sets that the data define. */
export interface Vocabulary {
  readonly detectors: readonly string[];
  readonly catalogs: readonly string[];
  /** `name` in underscore form. */
  readonly parameters: readonly { readonly name: string; readonly unit: string; readonly description: string }[];
}

export type FilterValue = number | string | boolean | readonly string[];

export interface Parameter<T = FilterValue> {
  readonly name: string;
  readonly codec: Codec<T>;
  readonly unit: string | null;
  readonly meaning: string;
  /** The value that a query without the parameter has; left out of canonical queries. */
  readonly default: T | null;
  /** For a filter that can be a folder of a page file: its name without the parameter, and with a flag set. */
  readonly segment?: { readonly absent: string; readonly present?: string };
}

export interface Listing {
  readonly name: ListingName;
  readonly title: string;
  readonly description: string;
  /** Filters by name, in the order in which they are documented. */
  readonly filters: ReadonlyMap<string, Parameter>;
  /** What `allowed` of the 400 for an unknown `min-` or `max-` filter names; empty where there are no such filters. */
  readonly rangeFilters: readonly string[];
}

export type Listings = { readonly [name in ListingName]: Listing };

/** Names of the filters that selecting entries knows by name; the range filters are known by their form. */
export const FILTER = {
  start: 'start',
  stop: 'stop',
  detector: 'detector',
  sampleRate: 'sample-rate',
  nameContains: 'name-contains',
  release: 'release',
  lastVersion: 'lastver',
  withParameters: 'include-default-parameters',
} as const;

export const SAMPLE_RATES = ['4', '16'] as const;
export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 1000;
export const NAME_CONTAINS_MAX = 100;
/** The range filter that is no parameter object. */
export const GPS_TIME = 'gps-time';

export const PAGE_SIZE: Parameter<number> = {
  name: 'pagesize',
  codec: pageSizeUpTo(MAX_PAGE_SIZE),
  unit: null,
  meaning: `Entries on a page. A larger number is ${MAX_PAGE_SIZE}.`,
  default: DEFAULT_PAGE_SIZE,
};

export const PAGE: Parameter<number> = {
  name: 'page',
  codec: pageNumber,
  unit: null,
  meaning: 'Number of the page, from 1.',
  default: 1,
};

export const FORMAT: Parameter<string> = {
  name: 'format',
  codec: oneOf(['api', 'json']),
  unit: null,
  meaning: 'Both give JSON.',
  default: 'api',
};

/** The spelling of `format` that every link carries. */
export const LINK_FORMAT = 'api';

/** `mass_1_source` -> `mass-1-source`. */
export function hyphenForm(parameterName: string): string {
  return parameterName.replaceAll('_', '-');
}

/** What `/default-parameters` lists, and what a range filter's name ends in: hyphen form, `gps-time` last. */
export function rangeNames(vocabulary: Vocabulary): string[] {
  return [...vocabulary.parameters.map((parameter) => hyphenForm(parameter.name)), GPS_TIME];
}

/** What the name of a range filter begins with, before its hyphen. */
export const RANGE_BOUNDS = ['min', 'max'] as const;
export type RangeBound = (typeof RANGE_BOUNDS)[number];

const rangeFilterName = new RegExp(`^(${RANGE_BOUNDS.join('|')})-`);

/** True for a name that can only be meant as a range filter; where it is not a known one, it is refused. */
export function looksLikeRangeFilter(name: string): boolean {
  return rangeFilterName.test(name);
}

/** The name of a range filter: `nameRangeFilter("max", "chi-eff")` -> `max-chi-eff`. */
export function nameRangeFilter(bound: RangeBound, parameter: string): string {
  return `${bound}-${parameter}`;
}

function listing(name: ListingName, title: string, description: string, table: Parameter[]): Listing {
  const filters = new Map(table.map((filter) => [filter.name, filter]));
  return { name, title, description, filters, rangeFilters: [...filters.keys()].filter(looksLikeRangeFilter) };
}

function filter<T>(
  name: string,
  codec: Codec<T>,
  meaning: string,
  more: { unit?: string | null; default?: T; segment?: { absent: string; present?: string } } = {},
): Parameter<T> {
  const { unit = null, segment } = more;
  return { name, codec, unit, meaning, default: more.default ?? null, ...(segment && { segment }) };
}

function rangeFilters(vocabulary: Vocabulary): Parameter[] {
  const units = [...vocabulary.parameters.map((parameter) => parameter.unit), 's'];
  return rangeNames(vocabulary).flatMap((name, index) => {
    const unit = units[index] || null;
    const of = name === GPS_TIME ? 'GPS time of the event' : `best value of ${name}`;
    return [
      filter(nameRangeFilter('min', name), decimal, `Smallest ${of}, itself included.`, { unit }),
      filter(nameRangeFilter('max', name), decimal, `Largest ${of}, itself included.`, { unit }),
    ];
  });
}

/** The tables of all listings. */
export function createListings(vocabulary: Vocabulary): Listings {
  return {
    'strain-files': listing('strain-files', 'Strain Files', 'Strain data files, by start time.', [
      filter(FILTER.start, gpsSecond, 'Leaves out files that end at this time or before it.', { unit: 's' }),
      filter(FILTER.stop, gpsSecond, 'Leaves out files that start after this time.', { unit: 's' }),
      filter(FILTER.detector, oneOf(vocabulary.detectors), 'Files of this detector.', { segment: { absent: 'all' } }),
      filter(FILTER.sampleRate, oneOf(SAMPLE_RATES), 'Files at this sample rate.', {
        unit: 'kHz',
        segment: { absent: 'all' },
      }),
    ]),
    'event-versions': listing('event-versions', 'Event Versions', 'Versions of detected events, latest event first.', [
      filter(FILTER.nameContains, caselessText(NAME_CONTAINS_MAX), 'Part of the event name; ASCII case is ignored.', {
        default: '',
      }),
      filter(FILTER.release, listOf(vocabulary.catalogs), 'Versions published in one of these catalogs.', {
        segment: { absent: 'all' },
      }),
      filter(FILTER.lastVersion, flag, 'Only the last version of each event.', {
        default: false,
        segment: { absent: 'all', present: 'last' },
      }),
      filter(FILTER.withParameters, flag, 'Adds the default parameters to each entry.', {
        default: false,
        segment: { absent: 'bare', present: 'parameters' },
      }),
      ...rangeFilters(vocabulary),
    ]),
    'default-parameters': listing(
      'default-parameters',
      'Default Parameters',
      'Names that a range filter of the event versions can end in.',
      [],
    ),
  };
}

/** Every parameter of a listing, paging and format last: for OPTIONS bodies and documentation. */
export function allParameters(listing: Listing): readonly Parameter[] {
  return [...listing.filters.values(), PAGE_SIZE, PAGE, FORMAT];
}

export function isListingName(name: string): name is ListingName {
  return (LISTING_NAMES as readonly string[]).includes(name);
}
