/**
 * Converts query strings (the text after `?`) to canonical queries and back.
 *
 * A query's filters are sorted by name, and its defaults are left out. Parsing throws Refused at the first failure. Equivalent query strings
 * give equal queries, and parsing a formatted query gives the same query. Order of checks: repeated parameter, format, pagesize, filters,
 * and (only once the count is known) page.
 */

import { byCodeUnit } from '../base/order.ts';
import type { Listing } from './collection.ts';
import { ALL_TIME, type Condition, type Interval } from './conditions.ts';
import type { Filter } from './filters.ts';
import { looksLikeRangeFilter } from './parameter-forms.ts';
import {
  CSV_FORMAT,
  DEFAULT_PAGE_SIZE,
  FORMAT,
  MAX_CSV_ROWS,
  PAGE,
  PAGE_SIZE,
  type Parameter,
  type PresetParameter,
  RECORD_FORMAT,
  type Value,
} from './parameters.ts';
import {
  INVALID_PAGE,
  invalidValue,
  malformedEncoding,
  NOT_FOUND,
  type Refusal,
  repeatedParameter,
  reversedInterval,
  unknownRangeFilter,
} from './refusals.ts';

/** A filter with a value. */
export interface AppliedFilter extends Pick<Filter, 'lineSet'> {
  readonly value: Value;
  /** The canonical spelling of the value. */
  readonly text: string;
  readonly condition: Condition | null;
}

/** Filters with values that differ from the default, sorted by name (code unit order). */
export type AppliedFilters = ReadonlyMap<string, AppliedFilter>;

/** One page of a listing, canonical. */
export interface Query {
  readonly listing: Listing;
  /** Ids of the parents in path order, spelled as in links. */
  readonly parentIds: readonly string[];
  readonly filters: AppliedFilters;
  /** The interval between the listing's filters for start and stop; missing if neither is set. */
  readonly interval?: Interval;
  /** Entries per page. */
  readonly pageSize: number;
  /** Counted from 1. `select` checks whether the listing has that many pages. */
  readonly page: number;
  /** Missing for JSON. `isWhole`: the page contains all entries. */
  readonly csv?: { readonly isWhole: boolean };
}

/** All parameters of a listing, with paging and format last. */
export function allParameters(listing: Listing): readonly Parameter[] {
  return [...listing.filters.values(), PAGE_SIZE, PAGE, FORMAT];
}

/** The first page of a listing without filters. */
export function firstPageOf(listing: Listing, parentIds: readonly string[] = [], pageSize = DEFAULT_PAGE_SIZE): Query {
  return { listing, parentIds, filters: new Map(), pageSize, page: 1 };
}

/** Decoded name-value pairs. A value that cannot be decoded is null. If a name cannot be decoded, its pair is dropped. */
export type Pairs = readonly (readonly [name: string, value: string | null])[];

