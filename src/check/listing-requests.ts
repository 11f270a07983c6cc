/** The requests to one listing, from its definition: pages, formats, and each of its parameters with valid and invalid values. */

import { FALSE_WORDS, type Kind, TRUE_WORDS } from '../core/contract/codecs.ts';
import type { Listing } from '../core/contract/collection.ts';
import { CSV_FORMAT, FORMAT, PAGE, PAGE_SIZE, type Parameter } from '../core/contract/parameters.ts';
import { allParameters } from '../core/contract/query.ts';
import type { Envelope } from '../core/contract/wire.ts';
import { type CheckRequest, protocolRequests, type ReadJson, requestFor } from './request.ts';

/** A listing below existing parents. */
export interface Place {
  readonly listing: Listing;
  /** Ids of the parents, spelled as in links. */
  readonly parentIds: readonly string[];
  /** Below the base URL. */
  readonly path: string;
  /** Some of its entries, whose types depend on the listing. */
  readonly entries: readonly unknown[];
}

/** Values by kind, valid and invalid. Finite sets are in the definitions. */
const VALUES: Readonly<Record<Kind, readonly string[]>> = {
  'GPS second': ['0', '-1', '1126259462.5', '1e9', '9007199254740992'],
  number: ['0', '10', '-1', '%2B1.5e1', '.5', '5.', '1e-5', '1e999', '0x10', 'NaN'],
  integer: ['1', '2', '007', '1001', '0', '-1', '1.0', '%D9%A1'],
  enum: [],
  list: [],
  flag: ['', ...TRUE_WORDS, ...FALSE_WORDS, 'TRUE', 'yes'],
  text: ['GW15', 'gw1', '%47w', '+', 'x'.repeat(100), 'x'.repeat(101)],
};

/** Invalid values of most kinds, and text that cannot be decoded. */
const ODD_VALUES = ['', 'x', 'h1', '%zz', '%E2%98%83', '4+'];

/** Queries with one parameter: each value, none, two, and an encoded name. */
function parameterQueries({ name, codec }: Parameter): string[] {
  const { allowed = [] } = codec;
  const lists =
    codec.kind === 'list' && allowed.length > 1 ? [allowed.slice(0, 2), [...allowed.slice(0, 2)].reverse()] : [];
  const values = [...allowed, ...lists.map((names) => names.join(',')), ...VALUES[codec.kind], ...ODD_VALUES];
  const [some = '1'] = allowed;
  return [
    ...new Set(values.map((value) => `${name}=${value}`)),
    name,
    `${name}=${some}&${name}=${some}`,
    `%${name.charCodeAt(0).toString(16)}${name.slice(1)}=${some}`,
  ];
}

/** The interval of an entry in GPS seconds; null if it has none. */
function intervalOf(entry: unknown): readonly [start: number, stop: number] | null {
  const {
    gps_start,
    gps,
    start = gps_start ?? gps,
    stop,
  } = (entry ?? {}) as Readonly<Record<string, number | undefined>>;
  return start === undefined ? null : [Math.floor(start), Math.ceil(stop ?? start + 1)];
}

/** Queries with the interval of an entry: around it, inside it, at its ends, without entries, and reversed. */
function intervalQueries({ collection }: Listing, entry: unknown): string[] {
  const interval = intervalOf(entry);
  if (collection.interval === undefined || interval === null) return [];
  const [start, stop] = collection.interval.map(({ name }) => name);
  const [from, to] = interval;
  const between = (a: number, b: number) => `${start}=${a}&${stop}=${b}`;
  const pairs = [between(from, to), between(from + 1, to - 1), between(from, from), between(to, to), between(1, 2)];
  return [
    ...pairs,
    `${start}=${from}`,
    `${stop}=${to}`,
    `${start}=${from}.0&${stop}=${to}.00`,
    between(to + 1, from),
    `${between(2, 1)}&page=0`,
  ];
}

/** Queries with several parameters: a valid value of each finite filter, in both orders, and between empty and unknown ones. */
function combinedQueries({ filters }: Listing): string[] {
  const pairs = [...filters.values()].flatMap(({ name, codec }) =>
    codec.allowed ? [`${name}=${codec.allowed[0]}`] : [],
  );
  const [one = '', two = one] = pairs;
  const refusals = ['page=0&pagesize=0', 'pagesize=0&format=x', 'x=1&x=2&page=1&page=1', 'min-x=1', 'max-x=1&page=0'];
  return [pairs.join('&'), [...pairs].reverse().join('&'), `&${two}&&x=y&${one}&page=1`, 'x=%zz&=1&%zz=2', ...refusals];
}

/** Queries for pages: the first, the second, the middle, the last and the one after it, of each size. */
async function pageQueries({ path }: Place, sizes: readonly number[], read: ReadJson): Promise<string[]> {
  const queries: string[] = [];
  for (const size of sizes) {
    const sized = `${PAGE_SIZE.name}=${size}`;
    const { num_pages: last = 1 } = ((await read(`${path}?${sized}`)) ?? {}) as Partial<Envelope<unknown>>;
    const pages = new Set([1, 2, Math.ceil(last / 2), last, last + 1]);
    for (const page of pages) if (page > 0) queries.push(`${PAGE.name}=${page}&${sized}`);
    // The page size of the default is left out of canonical queries.
    if (size === PAGE_SIZE.default) for (const page of pages) if (page > 0) queries.push(`${PAGE.name}=${page}`);
  }
  return queries;
}

/** The last pages of a listing with one value of a finite filter. */
async function filteredPageQueries({ listing, path }: Place, read: ReadJson): Promise<string[]> {
  const queries: string[] = [];
  for (const { name, codec } of listing.filters.values()) {
    for (const value of codec.allowed ?? []) {
      const { num_pages = 0 } = ((await read(`${path}?${name}=${value}`)) ?? {}) as Partial<Envelope<unknown>>;
      const pairs = [`${name}=${value}`, `${PAGE.name}=${num_pages}`];
      if (num_pages > 1) queries.push(pairs.sort().join('&'));
    }
  }
  return queries;
}

/** CSV, which is never longer than a whole listing. */
const CSV_QUERIES = ['', '&pagesize=20', '&page=1', '&page=2&pagesize=1'].map(
  (more) => `${FORMAT.name}=${CSV_FORMAT}${more}`,
);

/** All requests to a listing. `sizes` are the page sizes that have page files. */
export async function listingRequests(place: Place, sizes: readonly number[], read: ReadJson): Promise<CheckRequest[]> {
  const { listing, path, entries } = place;
  const bound = listing.bindings.flatMap(({ parameter }) => parameter ?? []);
  const queries = new Set([
    ...(await pageQueries(place, sizes, read)),
    ...(await filteredPageQueries(place, read)),
    ...allParameters(listing).flatMap(parameterQueries),
    ...[entries[0], entries.at(-1)].flatMap((entry) => intervalQueries(listing, entry)),
    ...combinedQueries(listing),
    ...CSV_QUERIES,
    // A filter that the path sets is ignored, like an unknown parameter.
    ...bound.flatMap((name) => [`${name}=x`, name, `${name}=x&${name}=y`]),
  ]);
  return [
    ...[path, `${path}/`, `${path}/?page=1`, `${path}//`].map((target) => requestFor(listing.path, target)),
    ...Array.from(queries, (query) => requestFor(listing.path, `${path}?${query}`)),
    ...protocolRequests(path),
  ];
}
