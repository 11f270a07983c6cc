/**
 * The rules of a listing: which page file answers a query, and if there is none, which refusal does, in the contract's order of
 * failures. Pure.
 */

import type { Collection, Listing } from '../../core/contract/collection.ts';
import { type Enumeration, isEnumeratedFilter } from '../../core/contract/enumeration.ts';
import { byCodeUnit } from '../../core/contract/order.ts';
import {
  FORMAT,
  looksLikeRangeFilter,
  nameRangeFilter,
  PAGE,
  PAGE_SIZE,
  RANGE_BOUNDS,
  type RangeBound,
} from '../../core/contract/parameters.ts';
import { detailPath, listingKey, listingPath, optionsBodyPath, pathFilters } from '../../core/contract/paths.ts';
import { INVALID_PAGE, OTHER_ID } from '../../core/contract/refusals.ts';
import {
  ENCODED_QUERY,
  FORMAT_VARIABLE,
  filterVariable,
  given,
  givenAny,
  givenTwice,
  INVALID,
  METHOD_VARIABLE,
  NOT_ENUMERATED,
  OTHER_FORMAT,
  PAGE_SIZE_VARIABLE,
  PAGE_VARIABLE,
  type PatternOptions,
  REFUSED,
  type RequestVariable,
  rangePattern,
  SEGMENT,
  TARGET_VARIABLE,
  unanswerableVariable,
  variableName,
} from './request-variables.ts';
import { ALWAYS, is, matches, type RuleParts, unlessUpstream, value } from './rule-parts.ts';
import { type Answer, patternOf, type Rule, type Template } from './rule-types.ts';
import type { SharedListing } from './shared-listings.ts';

const RANGE = 'range';

/** The range filters with the same bound. Rules treat them as one parameter with a pattern for its name. */
interface RangeParameter {
  readonly bound: RangeBound;
  readonly pattern: string;
}

/** A listing's parameters, sorted by code unit of name or pattern: the order in which the contract checks them. */
function parametersOf(listing: Listing): (string | RangeParameter)[] {
  const filters = [...listing.filters.keys()].filter((name) => !looksLikeRangeFilter(name));
  const ranges =
    listing.rangeFilters.length === 0 ? [] : RANGE_BOUNDS.map((bound) => ({ bound, pattern: rangePattern(bound) }));
  const sortKey = (one: string | RangeParameter): string => (typeof one === 'string' ? one : one.pattern);
  return [...filters, ...ranges, FORMAT.name, PAGE_SIZE.name, PAGE.name].sort((a, b) =>
    byCodeUnit(sortKey(a), sortKey(b)),
  );
}

function repeatedRules(listing: Listing, { refuseParameter }: RuleParts, options: PatternOptions): Rule[] {
  return parametersOf(listing).flatMap((parameter): Rule[] => {
    if (typeof parameter === 'string') {
      const outcome = refuseParameter(listingKey(listing), 'repeated', parameter);
      return [{ when: matches(givenTwice(parameter)), outcome }];
    }
    if (!options.backreferences) return [];
    const outcome = refuseParameter(listingKey(listing), 'repeated', `{${RANGE}}`);
    const when = matches(patternOf(givenTwice(`{${RANGE}}`, '\\1'), { [RANGE]: parameter.pattern }));
    return [{ when, exists: outcome.body, outcome }];
  });
}

function rangeRules(listing: Listing, { bound, pattern }: RangeParameter, { refuseParameter }: RuleParts): Rule[] {
  const known = unlessUpstream(refuseParameter(listingKey(listing), 'not-enumerated', `{${RANGE}}`));
  const unknown = unlessUpstream(refuseParameter(listingKey(listing), 'unknown-range-filter'));
  return [
    { when: matches(patternOf(given(`{${RANGE}}`), { [RANGE]: pattern })), exists: known.body, outcome: known },
    { when: matches(givenAny(nameRangeFilter(bound, ''))), outcome: unknown },
  ];
}

/** Merges variables that differ only in their name, because some hosts compute all variables for every request. */
export function shareVariables(): (variable: RequestVariable) => RequestVariable {
  const known = new Map<string, RequestVariable>();
  return (variable) => {
    const key = JSON.stringify({ ...variable, name: '' });
    const shared = known.get(key) ?? variable;
    known.set(key, shared);
    return shared;
  };
}

/** Page files of a listing as templates, and the variables in them. */
interface PageTemplates {
  /** The filters in paths. */
  readonly folders: readonly { readonly name: string; readonly variable: RequestVariable }[];
  readonly unanswerable: RequestVariable;
  /** The page file that answers a request. */
  readonly page: Template;
  /** The first page for a single filter: it exists if the filter's value has pages. */
  firstPage(only: RequestVariable | null, pageSize?: Template): Template;
}

/** Options for the rules of all listings. */
export interface ListingOptions extends PatternOptions {
  readonly enumerate: Enumeration;
  readonly share: (variable: RequestVariable) => RequestVariable;
}

const parentGroup = (n: number): string => `parent_${n + 1}`;

