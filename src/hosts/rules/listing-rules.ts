/**
 * The rules of a listing: which page file answers a query, and what refuses it where there is none, in the contract's order of
 * failures. Pure.
 */

import type { Collection, Listing } from '../../contract/collection.ts';
import { type Enumeration, isEnumeratedFilter } from '../../contract/enumeration.ts';
import { byCodeUnit } from '../../contract/order.ts';
import { FORMAT, looksLikeRangeFilter, PAGE, PAGE_SIZE, RANGE_BOUNDS } from '../../contract/parameters.ts';
import { detailPath, listingKey, listingPath, optionsBodyPath, pathFilters } from '../../contract/paths.ts';
import { INVALID_PAGE, OTHER_ID } from '../../contract/refusals.ts';
import { ALWAYS, is, matches, type RuleParts, value } from './rule-parts.ts';
import {
  ENCODED_QUERY,
  FORMAT_READING,
  filterReading,
  given,
  givenAny,
  givenTwice,
  guardReading,
  INVALID,
  METHOD_READING,
  NOT_ENUMERATED,
  OTHER_FORMAT,
  PAGE_READING,
  PAGE_SIZE_READING,
  type PatternOptions,
  REFUSED,
  type Reading,
  rangePattern,
  readingName,
  SEGMENT,
  TARGET_READING,
} from './rule-readings.ts';
import type { Answer, Condition, Rule, Template } from './rule-types.ts';

const RANGE = 'range';

/** Names of a listing's parameters by code unit, the range filters as two patterns among them. */
function parameterNames(listing: Listing): { names: string[]; ranges: string[] } {
  const filters = [...listing.filters.keys()].filter((name) => !looksLikeRangeFilter(name));
  const ranges = listing.rangeFilters.length === 0 ? [] : RANGE_BOUNDS.map(rangePattern);
  const names = [...filters, ...ranges, FORMAT.name, PAGE_SIZE.name, PAGE.name].sort(byCodeUnit);
  return { names, ranges };
}

function repeatedRules(listing: Listing, { refuseParameter }: RuleParts, options: PatternOptions): Rule[] {
  const { names, ranges } = parameterNames(listing);
  return names.flatMap((name): Rule[] => {
    if (!ranges.includes(name)) {
      return [
        { when: matches(givenTwice(name)), outcome: refuseParameter(true, listingKey(listing), 'repeated', name) },
      ];
    }
    if (!options.backreferences) return [];
    const outcome = refuseParameter(true, listingKey(listing), 'repeated', `{${RANGE}}`);
    const when: Condition = { kind: 'query', matches: givenTwice(`(${name})`, '\\1'), group: RANGE };
    return [{ when, exists: outcome.body, outcome }];
  });
}

function rangeRules(listing: Listing, pattern: string, { refuseParameter }: RuleParts): Rule[] {
  const outcome = refuseParameter(false, listingKey(listing), 'not-enumerated', `{${RANGE}}`);
  const beginning = pattern.slice(0, pattern.indexOf('-') + 1);
  return [
    { when: { kind: 'query', matches: given(`(${pattern})`), group: RANGE }, exists: outcome.body, outcome },
    {
      when: matches(givenAny(beginning)),
      outcome: refuseParameter(false, listingKey(listing), 'unknown-range-filter'),
    },
  ];
}

/** Keeps one of the readings that differ in nothing but their name, as some hosts make all of them for every request. */
export function shareReadings(): (reading: Reading) => Reading {
  const known = new Map<string, Reading>();
  return (reading) => {
    const key = JSON.stringify({ ...reading, name: '' });
    const shared = known.get(key) ?? reading;
    known.set(key, shared);
    return shared;
  };
}

/** Refuses a path one of whose parents does not exist; each has a detail file under every id. */
function parentRules(listing: Listing, groups: readonly string[], { notFound }: RuleParts): Rule[] {
  return listing.parents.map((name, n) => ({
    when: { kind: 'missing', file: detailPath(name, `{${groups[n]}}`) },
    outcome: notFound,
  }));
}

