/**
 * Collects facts about a live site's catalogue, so that cases can be created without its data: finite sets from refusals that list them, a
 * page of every listing, and the page sizes that the site accepts. Parents of nested listings come from the parents' own listings.
 */

import { createCollections } from '../core/collections/registry.ts';
import { ARCHIVE_ROOTS } from '../core/contract/archive-paths.ts';
import { type Collection, type Listing, PARENT, type Vocabulary } from '../core/contract/collection.ts';
import { legacyCatalogPath } from '../core/contract/legacy-paths.ts';
import { DEFAULT_PAGE_SIZE, LINK_FORMAT, PAGE_SIZE } from '../core/contract/parameters.ts';
import { API_ROOT, listingPath, pagePath, queryUrl, RELEASE_PATH } from '../core/contract/paths.ts';
import { applyFilter, firstPageOf, type Query } from '../core/contract/query.ts';
import { FOUND, OK } from '../core/contract/statuses.ts';
import type { Envelope } from '../core/contract/wire.ts';
import { ExpectedError } from '../report/expected-error.ts';
import type { Send, TestAnswer } from './send.ts';

/** A listing below existing parents. */
export interface SampledListing {
  readonly listing: Listing;
  /** Ids of the parents, spelled as in links. */
  readonly parents: readonly string[];
  /** Path below the base URL. */
  readonly path: string;
  /** The listing's first page, or an empty page if the site fails; a case reports the failure. */
  readonly first: Envelope<unknown>;
}

export interface CatalogueSample {
  /** The checked address, without a trailing slash. */
  readonly baseUrl: string;
  /** The path in the checked address. */
  readonly basePath: string;
  /** The base URL in the site's links, which differs if the site was built for another address. */
  readonly linkBaseUrl: string;
  /** The format that the site's links name; null if they name no format (`compatibility: service`). */
  readonly linkFormat: string | null;
  readonly collections: readonly Collection[];
  /** Listings by path (`runs/{}/events`). A listing is missing if the catalogue has no such parents. */
  readonly listings: ReadonlyMap<string, SampledListing>;
  /** The largest common page size, other than the default, that the site accepts, or null. */
  readonly otherPageSize: number | null;
  /** Whether the site serves the older interfaces. */
  readonly hasLegacy: boolean;
  /** The target of archive redirects, or null. */
  readonly archiveUrl: string | null;
}

/** The site does not behave like this API at all. */
export class OtherSiteError extends ExpectedError {
  override readonly name = 'OtherSiteError';
}

const PAGE_SIZES_TO_TRY = [1000, 500, 200, 100, 50, 10];
/** How many parents to try before giving up on finding one with entries. */
const MAX_PARENTS_TRIED = 40;

const NO_PAGE: Envelope<unknown> = {
  ...{ next: null, previous: null, results_count: 0, results_per_page: DEFAULT_PAGE_SIZE },
  ...{ num_pages: 0, page_number: 1, results: [] },
};

const LINK = new RegExp(`^(?<base>https?://.+)/${API_ROOT}/`, 's');

