/**
 * Query strings <-> canonical queries.
 *
 * In: the text after `?`. Out: a query (filters in order of name, defaults left out) or the refusal that the first
 * failure demands. Two texts that mean the same give equal queries; formatting a query and parsing it again gives it back.
 * Pure. Order of failures: repeated parameter, format, pagesize, filters, and (only once the count is known) page.
 */

import {
  FILTER,
  type FilterValue,
  FORMAT,
  LINK_FORMAT,
  type Listing,
  looksLikeRangeFilter,
  PAGE,
  PAGE_SIZE,
  type Parameter,
} from './listings.ts';
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
import type { ListingName } from './wire.ts';

/** One page of a listing, canonical. */
export interface Query {
  readonly listing: ListingName;
  /** Values that differ from the default, in order of name by code unit. */
  readonly filters: ReadonlyMap<string, FilterValue>;
  readonly pageSize: number;
  /** From 1; whether the listing has so many pages is for `select` to say. */
  readonly page: number;
}

export type ParsedQuery =
  | { readonly ok: true; readonly query: Query }
  | { readonly ok: false; readonly refusal: Refusal };

/** Decoded pairs. A value that cannot be decoded is null; a name that cannot be decoded is no name of ours, so it is gone. */
type Pairs = readonly (readonly [name: string, value: string | null])[];

function decode(text: string): string | null {
  // Most texts have nothing to decode.
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

function decodePairs(text: string): Pairs {
  const pairs: [string, string | null][] = [];
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    if (name !== null) pairs.push([name, equals < 0 ? '' : decode(pair.slice(equals + 1))]);
  }
  return pairs;
}

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Thrown by the steps below and caught in the two exported functions: the first failure ends the parsing. */
class Refused {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    this.refusal = refusal;
  }
}

function outcome<T>(parse: () => T): { ok: true; query: T } | { ok: false; refusal: Refusal } {
  try {
    return { ok: true, query: parse() };
  } catch (failure) {
    if (failure instanceof Refused) return { ok: false, refusal: failure.refusal };
    throw failure;
  }
}

/** The values by name of the parameters that `find` knows. */
function collect(pairs: Pairs, find: (name: string) => Parameter | undefined): Map<string, string | null> {
  const values = new Map<string, string | null>();
  const repeated: string[] = [];
  for (const [name, value] of pairs) {
    if (!find(name)) continue;
    if (values.has(name)) repeated.push(name);
    values.set(name, value);
  }
  const first = repeated.sort(byCodeUnit)[0];
  if (first !== undefined) throw new Refused(repeatedParameter(first, find(first)?.codec.allowed));
  return values;
}

/** The value of a parameter, its default where it is not given. `invalid` is the refusal of a text that is no value. */
function take<T>(parameter: Parameter<T>, values: ReadonlyMap<string, string | null>, invalid?: Refusal): T | null {
  const text = values.get(parameter.name);
  if (text === undefined) return parameter.default;
  if (text === null) throw new Refused(malformedEncoding(parameter.name, parameter.codec.allowed));
  const value = parameter.codec.parse(text);
  if (value !== undefined) return value;
  throw new Refused(invalid ?? invalidValue(parameter.name, parameter.codec.expected, parameter.codec.allowed));
}

/** The two filters that make an interval together: the first must not exceed the second. */
const INTERVAL = [FILTER.start, FILTER.stop] as const;

function takeFilters(listing: Listing, pairs: Pairs, values: ReadonlyMap<string, string | null>) {
  const isUnknownRange = (name: string) => !listing.filters.has(name) && looksLikeRangeFilter(name);
  const unknownRanges = listing.rangeFilters.length === 0 ? [] : pairs.map(([name]) => name).filter(isUnknownRange);
  const given = [...values.keys(), ...unknownRanges].sort(byCodeUnit);
  const filters = new Map<string, FilterValue>();
  for (const name of given) {
    const filter = listing.filters.get(name);
    if (filter) {
      const value = take(filter, values);
      if (value !== null && value !== filter.default) filters.set(name, value);
    } else if (looksLikeRangeFilter(name)) {
      throw new Refused(unknownRangeFilter(name, listing.rangeFilters));
    }
  }
  const [start, stop] = INTERVAL.map((name) => filters.get(name));
  if (typeof start === 'number' && typeof stop === 'number' && start > stop) {
    throw new Refused(reversedInterval(...INTERVAL));
  }
  return filters;
}

/**
 * Parses the query of a listing.
 * `parseQuery(strainFiles, "page=2&detector=H1&format=api")` -> page 2, page size 20, filters { detector: "H1" }.
 */
export function parseQuery(listing: Listing, text: string): ParsedQuery {
  return outcome(() => {
    const pairs = decodePairs(text);
    const paging: readonly Parameter[] = [FORMAT, PAGE_SIZE, PAGE];
    const values = collect(pairs, (name) => listing.filters.get(name) ?? paging.find((known) => known.name === name));
    take(FORMAT, values, NOT_FOUND);
    const pageSize = take(PAGE_SIZE, values) as number;
    const filters = takeFilters(listing, pairs, values);
    const page = take(PAGE, values, INVALID_PAGE) as number;
    return { listing: listing.name, filters, pageSize, page };
  });
}

/** Checks the query of a record or of the root, where only `format` means anything. Returns the refusal or null. */
export function checkRecordQuery(text: string): Refusal | null {
  const result = outcome(() => {
    const values = collect(decodePairs(text), (name) => (name === FORMAT.name ? FORMAT : undefined));
    take(FORMAT, values, NOT_FOUND);
  });
  return result.ok ? null : result.refusal;
}

function formatPairs(listing: Listing, query: Query, more: readonly (readonly [string, string])[]): string {
  const pairs: (readonly [string, string])[] = [...more];
  for (const [name, value] of query.filters) {
    const filter = listing.filters.get(name);
    if (filter) pairs.push([name, filter.codec.format(value)]);
  }
  if (query.pageSize !== PAGE_SIZE.default) pairs.push([PAGE_SIZE.name, PAGE_SIZE.codec.format(query.pageSize)]);
  pairs.sort(([a], [b]) => byCodeUnit(a, b));
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}

/** The canonical text of a query: sorted by name, defaults left out. Empty for the first page of the whole listing. */
export function formatQuery(listing: Listing, query: Query): string {
  return formatPairs(listing, query, query.page === PAGE.default ? [] : [[PAGE.name, PAGE.codec.format(query.page)]]);
}

/** The query part of `next` and `previous`: canonical filters, always `format` and `page`. */
export function formatPageLink(listing: Listing, query: Query, page: number): string {
  return formatPairs(listing, query, [
    [FORMAT.name, LINK_FORMAT],
    [PAGE.name, PAGE.codec.format(page)],
  ]);
}
