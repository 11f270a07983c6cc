/**
 * The rewrite rules, before any host's syntax: how a query string is read, which file then answers it, and what refuses it.
 *
 * In: settings and the contract's tables, without the catalogue's vocabulary, so that a new catalog needs no new rules. Out:
 * patterns and templates that emitters write down in their host's own words. Patterns look at the text as the client wrote
 * it and need no look-around; only `backreferences` asks for more. Pure.
 *
 * Whatever is not understood becomes a path segment that begins with "!", a character that no file of a site has in its
 * path: so no spelling can lead to a file that does not answer it. Values are joined to paths only after a pattern has
 * checked their characters. The refusal is found afterwards, by rules that are tried in the contract's order of failures.
 */

import { FALSE_SPELLINGS, TRUE_SPELLINGS } from '../contract/codecs.ts';
import {
  createListings,
  FORMAT,
  type Listing,
  looksLikeRangeFilter,
  PAGE,
  PAGE_SIZE,
  type Parameter,
  RANGE_BOUNDS,
} from '../contract/listings.ts';
import { API_ROOT, fixedBodyPath, pathFilters } from '../contract/paths.ts';
import { INVALID_PAGE, NOT_DECODED, NOT_FOUND, notEnumerated, type Refusal } from '../contract/refusals.ts';
import { LISTING_NAMES, type ListingName } from '../contract/wire.ts';
import type { HostSettings } from './host.ts';

/** A value read from the query: that of the first pattern that matches. `$1` in it is the pattern's group. */
export interface Reading {
  readonly name: string;
  readonly rows: readonly { readonly pattern: string; readonly value: string }[];
  readonly otherwise: string;
}

/** Names a file of the site; `{name}` stands for the value of a reading. */
export type Template = string;

export interface Outcome {
  readonly status: Refusal['status'];
  /** The fixed body. */
  readonly body: Template;
  /** False where a request handler might answer the query. */
  readonly isCertain: boolean;
}

export type Condition =
  | { readonly kind: 'query'; readonly matches: string }
  | { readonly kind: 'reading'; readonly name: string; readonly is: string }
  | { readonly kind: 'missing'; readonly file: Template }
  | { readonly kind: 'always' };

/** Applies where its condition holds, and where `exists`, if given, is a file. */
export interface Rule {
  readonly when: Condition;
  readonly exists?: Template;
  readonly outcome: Outcome;
}

/** How the GET of one kind of path is answered. */
export interface Answer {
  readonly readings: readonly Reading[];
  readonly file: Template;
  /** Tried in order where the file is missing; the last one always holds. */
  readonly refusals: readonly Rule[];
}

export interface Rules {
  /** Of the path of a request, with the query: encoded characters, segments that a host would tidy up. */
  readonly path: Reading;
  /** Readings that several answers use. */
  readonly shared: readonly Reading[];
  readonly listings: Readonly<Record<ListingName, Answer>>;
  readonly record: Omit<Answer, 'file'>;
}

export interface RuleOptions {
  /** True where patterns may refer back to a group, which finds range filters that are given twice. */
  readonly backreferences: boolean;
}

/** A path segment that is safe to join: no separator, no "..", not too long for a file system. */
export const SEGMENT = '[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}';
/** The id in the path of a record. */
export const RECORD_ID = SEGMENT;
/** A path below the archive: segments that are not "." or "..". */
const ARCHIVE_SEGMENT = '(?:[.]{0,2}[A-Za-z0-9_-][A-Za-z0-9._-]*|[.]{3}[A-Za-z0-9._-]*)';
export const ARCHIVE_PATH = `${ARCHIVE_SEGMENT}(?:/${ARCHIVE_SEGMENT})*`;

/** Marks of what a reading could not read. */
const INVALID = '!invalid';
const NOT_ENUMERATED = '!other';
const ENCODED = '!encoded';
const UNTIDY = '!untidy';
const REFUSED = '!refused';

