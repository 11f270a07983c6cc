/**
 * The rules of a listing: which page file answers a query, and what refuses it where there is none, in the contract's order of
 * failures. Pure.
 */

import type { Enumeration } from '../../contract/enumeration.ts';
import { FORMAT, type Listing, looksLikeRangeFilter, PAGE, PAGE_SIZE, RANGE_BOUNDS } from '../../contract/listings.ts';
import { API_ROOT, optionsBodyPath, pathFilters } from '../../contract/paths.ts';
import { INVALID_PAGE } from '../../contract/refusals.ts';
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
  PAGE_READING,
  PAGE_SIZE_READING,
  type PatternOptions,
  REFUSED,
  type Reading,
  rangePattern,
  readingName,
  TARGET_READING,
} from './rule-readings.ts';
import type { Answer, Condition, Rule, Template } from './rule-types.ts';

const RANGE = 'range';
const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : 1);

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
      return [{ when: matches(givenTwice(name)), outcome: refuseParameter(true, listing.name, 'repeated', name) }];
    }
    if (!options.backreferences) return [];
    const outcome = refuseParameter(true, listing.name, 'repeated', `{${RANGE}}`);
    const when: Condition = { kind: 'query', matches: givenTwice(`(${name})`, '\\1'), group: RANGE };
    return [{ when, exists: outcome.body, outcome }];
  });
}

function rangeRules(listing: Listing, pattern: string, { refuseParameter }: RuleParts): Rule[] {
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

/** The answer for a listing's path, and what has to be read from a request for it. */
export function listingAnswer(
  listing: Listing,
  parts: RuleParts,
  enumerate: Enumeration,
  options: PatternOptions,
): { answer: Answer; readings: Reading[] } {
  const { base, success, notDecoded, notFound, refuse, refuseParameter, pathRules, methodRules } = parts;
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
    return parameterNames(listing).ranges.includes(name) ? rangeRules(listing, name, parts) : [];
  });

  const refusals: Rule[] = [
    ...pathRules,
    ...methodRules(optionsBodyPath({ kind: 'listing', listing: listing.name })),
    { when: matches(ENCODED_QUERY), outcome: notDecoded },
    ...repeatedRules(listing, parts, options),
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