const hasOtherIds = ({ index }: Collection): boolean => index.kind === 'columns' && index.ids?.otherIds !== undefined;

/** The answer for a listing's path, and what has to be read from a request for it. */
export function listingAnswer(
  listing: Listing,
  collections: readonly Collection[],
  parts: RuleParts,
  enumerate: Enumeration,
  options: PatternOptions & { readonly share: (reading: Reading) => Reading },
): { answer: Answer; readings: Reading[] } {
  const { base, success, notDecoded, notFound, refuse, refuseParameter, pathRules, methodRules } = parts;
  const key = listingKey(listing);
  const groups = listing.parents.map((_, n) => `parent_${n + 1}`);
  const filters = pathFilters(listing).map((filter) => ({
    name: filter.name,
    absent: filter.segment?.absent ?? '',
    own: options.share(filterReading(key, filter, isEnumeratedFilter(listing, filter.name, enumerate))),
  }));
  const guard = options.share(guardReading(key, listing, options));
  const root = `${listingPath(
    listing,
    groups.map((group) => `{${group}}`),
  )}/_`;
  const marks = [METHOD_READING, TARGET_READING, guard, FORMAT_READING].map(value).join('');
  const folders = filters.map(({ own }) => value(own));
  const file = [`${root}${marks}`, ...folders, value(PAGE_SIZE_READING), `${value(PAGE_READING)}.json`].join('/');
  /** The first of the pages that one filter alone selects: it is there where the filter's value has pages. */
  const firstPage = (only: Reading | null, pageSize = value(PAGE_SIZE_READING)): Template => {
    const alone = filters.map(({ own, absent }) => (own === only ? value(own) : absent));
    return [root, ...alone, pageSize, `${PAGE.default}.json`].join('/');
  };
  const refused = (isCertain: boolean, kind: string, name: string) => refuseParameter(isCertain, key, kind, name);

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
    return parameterNames(listing).ranges.includes(name) ? rangeRules(listing, name, parts) : [];
  });

  // A parent may have ids that no page file stands below.
  const isBelowOtherIds = collections.some((one) => listing.parents.includes(one.name) && hasOtherIds(one));
  const [pageSize] = enumerate.pageSizes;
  const idRules: Rule[] =
    isBelowOtherIds && pageSize !== undefined
      ? [
          {
            when: { kind: 'missing', file: firstPage(null, String(pageSize)) },
            outcome: refuse(OTHER_ID, false, 'other-id'),
          },
        ]
      : [];

  const refusals: Rule[] = [
    ...pathRules,
    ...parentRules(listing, groups, parts),
    ...methodRules(optionsBodyPath({ kind: 'listing', listing })),
    { when: matches(ENCODED_QUERY), outcome: notDecoded },
    ...repeatedRules(listing, parts, options),
    { when: is(FORMAT_READING, REFUSED), outcome: notFound },
    { when: is(PAGE_SIZE_READING, INVALID), outcome: refused(true, 'invalid', PAGE_SIZE.name) },
    ...idRules,
    { when: { kind: 'missing', file: firstPage(null) }, outcome: refused(false, 'not-enumerated', PAGE_SIZE.name) },
    ...filterRules,
    { when: is(FORMAT_READING, OTHER_FORMAT), outcome: refused(false, 'not-enumerated', FORMAT.name) },
    { when: ALWAYS, outcome: refuse(INVALID_PAGE, true, 'invalid-page') },
  ];
  const path = `^${base}/${listingPath(
    listing,
    groups.map(() => `(${SEGMENT})`),
  )}/?$`;
  return {
    answer: { name: readingName(key), path, groups, success: { kind: 'file', file, headers: success }, refusals },
    readings: [guard, ...filters.map(({ own }) => own)],
  };
}