const START = '(?:^|&)';
const END = '(?:&|$)';
const AFTER_NAME = '(?:=|&|$)';
/** Anything that needs decoding, but for %2C. */
const ENCODED_QUERY = '%(?:[^2]|2[^Cc]|2?$)|[+]';

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const given = (name: string): string => `${START}${name}${AFTER_NAME}`;
const hasValue = (name: string, value: string): string => `${START}${name}=${value}${END}`;
const givenTwice = (name: string, again = name): string => `${START}${name}(?:=[^&]*)?&(?:.*&)?${again}${AFTER_NAME}`;

/** Name of a reading, usable as part of a variable's name. */
const readingName = (...names: readonly string[]): string => names.join('_').replaceAll('-', '_');

const reading = (name: string, rows: readonly (readonly [pattern: string, value: string])[], otherwise: string) => ({
  name,
  rows: rows.map(([pattern, value]) => ({ pattern, value })),
  otherwise,
});

/** Reads the request target as it was written. The path is tidy where a host's own normalising does not change it. */
const PATH = reading(
  'path',
  [
    ['^[^?]*%', `/${ENCODED}`],
    ['^[^?]*/(?:/|[.][.]?(?:[/?]|$))', `/${UNTIDY}`],
  ],
  '',
);

const FORMAT_READING = reading(
  'format',
  [
    [hasValue(FORMAT.name, `(?:${(FORMAT.codec.allowed ?? []).map(escapePattern).join('|')})`), ''],
    [given(FORMAT.name), `/${REFUSED}`],
  ],
  '',
);

/** Leading zeros do not change a number; more digits than these have no file. */
const PAGE_SIZE_READING = reading(
  'page_size',
  [
    [hasValue(PAGE_SIZE.name, '0*([1-9][0-9]{0,3})'), '$1'],
    [hasValue(PAGE_SIZE.name, '0*[1-9][0-9]*'), NOT_ENUMERATED],
    [given(PAGE_SIZE.name), INVALID],
  ],
  String(PAGE_SIZE.default),
);

const PAGE_READING = reading(
  'page',
  [
    [hasValue(PAGE.name, '0*([1-9][0-9]{0,8})'), '$1'],
    [given(PAGE.name), INVALID],
  ],
  String(PAGE.default),
);

const refusal = ({ status }: Refusal, isCertain: boolean, ...body: readonly string[]): Outcome => ({
  status,
  body: fixedBodyPath(...body),
  isCertain,
});

const notFound = refusal(NOT_FOUND, true, 'not-found');
const notDecoded = refusal(NOT_DECODED, false, 'not-decoded');
/** Every 400 of a parameter has the same status. */
const badParameter = (isCertain: boolean, ...body: readonly string[]): Outcome =>
  refusal(notEnumerated('', ''), isCertain, ...body);

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : 1);
const rangeName = (bound: string): string => `${bound}-[a-z0-9-]*`;

/** The rows that read one filter into its folder. */
function filterRows({ name, codec, default: preset, segment }: Parameter, isConfigured: boolean) {
  const { absent = '', present } = segment ?? {};
  const spelled = (spellings: readonly string[]) => {
    const texts = spellings.filter((text) => text !== '').map(escapePattern);
    const value = spellings.includes('') ? `(?:=(?:${texts.join('|')})?)?` : `=(?:${texts.join('|')})`;
    return `${START}${name}${value}${END}`;
  };
  if (codec.kind === 'flag') {
    const rows: [string, string][] = [
      [spelled(TRUE_SPELLINGS), preset === true ? absent : (present ?? INVALID)],
      [spelled(FALSE_SPELLINGS), preset === false ? absent : NOT_ENUMERATED],
      [given(name), INVALID],
    ];
    return rows.map(([pattern, value]): [string, string] => [
      pattern,
      isConfigured || value !== present ? value : NOT_ENUMERATED,
    ]);
  }
  const rows: [string, string][] = [
    // The word that stands for "no filter" in paths is no value of a filter.
    [hasValue(name, escapePattern(absent)), INVALID],
    [hasValue(name, `(${SEGMENT})`), isConfigured ? '$1' : NOT_ENUMERATED],
    [given(name), INVALID],
  ];
  if (codec.kind !== 'list') return rows;
  return [[hasValue(name, '[^&]*(?:,|%2[Cc])[^&]*'), NOT_ENUMERATED] as [string, string], ...rows];
}