function pageTemplates(listing: Listing, name: string, options: ListingOptions): PageTemplates {
  const byName = [...pathFilters(listing)].sort((a, b) => byCodeUnit(a.name, b.name));
  const folders = byName.map((filter) => ({
    name: filter.name,
    variable: options.share(filterVariable(name, filter, isEnumeratedFilter(listing, filter.name, options.enumerate))),
  }));
  const unanswerable = options.share(unanswerableVariable(name, listing, options));
  const parents = listing.parents.map((_, n) => `{${parentGroup(n)}}`);
  const pathOf = (segments: readonly Template[], pageSize: Template, page: Template): Template =>
    [listingPath(listing, parents), `_${segments.join('')}`, pageSize, `${page}.json`].join('/');
  const missMarkers = [METHOD_VARIABLE, TARGET_VARIABLE, unanswerable, FORMAT_VARIABLE].map(value).join('');
  const segments = folders.map(({ variable }) => value(variable));
  return {
    folders,
    unanswerable,
    page: `${missMarkers}${pathOf(segments, value(PAGE_SIZE_VARIABLE), value(PAGE_VARIABLE))}`,
    firstPage(only, pageSize = value(PAGE_SIZE_VARIABLE)) {
      const alone = folders.map(({ variable }) => (variable === only ? value(variable) : ''));
      return pathOf(alone, pageSize, String(PAGE.default));
    },
  };
}

/** Refuses paths with a parent that does not exist. Every parent has a detail file under each of its ids. */
function parentRules(listing: Listing, { notFound }: RuleParts): Rule[] {
  return listing.parents.map((name, n) => ({
    when: { kind: 'missing', file: detailPath(name, `{${parentGroup(n)}}`) },
    outcome: notFound,
  }));
}

const hasOtherIds = ({ index }: Collection): boolean => index.kind === 'columns' && index.ids?.otherIds !== undefined;

/** A parent may have ids without page files below them. */
function otherIdRules(
  listing: Listing,
  collections: readonly Collection[],
  { firstPage }: PageTemplates,
  { refuse }: RuleParts,
  { enumerate }: ListingOptions,
): Rule[] {
  const isBelowOtherIds = collections.some((one) => listing.parents.includes(one.name) && hasOtherIds(one));
  const [pageSize] = enumerate.pageSizes;
  if (!isBelowOtherIds || pageSize === undefined) return [];
  const file = firstPage(null, String(pageSize));
  return [{ when: { kind: 'missing', file }, outcome: unlessUpstream(refuse(OTHER_ID.status, 'other-id')) }];
}

function filterRules(listing: Listing, { folders, firstPage }: PageTemplates, parts: RuleParts): Rule[] {
  const invalid = (name: string) => parts.refuseParameter(listingKey(listing), 'invalid', name);
  const notEnumerated = (name: string) =>
    unlessUpstream(parts.refuseParameter(listingKey(listing), 'not-enumerated', name));
  return parametersOf(listing).flatMap((parameter): Rule[] => {
    if (typeof parameter !== 'string') return rangeRules(listing, parameter, parts);
    const variable = folders.find(({ name }) => name === parameter)?.variable;
    if (variable) {
      return [
        { when: is(variable, INVALID), outcome: invalid(parameter) },
        { when: is(variable, NOT_ENUMERATED), outcome: notEnumerated(parameter) },
        { when: { kind: 'missing', file: firstPage(variable) }, outcome: invalid(parameter) },
      ];
    }
    return listing.filters.has(parameter)
      ? [{ when: matches(given(parameter)), outcome: notEnumerated(parameter) }]
      : [];
  });
}

/** The answer for the paths of listings with the same rules, and the variables that it needs. */
export function listingAnswer(
  { listing, name, groups }: SharedListing,
  collections: readonly Collection[],
  parts: RuleParts,
  options: ListingOptions,
): { answer: Answer; variables: RequestVariable[] } {
  const { base, success, notDecoded, notFound, refuse, refuseParameter, pathRules, methodRules } = parts;
  const key = listingKey(listing);
  const templates = pageTemplates(listing, name, options);
  const { firstPage, unanswerable, folders } = templates;
  const notEnumerated = (name: string) => unlessUpstream(refuseParameter(key, 'not-enumerated', name));
  const refusals: Rule[] = [
    ...pathRules,
    ...parentRules(listing, parts),
    ...methodRules(optionsBodyPath({ kind: 'listing', listing })),
    { when: matches(ENCODED_QUERY), outcome: notDecoded },
    ...repeatedRules(listing, parts, options),
    { when: is(FORMAT_VARIABLE, REFUSED), outcome: notFound },
    { when: is(PAGE_SIZE_VARIABLE, INVALID), outcome: refuseParameter(key, 'invalid', PAGE_SIZE.name) },
    ...otherIdRules(listing, collections, templates, parts, options),
    { when: { kind: 'missing', file: firstPage(null) }, outcome: notEnumerated(PAGE_SIZE.name) },
    ...filterRules(listing, templates, parts),
    { when: is(FORMAT_VARIABLE, OTHER_FORMAT), outcome: notEnumerated(FORMAT.name) },
    { when: ALWAYS, outcome: refuse(INVALID_PAGE.status, 'invalid-page') },
  ];
  const parents = Object.fromEntries(listing.parents.map((_, n) => [parentGroup(n), SEGMENT]));
  const ids = Object.keys(parents).map((group) => `{${group}}`);
  return {
    answer: {
      name: variableName(name),
      path: patternOf(`^${base}/${listingPath(listing, ids)}/?$`, { ...groups, ...parents }),
      success: { kind: 'file', file: templates.page, headers: success },
      refusals,
    },
    variables: [unanswerable, ...folders.map(({ variable }) => variable)],
  };
}