function decode(text: string): string | null {
  // Most strings contain nothing to decode.
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** The pairs in a query string; empty ones, as in `a=1&&b=2`, are dropped. */
export function decodePairs(text: string): Pairs {
  const pairs: [string, string | null][] = [];
  for (const pair of text.split('&').filter(Boolean)) {
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    if (name !== null) pairs.push([name, equals < 0 ? '' : decode(pair.slice(equals + 1))]);
  }
  return pairs;
}

/** Thrown for a request that is refused, at its first failure; `respond` catches it. Not an Error, because it needs no stack trace. */
export class Refused {
  readonly refusal: Refusal;
  /** Null unless the query is valid. */
  readonly query: Query | null;
  constructor(refusal: Refusal, query: Query | null = null) {
    this.refusal = refusal;
    this.query = query;
  }
}

/** The unparsed values of the parameters that `find` knows, by name. */
function collect(pairs: Pairs, find: (name: string) => Parameter | undefined): Map<string, string | null> {
  const texts = new Map<string, string | null>();
  const repeated: string[] = [];
  for (const [name, text] of pairs) {
    if (!find(name)) continue;
    if (texts.has(name)) repeated.push(name);
    texts.set(name, text);
  }
  const first = repeated.sort(byCodeUnit)[0];
  if (first !== undefined) throw new Refused(repeatedParameter(first, find(first)?.codec.allowed));
  return texts;
}

/**
 * Parses a parameter's value; null means that the value could not be decoded. `invalid` replaces the usual refusal for an invalid value.
 */
function read<T>({ name, codec }: Pick<Parameter<T>, 'name' | 'codec'>, text: string | null, invalid?: Refusal): T {
  if (text === null) throw new Refused(malformedEncoding(name, codec.allowed));
  const value = codec.parse(text);
  if (value === undefined) throw new Refused(invalid ?? invalidValue(name, codec.expected, codec.allowed));
  return value;
}

/** The value of a parameter that has a default. */
function readOrDefault<T>(
  parameter: PresetParameter<T>,
  texts: ReadonlyMap<string, string | null>,
  invalid?: Refusal,
): T {
  const text = texts.get(parameter.name);
  return text === undefined ? parameter.default : read(parameter, text, invalid);
}

/** Pairs a filter with a value; null if the value is the default. */
export function applyFilter(filter: Filter, value: Value): AppliedFilter | null {
  if (value === filter.default) return null;
  const { codec, lineSet } = filter;
  return {
    value,
    text: codec.format(value),
    condition: filter.match(value),
    ...(lineSet !== undefined && { lineSet }),
  };
}

/** The interval that a listing's filters set. Refuses an interval that ends before it starts. */
function intervalOf({ collection }: Listing, filters: AppliedFilters): Pick<Query, 'interval'> {
  const [start, stop] = collection.interval ?? [];
  if (!start || !stop) return {};
  const [from, to] = [start, stop].map(({ name }) => filters.get(name)?.value as number | undefined);
  if (from === undefined && to === undefined) return {};
  const interval = { from: from ?? ALL_TIME.from, to: to ?? ALL_TIME.to };
  if (interval.from > interval.to) throw new Refused(reversedInterval(start.name, stop.name));
  return { interval };
}

/** True if a listing refuses a parameter because its name can only mean a range filter, and the listing's range filters lack it. */
export const refusesName = ({ filters, rangeFilters }: Listing, name: string): boolean =>
  rangeFilters.length > 0 && looksLikeRangeFilter(name) && !filters.has(name);

/** The filters that differ from their defaults. Refuses the first filter, by name, that is unknown or invalid. */
function parseFilters(listing: Listing, pairs: Pairs): Pick<Query, 'filters' | 'interval'> {
  const filters = new Map<string, AppliedFilter>();
  for (const [name, text] of [...pairs].sort(([a], [b]) => byCodeUnit(a, b))) {
    const filter = listing.filters.get(name);
    if (filter) {
      const applied = applyFilter(filter, read(filter, text));
      if (applied) filters.set(name, applied);
    } else if (refusesName(listing, name)) throw new Refused(unknownRangeFilter(name, listing.rangeFilters));
  }
  return { filters, ...intervalOf(listing, filters) };
}

/**
 * Parses a listing's query, given as a query string or as decoded pairs; `parentIds` are the ids in its path, spelled as in links.
 * Throws Refused.
 * `parseQuery(strainFiles, [], "page=2&detector=H1&format=api")` -> page 2, page size 20, filters { detector: "H1" }.
 */
export function parseQuery(listing: Listing, parentIds: readonly string[], query: string | Pairs): Query {
  const pairs = typeof query === 'string' ? decodePairs(query) : query;
  const paging: readonly Parameter[] = [FORMAT, PAGE_SIZE, PAGE];
  const texts = collect(pairs, (name) => listing.filters.get(name) ?? paging.find((one) => one.name === name));
  const isCsv = readOrDefault(FORMAT, texts, NOT_FOUND) === CSV_FORMAT;
  const isWhole = isCsv && !texts.has(PAGE_SIZE.name) && !texts.has(PAGE.name);
  const pageSize = isWhole ? MAX_CSV_ROWS : readOrDefault(PAGE_SIZE, texts);
  const filters = parseFilters(listing, pairs);
  const page = readOrDefault(PAGE, texts, INVALID_PAGE);
  return { listing, parentIds, ...filters, pageSize, page, ...(isCsv && { csv: { isWhole } }) };
}

/** Parses only a listing's filters: paging and format count as unknown, and the query is for the first page. Throws Refused. */
export function parseFilterQuery(listing: Listing, parentIds: readonly string[], pairs: Pairs): Query {
  collect(pairs, (name) => listing.filters.get(name));
  return { ...firstPageOf(listing, parentIds), ...parseFilters(listing, pairs) };
}

/** A name that is safe to repeat in a header. */
const PLAIN_NAME = /^[A-Za-z0-9._-]{1,64}$/;
const MAX_IGNORED = 10;

/** Names of the query parameters that have no effect, in order, for use in a header: only plain names, and at most ten. */
export function ignoredNames(pairs: Pairs, known: readonly string[]): string[] {
  const names = new Set(pairs.map(([name]) => name));
  return [...names].filter((name) => PLAIN_NAME.test(name) && !known.includes(name)).slice(0, MAX_IGNORED);
}

/** Checks the query for a record or the root, whose only parameter is `format`. Throws Refused. */
export function checkRecordQuery(pairs: Pairs): void {
  const texts = collect(pairs, (name) => (name === RECORD_FORMAT.name ? RECORD_FORMAT : undefined));
  readOrDefault(RECORD_FORMAT, texts, NOT_FOUND);
}

function formatPairs(query: Query, more: readonly (readonly [string, string])[]): string {
  const pairs: (readonly [string, string])[] = [...more];
  for (const [name, { text }] of query.filters) pairs.push([name, text]);
  if (query.pageSize !== PAGE_SIZE.default && !query.csv?.isWhole)
    pairs.push([PAGE_SIZE.name, PAGE_SIZE.codec.format(query.pageSize)]);
  pairs.sort(([a], [b]) => byCodeUnit(a, b));
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}

/** A query's canonical text: sorted by name, with defaults left out. Empty for the first page without filters. */
export function formatQuery(query: Query): string {
  const format = query.csv ? [[FORMAT.name, CSV_FORMAT] as const] : [];
  // A CSV query without a page returns all entries.
  const isUsual = query.page === PAGE.default && (query.csv?.isWhole ?? true);
  const page = isUsual ? [] : [[PAGE.name, PAGE.codec.format(query.page)] as const];
  return formatPairs(query, [...format, ...page]);
}

/** The query part of a link to this page: canonical filters, always `page`, and a format: the query's own, or else `linkFormat`. */
export function formatPageLink(query: Query, linkFormat: string | null): string {
  const format = query.csv ? CSV_FORMAT : linkFormat;
  const pairs = [[PAGE.name, PAGE.codec.format(query.page)] as const];
  return formatPairs(query, format === null ? pairs : [[FORMAT.name, format], ...pairs]);
}
