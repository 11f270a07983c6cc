/**
 * Reads records and complete listings from a service with API v2, through a cache. Each entry has its URL and JSON pointer. Throws
 * HarvestError.
 *
 * Pages change while a service publishes, so a listing counts as complete only if the number of different entries equals the count on every
 * page. `next` may lead only to pages of the API itself. Unusable answers are not stored. Sizes are limited, so a harvest always ends, and
 * never fills memory or the disk.
 */

import { isMapping } from '../../catalogue/files/mapping.ts';
import { createCollections, type ListingPath } from '../../core/collections/registry.ts';
import { allListings, type Listing } from '../../core/contract/collection.ts';
import { PAGE_SIZE } from '../../core/contract/parameters.ts';
import { API_ROOT, listingPath, recordPath } from '../../core/contract/paths.ts';
import type { Envelope, ErrorBody } from '../../core/contract/wire.ts';
import { sha256 } from '../../fs/hash.ts';
import { showCount } from '../../report/count.ts';
import { HarvestError } from './answer.ts';
import type { Client } from './client.ts';
import type { ResponseCache, StoredAnswer } from './response-cache.ts';

/** A value in a response. */
export interface ResponseValue {
  /** URL of the response. */
  readonly url: string;
  /** JSON pointer (RFC 6901) to the value; empty for the whole response. */
  readonly pointer: string;
  readonly value: unknown;
}

/** A page of a listing; its entries are not checked yet. */
interface Page {
  /** The path below the base URL. */
  readonly path: string;
  readonly body: Envelope<unknown>;
}

const LISTINGS = new Map(allListings(createCollections()).map((listing) => [listing.path, listing]));
function listingAt(place: ListingPath): Listing {
  const listing = LISTINGS.get(place);
  if (!listing) throw new RangeError(`no listing ${place}`);
  return listing;
}

/** The path of a listing, below the base URL. */
export const pathOfListing = (place: ListingPath, ids: readonly string[]): string =>
  listingPath(listingAt(place), ids.map(encodeURIComponent));

/** The name of a listing's collection. */
export const collectionAt = (place: ListingPath): string => listingAt(place).collection.name;

/** The largest size comes first. Hosts without a request handler accept only the sizes for which they have page files. */
const PAGE_SIZES = [1000, 500, 100, 20] as const;

/** Maximum number of entries in a listing. The longest listing in the shipped catalogue has 74,598. */
const MAX_ENTRIES = 1_000_000;
/** A listing with more pages than this must have ten entries per page on average. Services without a request handler have 20. */
const MAX_SMALL_PAGES = 100;
/** Size limit for all answers together. All strain files in the shipped catalogue, with their records, take about 200 MB. */
const MAX_MIB = 512;

/** Called with a step's progress. */
export type OnProgress = (step: string, done: number, total: number) => void;

export class Service {
  readonly #base: string;
  readonly #client: Pick<Client, 'get'>;
  readonly #cache: ResponseCache;
  readonly #maxMiB: number;
  /** The index of the largest page size that the service accepts. */
  #size = 0;
  /** Size of all answers. */
  #bytes = 0;
  /** Number of answers from a stopped harvest. */
  fromCache = 0;
  /** Number of answers that have not changed since an earlier harvest. */
  unchanged = 0;

  /** `maxMiB` limits all answers together. */
  constructor(base: string, client: Pick<Client, 'get'>, cache: ResponseCache, maxMiB = MAX_MIB) {
    this.#base = base;
    this.#client = client;
    this.#cache = cache;
    this.#maxMiB = maxMiB;
  }

  /** A record; null if it does not exist. */
  async record(collection: string, id: string): Promise<ResponseValue | null> {
    // Without an id, the record's path would be the listing's path.
    if (id === '') return null;
    const path = recordPath(collection, encodeURIComponent(id));
    const answer = await this.#ask(path);
    if (answer.status === 404) return null;
    if (answer.status !== 200 || !isMapping(answer.value)) throw this.#misfit(path, '', 'it is not a record');
    return { url: this.urlOf(path), pointer: '', value: answer.value };
  }

