/**
 * Reads the pages of a listing. Pages change while a service publishes, so a listing counts as complete only if the number of different
 * entries equals the count on every page. `next` may lead only to pages of the API itself. The numbers of pages and entries are limited, so
 * a harvest always ends. Throws HarvestError.
 */
import { isMapping } from '../../catalogue/files/mapping.ts';
import { PAGE_SIZE } from '../../core/contract/parameters.ts';
import { API_ROOT } from '../../core/contract/paths.ts';
import type { Envelope, ErrorBody } from '../../core/contract/wire.ts';
import { sha256 } from '../../fs/hash.ts';
import { showCount } from '../../report/count.ts';
import type { Client } from './client.ts';
import type { Entry } from './service-content.ts';

/** A page of a listing; its entries are not checked yet. */
interface Page {
  /** The path below the base URL. */
  readonly path: string;
  readonly body: Envelope<unknown>;
}

/** The largest size comes first. Hosts without a request handler accept only the sizes for which they have page files. */
export const PAGE_SIZES: readonly number[] = [1000, 500, 100, 20];

/** Maximum number of entries in a listing. The longest listing in the shipped catalogue has 74,598. */
const MAX_ENTRIES = 1_000_000;
/** A listing with more pages than this must have ten entries per page on average. Services without a request handler have 20. */
const MAX_SMALL_PAGES = 100;

/**
 * All entries in a listing; null if the listing does not exist. `query` is the start of a query. `sizes` are the page sizes to try; a size
 * that the service refuses is removed from them.
 */
export async function readListing(
  client: Client,
  path: string,
  query: string,
  sizes: number[],
): Promise<Entry<unknown>[] | null> {
  const first = await readFirstPage(client, `${path}?${query}${PAGE_SIZE.name}=`, sizes);
  if (first === null) return null;
  const pages = [first, ...(await readMorePages(client, first))];
  const entries = pages.flatMap((page) =>
    page.body.results.map((value, n) => ({ url: client.urlOf(page.path), pointer: `/results/${n}`, value })),
  );
  const different = new Map(entries.map((entry) => [digestOf(entry.value), entry]));
  const count = first.body.results_count;
  if (different.size === count && pages.every(({ body }) => body.results_count === count)) {
    return [...different.values()];
  }
  // Other answers may also be older than the change.
  client.forgetAll();
  const what = `the count is ${count}, but ${different.size} different entries were received`;
  const advice = 'If the service has changed, run the same command again';
  throw client.misfit(first.path, '/results_count', `${what}. ${advice}`);
}

/** Identifies an entry's content. This is a digest because the JSON of all entries would take as much memory as the entries. */
const digestOf = (value: unknown): string => sha256(JSON.stringify(value));

/** The first page, in the largest size that the service accepts; null if the listing does not exist. */
async function readFirstPage(client: Client, pathForSize: string, sizes: number[]): Promise<Page | null> {
  for (;;) {
    const [size] = sizes;
    const path = `${pathForSize}${size}`;
    const { status, value } = await client.get(path);
    if (status === 404) return null;
    if (status === 200) return pageOf(client, path, value);
    const { detail, parameter } = (value ?? {}) as Partial<ErrorBody>;
    const isForSize = (parameter ?? PAGE_SIZE.name) === PAGE_SIZE.name;
    if (!isForSize || size === PAGE_SIZES.at(-1))
      throw client.misfit(path, '', `the request was refused: ${detail ?? 'no reason given'}`);
    // Several listings are read at once, and another one may have been refused the same size in the meantime.
    if (sizes[0] === size) sizes.shift();
  }
}

/** The pages after the first one. */
async function readMorePages(client: Client, first: Page): Promise<Page[]> {
  const pages = [first];
  const seen = new Set([first.path]);
  const { results_count: count } = first.body;
  let received = first.body.results.length;
  if (Math.max(count, received) > MAX_ENTRIES)
    throw client.misfit(first.path, '/results_count', `more than ${showCount(MAX_ENTRIES)} entries are not supported`);
  // Stops as soon as there are more entries than the count: this is already an error, and the pages might never end.
  for (let page = first; page.body.next !== null && received <= count; received += page.body.results.length) {
    const wrongNext = (what: string) => client.misfit(page.path, '/next', what);
    const next = nextPath(client.urlOf(''), page, wrongNext);
    if (seen.has(next)) throw wrongNext(`it points back to ${next}`);
    if (pages.length >= Math.max(MAX_SMALL_PAGES, received / 10))
      throw wrongNext(`${pages.length} pages have only ${showCount(received)} entries`);
    if (page.body.results.length === 0) throw wrongNext(`it leads from an empty page to ${next}`);
    seen.add(next);
    const { status, value } = await client.get(next);
    // A page has disappeared: the listing became shorter, which the counts show.
    if (status === 404) break;
    page = pageOf(client, next, value);
    pages.push(page);
  }
  return pages.slice(1);
}

function pageOf(client: Client, path: string, value: unknown): Page {
  if (isEnvelope(value)) return { path, body: value };
  throw client.misfit(path, '', 'it is not a page of a listing (results, results_count, next). Is this an API v2?');
}

function isEnvelope(value: unknown): value is Envelope<unknown> {
  if (!isMapping(value)) return false;
  const { results, results_count: count, next } = value;
  return Array.isArray(results) && Number.isInteger(count) && (next === null || typeof next === 'string');
}

/** The path in `next`, which must be on the service itself. The scheme may differ, because proxies hide it. */
function nextPath(base: string, { path, body }: Page, wrong: (what: string) => Error): string {
  const root = new URL(base);
  const here = new URL(path, root);
  if (!URL.canParse(body.next ?? '', here.href)) throw wrong('it is not a URL');
  const next = new URL(body.next ?? '', here);
  const isSamePort = next.port === root.port || (next.protocol !== root.protocol && next.port === '');
  if (next.hostname === root.hostname && isSamePort && next.pathname.startsWith(`${root.pathname}${API_ROOT}/`)) {
    return `${next.pathname.slice(root.pathname.length)}${next.search}`;
  }
  const what = `it points to ${next.href}, which is not below ${base}${API_ROOT}`;
  throw wrong(`${what}. If both are the same service, give the base URL of its links`);
}