/** The id in the link to an entry's record; undefined if there is no link. */
export function readId(entry: unknown): string | undefined {
  const { detail_url } = (entry ?? {}) as { detail_url?: string };
  return detail_url?.replace(/^.*\//, '').replace(/(\.json)?(\?.*)?$/, '');
}

/** The links from pages to other pages and to records. */
function linksOf(pages: readonly Envelope<unknown>[]): string[] {
  const links = pages.flatMap(({ next, results }) => [
    next,
    ...results.map((entry) => (entry as { detail_url?: unknown } | null)?.detail_url),
  ]);
  return links.filter((link) => typeof link === 'string');
}

/** The text before the API's path in all links; null if there are no links, or if they disagree. */
function linkBaseUrlOf(links: readonly string[]): string | null {
  const found = links.map((link) => LINK.exec(link)?.groups?.base ?? null);
  const [first = null] = found;
  return found.every((base) => base === first) ? first : null;
}

/** Creates a query with these filters for the listing. */
export function queryFor(
  { listing, parents }: Pick<SampledListing, 'listing' | 'parents'>,
  texts: Readonly<Record<string, string>> = {},
  { pageSize = DEFAULT_PAGE_SIZE, page = 1 }: Partial<Pick<Query, 'pageSize' | 'page'>> = {},
): Query {
  const filters = Object.keys(texts)
    .sort()
    .flatMap((name) => {
      const filter = listing.filters.get(name);
      const value = filter?.codec.parse(texts[name] as string);
      const given = filter && value !== undefined ? applyFilter(filter, value) : null;
      return given ? [[name, given] as const] : [];
    });
  return { ...firstPageOf(listing, parents, pageSize), filters: new Map(filters), page };
}

/** The listing that contains a listing's last parent: `runs/{}/timelines` for `runs/{}/timelines/{}/segments`. */
export function pathAbove({ path }: Listing): string {
  return path.slice(0, path.lastIndexOf(`/${PARENT}`));
}

type ReadPage = (query: Query) => Promise<Envelope<unknown> | null>;

/** Takes entries alternately from the start of the first page and from the end of the last page. */
async function spread(sampled: SampledListing, readPage: ReadPage): Promise<unknown[]> {
  const { first } = sampled;
  const last = first.num_pages > 1 ? await readPage(queryFor(sampled, {}, { page: first.num_pages })) : null;
  const late = [...(last?.results ?? [])].reverse();
  return first.results.flatMap((entry, n) => (n < late.length ? [entry, late[n]] : [entry]));
}

/** True if a path below the base URL is the file list of a run or dataset. The data may lack this list; the response is then 404. */
export const isFileList = (path: string): boolean => /\/(?:runs|datasets)\/[^/]+\/strain-files\b/.test(path);

/**
 * The listing below the first parents that have entries; null if there are no parents, or if it lists strain files and no parent has a
 * list.
 */
async function sampleNested(
  listing: Listing,
  listings: ReadonlyMap<string, SampledListing>,
  readPage: ReadPage,
): Promise<SampledListing | null> {
  const above = listings.get(pathAbove(listing));
  if (!above) return null;
  let found: SampledListing | null = null;
  for (const entry of (await spread(above, readPage)).slice(0, MAX_PARENTS_TRIED)) {
    const parents = [...above.parents, readId(entry) ?? ''];
    const first = await readPage(firstPageOf(listing, parents));
    if (first?.results.length || !found) {
      found = { listing, parents, path: listingPath(listing, parents), first: first ?? NO_PAGE };
    }
    if (first?.results.length) break;
  }
  return found?.first === NO_PAGE && isFileList(found.path) ? null : found;
}

async function sampleListings(collections: readonly Collection[], readPage: ReadPage) {
  const found = new Map<string, SampledListing>();
  const all = collections.flatMap(({ listings }) => listings);
  for (const listing of all.sort((a, b) => a.parents.length - b.parents.length)) {
    const { parents, path } = listing;
    const whole = { listing, parents: [], path: listingPath(listing, []) };
    const sampled =
      parents.length > 0
        ? await sampleNested(listing, found, readPage)
        : { ...whole, first: (await readPage(firstPageOf(listing))) ?? NO_PAGE };
    if (sampled) found.set(path, sampled);
  }
  return found;
}

/**
 * Takes a sample of the site. If the site only serves files, the sample contains only first pages. Throws OtherSiteError if the site breaks
 * the contract in ways that make a sample impossible.
 */
export async function sampleSite(baseUrl: string, send: Send, isFilesOnly: boolean): Promise<CatalogueSample> {
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const get = (target: string): Promise<TestAnswer> =>
    send({ method: 'GET', target: `${basePath}/${target}`, headers: {} });

  /** Reads JSON; undefined if the response has a status other than `status`. If `status` is null, every status is accepted. */
  async function read<T>(target: string, status: number | null = OK): Promise<T | undefined> {
    const answer = await get(target);
    if (status !== null && answer.status !== status) return undefined;
    try {
      return JSON.parse(answer.body) as T;
    } catch (cause) {
      throw new OtherSiteError(`${baseUrl}/${target} does not answer with JSON`, { cause });
    }
  }
  const readPage: ReadPage = async (query) => {
    const target = isFilesOnly ? (pagePath(query) as string) : queryUrl(query);
    return (await read<Envelope<unknown>>(target)) ?? null;
  };
  const findPageSize = async (): Promise<number | null> => {
    for (const size of PAGE_SIZES_TO_TRY) {
      const { status } = await get(`${API_ROOT}/default-parameters?${PAGE_SIZE.name}=${size}`);
      if (status === OK) return size;
    }
    return null;
  };

  const vocabulary: Vocabulary = isFilesOnly
    ? { detectors: [], catalogs: [], parameters: [] }
    : await readVocabulary((path) => read(path, null), readPage);
  const collections = createCollections(vocabulary);
  const listings = await sampleListings(collections, readPage);
  if ([...listings.values()].every(({ first }) => first === NO_PAGE)) {
    throw new OtherSiteError(`${baseUrl}/${API_ROOT} does not answer: no listing is there`);
  }
  const firstPages = [...listings.values()].map(({ first }) => first);
  const links = linksOf(firstPages);
  const linkFormat = links.some((link) => !link.includes('?')) ? null : LINK_FORMAT;
  // The pages of an empty catalogue have no links.
  const root = links.length > 0 ? {} : await read<Record<string, string>>(`${API_ROOT}/`);
  const linkBaseUrl = linkBaseUrlOf([...links, ...Object.values(root ?? {})]) ?? baseUrl;
  const site = { baseUrl, basePath, linkBaseUrl, linkFormat, collections, listings };
  if (isFilesOnly) return { ...site, otherPageSize: null, hasLegacy: false, archiveUrl: null };
  const archivePath = `${ARCHIVE_ROOTS[0]}/a.gwf`;
  const archived = await get(archivePath);
  const isArchived = archived.status === FOUND;
  return {
    ...site,
    otherPageSize: await findPageSize(),
    hasLegacy: (await get(legacyCatalogPath('allevents'))).status === OK,
    archiveUrl: isArchived ? (archived.headers.location?.slice(0, -archivePath.length - 1) ?? null) : null,
  };
}

/** Reads the finite sets: from refusals that list them (from the pointer on hosts with rewrite rules), and from the parameter names. */
async function readVocabulary(
  ask: <T>(path: string) => Promise<T | undefined>,
  readPage: ReadPage,
): Promise<Vocabulary> {
  let pointer: Promise<{ release?: { vocabulary?: Vocabulary } } | undefined> | undefined;
  const pointed = async () => {
    pointer ??= ask(RELEASE_PATH);
    return (await pointer)?.release?.vocabulary;
  };
  const allowed = async (name: 'detectors' | 'catalogs', query: string) =>
    (await ask<{ allowed?: string[] }>(`${API_ROOT}/${query}`))?.allowed ?? (await pointed())?.[name] ?? [];
  const listing = createCollections().find(({ name }) => name === 'default-parameters')?.listings[0] as Listing;
  const names: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const body = await readPage({ ...firstPageOf(listing), page });
    pages = body?.num_pages ?? 0;
    names.push(...((body?.results ?? []) as string[]));
  }
  return {
    detectors: await allowed('detectors', 'strain-files?detector=-'),
    catalogs: await allowed('catalogs', 'event-versions?release=-'),
    // The last name is a filter that belongs to no parameter.
    parameters: names.slice(0, -1).map((name) => ({ name: name.replaceAll('-', '_'), unit: '', description: '' })),
  };
}