  /** All entries in a listing; null if it does not exist. `shown` names a set of lines other than the default set. */
  async listing(
    place: ListingPath,
    ids: readonly string[] = [],
    shown?: string,
  ): Promise<readonly ResponseValue[] | null> {
    const path = pathOfListing(place, ids);
    const query = shown === undefined ? '' : showing(listingAt(place), shown);
    const pages = await this.#pages(path, query);
    if (pages === null) return null;
    const entries = pages.flatMap((page) =>
      page.body.results.map((value, n) => ({ url: this.urlOf(page.path), pointer: `/results/${n}`, value })),
    );
    const different = new Map(entries.map((entry) => [digestOf(entry.value), entry]));
    const [first] = pages as [Page, ...Page[]];
    const count = first.body.results_count;
    if (different.size !== count || pages.some(({ body }) => body.results_count !== count)) {
      // Other answers may also be older than the change.
      this.#cache.clear();
      const what = `the count is ${count}, but ${different.size} different entries were received`;
      throw this.#misfit(
        first.path,
        '/results_count',
        `${what}. If the service has changed, run the same command again`,
      );
    }
    return [...different.values()];
  }

  /** The pages of a listing; null if the listing does not exist. */
  async #pages(path: string, query: string): Promise<Page[] | null> {
    const first = await this.#firstPage(path, query);
    if (first === null) return null;
    const pages = [first];
    const seen = new Set([first.path]);
    const { results_count: count } = first.body;
    let received = first.body.results.length;
    if (Math.max(count, received) > MAX_ENTRIES)
      throw this.#misfit(first.path, '/results_count', `more than ${showCount(MAX_ENTRIES)} entries are not supported`);
    // Stops as soon as there are more entries than the count: this is already an error, and the pages might never end.
    for (let page = first; page.body.next !== null && received <= count; received += page.body.results.length) {
      const target = nextPath(this.#base, page);
      if ('wrong' in target) throw this.#misfit(page.path, '/next', target.wrong);
      const { next } = target;
      if (seen.has(next)) throw this.#misfit(page.path, '/next', `it points back to ${next}`);
      if (pages.length >= Math.max(MAX_SMALL_PAGES, received / 10))
        throw this.#misfit(page.path, '/next', `${pages.length} pages have only ${showCount(received)} entries`);
      if (page.body.results.length === 0)
        throw this.#misfit(page.path, '/next', `it leads from an empty page to ${next}`);
      seen.add(next);
      const { status, value } = await this.#ask(next);
      // A page has disappeared: the listing became shorter, which the counts show.
      if (status === 404) break;
      page = { path: next, body: this.#envelopeOf(next, value) };
      pages.push(page);
    }
    return pages;
  }

  async #firstPage(path: string, query: string): Promise<Page | null> {
    for (;;) {
      const size = this.#size;
      const asked = `${path}?${query}${PAGE_SIZE.name}=${PAGE_SIZES[size]}`;
      const { status, value } = await this.#ask(asked);
      if (status === 404) return null;
      if (status === 200) return { path: asked, body: this.#envelopeOf(asked, value) };
      const { detail, parameter } = (value ?? {}) as Partial<ErrorBody>;
      const isForSize = (parameter ?? PAGE_SIZE.name) === PAGE_SIZE.name;
      if (!isForSize || size === PAGE_SIZES.length - 1)
        throw this.#misfit(asked, '', `the request was refused: ${detail ?? 'no reason given'}`);
      // Several listings are read at once, and another one may have been refused the same size in the meantime.
      this.#size = Math.max(this.#size, size + 1);
    }
  }

  #envelopeOf(path: string, value: unknown): Envelope<unknown> {
    if (isEnvelope(value)) return value;
    throw this.#misfit(path, '', 'it is not a page of a listing (results, results_count, next). Is this an API v2?');
  }

  async #ask(path: string): Promise<StoredAnswer> {
    const answer = await this.#find(path);
    this.#bytes += answer.bytes;
    if (this.#bytes > this.#maxMiB * 2 ** 20) {
      this.#cache.clear();
      throw this.#misfit(
        path,
        '',
        `the service sends more than ${this.#maxMiB} MiB. Read fewer kinds at once, with --only`,
      );
    }
    return answer;
  }

  async #find(path: string): Promise<StoredAnswer> {
    const known = this.#cache.find(path);
    if (known) {
      this.fromCache++;
      return known;
    }
    const answer = await this.#client.get(path, this.#cache.validatorsOf(path));
    if (answer.status === 304) this.unchanged++;
    return this.#cache.add(path, answer);
  }

  urlOf(path: string): string {
    return `${this.#base}/${path}`;
  }

  /** An error about an answer. Drops the answer from the cache, so the next harvest repeats the request. */
  #misfit(path: string, pointer: string, what: string): HarvestError {
    this.#cache.drop(path);
    return new HarvestError(`${this.urlOf(path)}${pointer === '' ? '' : `#${pointer}`}: ${what}`);
  }
}

/** Identifies an entry's content. This is a digest because the JSON of all entries would take as much memory as the entries. */
const digestOf = (value: unknown): string => sha256(JSON.stringify(value));

/** The parameter that selects a set of lines, as the start of a query. */
function showing({ filters }: Listing, lines: string): string {
  const found = [...filters.values()].find((filter) => filter.lineSet === lines);
  return found ? `${found.name}=${found.codec.format(true)}&` : '';
}

function isEnvelope(value: unknown): value is Envelope<unknown> {
  if (!isMapping(value)) return false;
  const { results, results_count: count, next } = value;
  return Array.isArray(results) && Number.isInteger(count) && (next === null || typeof next === 'string');
}

/**
 * The path in `next`, which must be on the service itself, or the reason why `next` is wrong. The scheme may differ, because proxies hide
 * it.
 */
function nextPath(base: string, { path, body }: Page): { readonly next: string } | { readonly wrong: string } {
  const here = new URL(`${base}/${path}`);
  if (!URL.canParse(body.next ?? '', here.href)) return { wrong: 'it is not a URL' };
  const next = new URL(body.next ?? '', here);
  const isSamePort = next.port === here.port || (next.protocol !== here.protocol && next.port === '');
  const root = new URL(`${base}/`).pathname;
  if (next.hostname === here.hostname && isSamePort && next.pathname.startsWith(`${root}${API_ROOT}/`)) {
    return { next: `${next.pathname.slice(root.length)}${next.search}` };
  }
  const what = `it points to ${next.href}, which is not below ${base}/${API_ROOT}`;
  return { wrong: `${what}. If both are the same service, give the base URL of its links` };
}