function filterReading(listing: Listing, filter: Parameter, settings: HostSettings): Reading {
  const isConfigured = settings.enumerate.filters[listing.name]?.includes(filter.name) ?? false;
  const name = readingName(listing.name, filter.name);
  return reading(name, filterRows(filter, isConfigured), filter.segment?.absent ?? '');
}

/** Names of a listing's parameters by code unit; range filters are two patterns among them. */
function parameterNames(listing: Listing): { names: string[]; ranges: string[] } {
  const filters = [...listing.filters.keys()].filter((name) => !looksLikeRangeFilter(name));
  const ranges = listing.rangeFilters.length === 0 ? [] : RANGE_BOUNDS.map(rangeName);
  const names = [...filters, ...ranges, FORMAT.name, PAGE_SIZE.name, PAGE.name].sort(byCodeUnit);
  return { names, ranges };
}

/** Rules for names given twice, in the order in which the contract looks for them. */
function repeatedRules(listing: Listing, { backreferences }: RuleOptions): Rule[] {
  const { names, ranges } = parameterNames(listing);
  return names.flatMap((name): Rule[] => {
    const named = (body: string) => badParameter(true, listing.name, 'repeated', body);
    if (!ranges.includes(name)) return [{ when: { kind: 'query', matches: givenTwice(name) }, outcome: named(name) }];
    if (!backreferences) return [];
    const body = fixedBodyPath(listing.name, 'repeated', '{range}');
    const when: Condition = { kind: 'query', matches: givenTwice(`(${name})`, '\\1') };
    return [{ when, exists: body, outcome: named('{range}') }];
  });
}

/** What no file answers, whatever else the query says: encoding, names given twice, filters that have no folder. */
function guardReading(listing: Listing, options: RuleOptions): Reading {
  const { names, ranges } = parameterNames(listing);
  const unfoldered = names.filter((name) => !ranges.includes(name) && listing.filters.has(name));
  const plain = unfoldered.filter((name) => !listing.filters.get(name)?.segment);
  const never = [...plain.map((name) => `${name}${AFTER_NAME}`), ...(ranges.length > 0 ? rangeBounds : [])];
  const patterns = [ENCODED_QUERY, ...(never.length > 0 ? [`${START}(?:${never.join('|')})`] : [])];
  const known = names.filter((name) => !ranges.includes(name) && !plain.includes(name));
  const repeated = options.backreferences
    ? [givenTwice(`(${known.join('|')})`, '\\1')]
    : known.map((name) => givenTwice(name));
  const rows = [patterns.join('|'), ...repeated].map((pattern): [string, string] => [pattern, `/${REFUSED}`]);
  return reading(readingName(listing.name, 'guard'), rows, '');
}

const rangeBounds = RANGE_BOUNDS.map((bound) => `${bound}-`);

function filterRules(listing: Listing, folder: (only: Reading) => Template, readings: readonly Reading[]): Rule[] {
  const { names, ranges } = parameterNames(listing);
  return names.flatMap((name): Rule[] => {
    const refuse = (isCertain: boolean, kind: string, body = name) => badParameter(isCertain, listing.name, kind, body);
    if (ranges.includes(name)) {
      const when: Condition = { kind: 'query', matches: `${START}(${name})${AFTER_NAME}` };
      const exists = fixedBodyPath(listing.name, 'not-enumerated', '{range}');
      const unknown: Condition = { kind: 'query', matches: `${START}${name.slice(0, name.indexOf('-') + 1)}` };
      return [
        { when, exists, outcome: refuse(false, 'not-enumerated', '{range}') },
        { when: unknown, outcome: badParameter(false, listing.name, 'unknown-range-filter') },
      ];
    }
    const filter = listing.filters.get(name);
    if (!filter) return [];
    if (!filter.segment) {
      return [{ when: { kind: 'query', matches: given(name) }, outcome: refuse(false, 'not-enumerated') }];
    }
    const own = readings.find((candidate) => candidate.name === readingName(listing.name, name)) as Reading;
    return [
      { when: { kind: 'reading', name: own.name, is: INVALID }, outcome: refuse(true, 'invalid') },
      { when: { kind: 'reading', name: own.name, is: NOT_ENUMERATED }, outcome: refuse(false, 'not-enumerated') },
      { when: { kind: 'missing', file: folder(own) }, outcome: refuse(true, 'invalid') },
    ];
  });
}

