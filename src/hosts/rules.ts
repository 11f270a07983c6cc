/**
 * The rewrite rules, before any host's syntax: which file answers a request, and what refuses it where there is none.
 *
 * In: settings and the contract's tables without the catalogue's vocabulary, so that a new catalog needs no new rules. Out:
 * patterns and templates that emitters write down in their host's own words; statuses, headers and bodies come with them.
 * A host tries the answers in order; the first whose path matches names a file; where that is missing, the first of its
 * refusals that applies is sent. Refusals are in the contract's order of failures. Pure.
 */

import {
  errorHeaders,
  type Headers,
  HTML_TYPE,
  PACK_HEADERS,
  POINTER_HEADERS,
  PREFLIGHT,
  redirectHeaders,
  successHeaders,
} from '../contract/headers.ts';
import {
  createListings,
  FORMAT,
  type Listing,
  looksLikeRangeFilter,
  PAGE,
  PAGE_SIZE,
  RANGE_BOUNDS,
} from '../contract/listings.ts';
import {
  API_ROOT,
  ARCHIVE_ROOT,
  detailPath,
  fixedBodyPath,
  HOME_PATH,
  MANIFEST_PATH,
  optionsBodyPath,
  PACK_FOLDER,
  pathFilters,
  RELEASE_PATH,
} from '../contract/paths.ts';
import {
  INVALID_PAGE,
  methodNotAllowed,
  NAMED_METHODS,
  NOT_DECODED,
  NOT_FOUND,
  notEnumerated,
  type Refusal,
} from '../contract/refusals.ts';
import { FOUND, OK } from '../contract/statuses.ts';
import { LISTING_NAMES, type ListingName } from '../contract/wire.ts';
import { pathOfUrl } from '../rewrite/release.ts';
import type { HostSettings } from './host.ts';
import {
  ARCHIVE_PATH,
  ENCODED,
  ENCODED_QUERY,
  escapePattern,
  FORMAT_READING,
  filterReading,
  given,
  givenAny,
  givenTwice,
  guardReading,
  INVALID,
  METHOD_READING,
  methodMark,
  NOT_ENUMERATED,
  OPTIONS_METHOD,
  OTHER_METHOD,
  PAGE_READING,
  PAGE_SIZE_READING,
  type PatternOptions,
  RECORD_READING,
  REFUSED,
  type Reading,
  rangePattern,
  readingName,
  SEGMENT,
  TARGET_READING,
  UNTIDY,
} from './rule-readings.ts';
import type { Answer, Condition, Outcome, Rule, Rules, Template } from './rule-types.ts';

const RANGE = 'range';
const value = ({ name }: Reading): Template => `{${name}}`;
const is = ({ name }: Reading, text: string): Condition => ({ kind: 'reading', name, is: text });
const matches = (pattern: string): Condition => ({ kind: 'query', matches: pattern });
const ALWAYS: Condition = { kind: 'always' };
const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : 1);