const pathRules: readonly Rule[] = [
  { when: { kind: 'reading', name: PATH.name, is: `/${UNTIDY}` }, outcome: notFound },
  { when: { kind: 'reading', name: PATH.name, is: `/${ENCODED}` }, outcome: notDecoded },
];
const encodedRule: Rule = { when: { kind: 'query', matches: ENCODED_QUERY }, outcome: notDecoded };
const formatRule: Rule = {
  when: { kind: 'reading', name: FORMAT_READING.name, is: `/${REFUSED}` },
  outcome: notFound,
};

function listingAnswer(listing: Listing, settings: HostSettings, options: RuleOptions): Answer {
  const filters = pathFilters(listing).map((filter) => ({ filter, own: filterReading(listing, filter, settings) }));
  const guard = guardReading(listing, options);
  const root = `${API_ROOT}/${listing.name}/_`;
  /** The first page of the pages that one filter alone selects. */
  const folder = (only: Reading | null): Template => {
    const segments = filters.map(({ filter, own }) => (own === only ? `{${own.name}}` : filter.segment?.absent));
    return [root, ...segments, `{${PAGE_SIZE_READING.name}}`, `${PAGE.default}.json`].join('/');
  };
  const segments = filters.map(({ own }) => `{${own.name}}`);
  const marks = [PATH, guard, FORMAT_READING].map(({ name }) => `{${name}}`).join('');
  const ofPageSize = (isCertain: boolean, kind: string) => badParameter(isCertain, listing.name, kind, PAGE_SIZE.name);
  const readings = filters.map(({ own }) => own);
  return {
    readings: [guard, ...readings],
    file: [`${root}${marks}`, ...segments, `{${PAGE_SIZE_READING.name}}`, `{${PAGE_READING.name}}.json`].join('/'),
    refusals: [
      ...pathRules,
      encodedRule,
      ...repeatedRules(listing, options),
      formatRule,
      { when: { kind: 'reading', name: PAGE_SIZE_READING.name, is: INVALID }, outcome: ofPageSize(true, 'invalid') },
      { when: { kind: 'missing', file: folder(null) }, outcome: ofPageSize(false, 'not-enumerated') },
      ...filterRules(listing, folder, readings),
      { when: { kind: 'always' }, outcome: refusal(INVALID_PAGE, true, 'invalid-page') },
    ],
  };
}

/** For records and the root, where only the format means anything. */
function recordAnswer(): Omit<Answer, 'file'> {
  const repeated = givenTwice(FORMAT.name);
  const rows = [`${ENCODED_QUERY}|${repeated}`].map((pattern): [string, string] => [pattern, `/${REFUSED}`]);
  return {
    readings: [reading('record_guard', rows, '')],
    refusals: [
      ...pathRules,
      encodedRule,
      { when: { kind: 'query', matches: repeated }, outcome: badParameter(true, 'record', 'repeated', FORMAT.name) },
      { when: { kind: 'always' }, outcome: notFound },
    ],
  };
}

/** The marks that precede the id in the path of a record: nothing where the request is in order. */
export const RECORD_MARKS: Template = `{${PATH.name}}{record_guard}{${FORMAT_READING.name}}`;

export function createRules(settings: HostSettings, options: RuleOptions): Rules {
  const listings = createListings({ detectors: [], catalogs: [], parameters: [] });
  return {
    path: PATH,
    shared: [FORMAT_READING, PAGE_SIZE_READING, PAGE_READING],
    listings: Object.fromEntries(
      LISTING_NAMES.map((name) => [name, listingAnswer(listings[name], settings, options)]),
    ) as Record<ListingName, Answer>,
    record: recordAnswer(),
  };
}