/** Makes the rules of one site; every function of it reads the same settings. */
export function createRules(settings: HostSettings, options: PatternOptions): Rules {
  const { cache, enumerate, archiveUrl } = settings;
  const base = escapePattern(pathOfUrl(settings.baseUrl));
  const listings = createListings({ detectors: [], catalogs: [], parameters: [] });
  const success = successHeaders(cache);

  function refuse(refusal: Refusal, isCertain: boolean, ...body: readonly string[]): Outcome {
    return { status: refusal.status, body: fixedBodyPath(...body), headers: errorHeaders(cache, refusal), isCertain };
  }
  /** Every 400 of a parameter has the same status and headers. */
  const refuseParameter = (isCertain: boolean, ...body: readonly string[]) =>
    refuse(notEnumerated('', ''), isCertain, ...body);
  const notFound = refuse(NOT_FOUND, true, 'not-found');
  const notDecoded = refuse(NOT_DECODED, false, 'not-decoded');

  const pathRules: readonly Rule[] = [
    { when: is(TARGET_READING, UNTIDY), outcome: notFound },
    { when: is(TARGET_READING, ENCODED), outcome: notDecoded },
  ];

  function methodRules(optionsBody: Template): Rule[] {
    const refused = (mark: string, body: string): Rule => ({
      when: is(METHOD_READING, mark),
      outcome: refuse(methodNotAllowed(''), true, 'method', body),
    });
    const described = { status: OK, body: optionsBody, headers: { ...success, ...PREFLIGHT }, isCertain: true };
    return [
      { when: is(METHOD_READING, OPTIONS_METHOD), outcome: described },
      ...NAMED_METHODS.map((method) => refused(methodMark(method), method)),
      refused(OTHER_METHOD, 'other'),
    ];
  }

  /** Names of a listing's parameters by code unit, the range filters as two patterns among them. */
  function parameterNames(listing: Listing): { names: string[]; ranges: string[] } {
    const filters = [...listing.filters.keys()].filter((name) => !looksLikeRangeFilter(name));
    const ranges = listing.rangeFilters.length === 0 ? [] : RANGE_BOUNDS.map(rangePattern);
    const names = [...filters, ...ranges, FORMAT.name, PAGE_SIZE.name, PAGE.name].sort(byCodeUnit);
    return { names, ranges };
  }

  function repeatedRules(listing: Listing): Rule[] {
    const { names, ranges } = parameterNames(listing);
    return names.flatMap((name): Rule[] => {
      if (!ranges.includes(name)) {
        return [{ when: matches(givenTwice(name)), outcome: refuseParameter(true, listing.name, 'repeated', name) }];
      }
      if (!options.backreferences) return [];
      const outcome = refuseParameter(true, listing.name, 'repeated', `{${RANGE}}`);
      const when: Condition = { kind: 'query', matches: givenTwice(`(${name})`, '\\1'), group: RANGE };
      return [{ when, exists: outcome.body, outcome }];
    });
  }

  function rangeRules(listing: Listing, pattern: string): Rule[] {
    const outcome = refuseParameter(false, listing.name, 'not-enumerated', `{${RANGE}}`);
    const beginning = pattern.slice(0, pattern.indexOf('-') + 1);
    return [
      { when: { kind: 'query', matches: given(`(${pattern})`), group: RANGE }, exists: outcome.body, outcome },
      {
        when: matches(givenAny(beginning)),
        outcome: refuseParameter(false, listing.name, 'unknown-range-filter'),
      },
    ];
  }

  function listingAnswer(listing: Listing): { answer: Answer; readings: Reading[] } {
    const isConfigured = (name: string) => enumerate.filters[listing.name]?.includes(name) ?? false;
    const filters = pathFilters(listing).map((filter) => ({
      name: filter.name,
      absent: filter.segment?.absent ?? '',
      own: filterReading(listing, filter, isConfigured(filter.name)),
    }));
    const guard = guardReading(listing, options);
    const root = `${API_ROOT}/${listing.name}/_`;
    const marks = [METHOD_READING, TARGET_READING, guard, FORMAT_READING].map(value).join('');
    const folders = filters.map(({ own }) => value(own));
    const file = [`${root}${marks}`, ...folders, value(PAGE_SIZE_READING), `${value(PAGE_READING)}.json`].join('/');
    /** The first of the pages that one filter alone selects: it is there where the filter's value has pages. */
    const firstPage = (only: Reading | null): Template => {
      const alone = filters.map(({ own, absent }) => (own === only ? value(own) : absent));
      return [root, ...alone, value(PAGE_SIZE_READING), `${PAGE.default}.json`].join('/');
    };
    const refused = (isCertain: boolean, kind: string, name: string) =>
      refuseParameter(isCertain, listing.name, kind, name);

    const filterRules = parameterNames(listing).names.flatMap((name): Rule[] => {
      const folder = filters.find((filter) => filter.name === name);
      if (folder) {
        return [
          { when: is(folder.own, INVALID), outcome: refused(true, 'invalid', name) },
          { when: is(folder.own, NOT_ENUMERATED), outcome: refused(false, 'not-enumerated', name) },
          { when: { kind: 'missing', file: firstPage(folder.own) }, outcome: refused(true, 'invalid', name) },
        ];
      }
      if (listing.filters.has(name)) {
        return [{ when: matches(given(name)), outcome: refused(false, 'not-enumerated', name) }];
      }
      return parameterNames(listing).ranges.includes(name) ? rangeRules(listing, name) : [];
    });

    const refusals: Rule[] = [
      ...pathRules,
      ...methodRules(optionsBodyPath({ kind: 'listing', listing: listing.name })),
      { when: matches(ENCODED_QUERY), outcome: notDecoded },
      ...repeatedRules(listing),
      { when: is(FORMAT_READING, REFUSED), outcome: notFound },
      { when: is(PAGE_SIZE_READING, INVALID), outcome: refused(true, 'invalid', PAGE_SIZE.name) },
      { when: { kind: 'missing', file: firstPage(null) }, outcome: refused(false, 'not-enumerated', PAGE_SIZE.name) },
      ...filterRules,
      { when: ALWAYS, outcome: refuse(INVALID_PAGE, true, 'invalid-page') },
    ];
    const path = `^${base}/${API_ROOT}/${listing.name}/?$`;
    const name = readingName(listing.name);
    return {
      answer: { name, path, groups: [], success: { kind: 'file', file, headers: success }, refusals },
      readings: [guard, ...filters.map(({ own }) => own)],
    };
  }

  /** For paths where only the format means anything. */
  const formatRules: readonly Rule[] = [
    { when: matches(ENCODED_QUERY), outcome: notDecoded },
    { when: matches(givenTwice(FORMAT.name)), outcome: refuseParameter(true, 'record', 'repeated', FORMAT.name) },
    { when: ALWAYS, outcome: notFound },
  ];
  const recordMarks = [METHOD_READING, TARGET_READING, RECORD_READING, FORMAT_READING].map(value).join('');

  const record: Answer = {
    name: 'record',
    path: `^${base}/${API_ROOT}/(${LISTING_NAMES.join('|')})/(${SEGMENT})/?$`,
    groups: ['listing', 'id'],
    success: {
      kind: 'file',
      file: detailPath('{listing}' as ListingName, `{id}`).replace(API_ROOT, `${API_ROOT}${recordMarks}`),
      headers: success,
    },
    refusals: [
      ...pathRules,
      { when: { kind: 'missing', file: detailPath('{listing}' as ListingName, '{id}') }, outcome: notFound },
      ...methodRules(optionsBodyPath({ kind: 'record', listing: '{listing}' as ListingName, id: '' })),
      ...formatRules,
    ],
  };

  const root: Answer = {
    name: 'root',
    path: `^${base}/${API_ROOT}/?$`,
    groups: [],
    success: {
      kind: 'file',
      file: fixedBodyPath('root').replace(API_ROOT, `${API_ROOT}${recordMarks}`),
      headers: success,
    },
    refusals: [...pathRules, ...methodRules(optionsBodyPath({ kind: 'root' })), ...formatRules],
  };

  const home: Answer = {
    name: 'home',
    path: `^${base}/?$`,
    groups: [],
    success: {
      kind: 'file',
      file: `${value(METHOD_READING)}${value(TARGET_READING)}${HOME_PATH}`,
      headers: successHeaders(cache, HTML_TYPE),
    },
    refusals: [...pathRules, ...methodRules(optionsBodyPath({ kind: 'home' })), { when: ALWAYS, outcome: notFound }],
  };

  function archive(url: string): Answer {
    const { location: _, ...headers } = redirectHeaders(cache, '');
    return {
      name: 'archive',
      path: `^${base}/(${ARCHIVE_ROOT}/${ARCHIVE_PATH})/?$`,
      groups: ['path'],
      success: { kind: 'redirect', status: FOUND, location: `${url}/{path}`, headers },
      refusals: [...pathRules, ...methodRules(optionsBodyPath({ kind: 'archive', path: '' }))],
    };
  }

  /** The site's own files, for request handlers elsewhere that read them from here. */
  function files(name: string, path: string, headers: Headers): Answer {
    return {
      name,
      path: `^${base}/(${path})$`,
      groups: ['file'],
      success: { kind: 'file', file: '{file}', headers },
      refusals: [{ when: ALWAYS, outcome: notFound }],
    };
  }

  const ofListings = LISTING_NAMES.map((name) => listingAnswer(listings[name]));
  return {
    readings: [
      METHOD_READING,
      TARGET_READING,
      FORMAT_READING,
      PAGE_SIZE_READING,
      PAGE_READING,
      RECORD_READING,
      ...ofListings.flatMap(({ readings }) => readings),
    ],
    answers: [
      ...ofListings.map(({ answer }) => answer),
      record,
      root,
      home,
      ...(archiveUrl === null ? [] : [archive(archiveUrl)]),
      files('packs', `${PACK_FOLDER}/${SEGMENT}`, PACK_HEADERS),
      files('pointers', `${escapePattern(RELEASE_PATH)}|${escapePattern(MANIFEST_PATH)}`, POINTER_HEADERS),
    ],
    notFound,
  };
}
