/**
 * What a live site tells of its catalogue, so that cases can be made for it without its data: the tables' finite sets from
 * the refusals that list them, a few entries, and which page sizes it answers.
 */

import { createListings, DEFAULT_PAGE_SIZE, type Listings } from '../contract/listings.ts';
import { API_ROOT, ARCHIVE_ROOT, pagePath } from '../contract/paths.ts';
import { FOUND, OK } from '../contract/statuses.ts';
import type { Envelope, EventVersionEntry, ListingName, StrainFileEntry } from '../contract/wire.ts';
import type { Send, TestAnswer } from './send.ts';

export interface World {
  /** Without trailing slash. */
  readonly baseUrl: string;
  /** Path of the base URL. */
  readonly basePath: string;
  readonly listings: Listings;
  /** Another page size than the default that is answered; null where there is none. */
  readonly otherPageSize: number | null;
  /** Where archive paths lead; null where they are not found. */
  readonly archiveUrl: string | null;
  readonly strainFiles: Envelope<StrainFileEntry>;
  readonly eventVersions: Envelope<EventVersionEntry>;
}

/** The site cannot be asked at all. */
export class NoSiteError extends Error {
  override readonly name = 'NoSiteError';
}

const PAGE_SIZES_TO_TRY = [100, 500, 50, 10, 200];

/** The first page of a listing, as a file. */
function firstPage(listings: Listings, name: ListingName): string {
  const query = { listing: name, filters: new Map(), pageSize: DEFAULT_PAGE_SIZE, page: 1 };
  return pagePath(listings[name], query) as string;
}

/**
 * Asks the site. Of one that only sends files, the first pages are all there is to ask. Throws NoSiteError where it does not
 * answer as the contract says it must.
 */
export async function discover(baseUrl: string, send: Send, isFilesOnly: boolean): Promise<World> {
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const get = (target: string): Promise<TestAnswer> =>
    send({ method: 'GET', target: `${basePath}/${target}`, headers: {} });

  async function read<T>(target: string, status: number | null = OK): Promise<T> {
    const answer = await get(target);
    try {
      if (status !== null && answer.status !== status) throw new Error(`status ${answer.status}`);
      return JSON.parse(answer.body) as T;
    } catch (cause) {
      throw new NoSiteError(`${baseUrl}/${target} does not answer: ${(cause as Error).message}`, { cause });
    }
  }

  if (isFilesOnly) {
    const listings = createListings({ detectors: [], catalogs: [], parameters: [] });
    return {
      ...{ baseUrl, basePath, listings, otherPageSize: null, archiveUrl: null },
      strainFiles: await read(firstPage(listings, 'strain-files')),
      eventVersions: await read(firstPage(listings, 'event-versions')),
    };
  }
  const allowed = async (query: string): Promise<readonly string[]> =>
    (await read<{ allowed?: string[] }>(`${API_ROOT}/${query}`, null)).allowed ?? [];
  const names = await read<Envelope<string>>(`${API_ROOT}/default-parameters`);
  const archivePath = `${ARCHIVE_ROOT}/a`;
  const archived = await get(archivePath);
  let otherPageSize: number | null = null;
  for (const size of PAGE_SIZES_TO_TRY) {
    if (size === DEFAULT_PAGE_SIZE || otherPageSize !== null) continue;
    if ((await get(`${API_ROOT}/strain-files?pagesize=${size}`)).status === OK) otherPageSize = size;
  }
  return {
    baseUrl,
    basePath,
    listings: createListings({
      detectors: await allowed('strain-files?detector=-'),
      catalogs: await allowed('event-versions?release=-'),
      // The last name is that of the filter which is no parameter.
      parameters: names.results
        .slice(0, -1)
        .map((name) => ({ name: name.replaceAll('-', '_'), unit: '', description: '' })),
    }),
    otherPageSize,
    archiveUrl:
      archived.status === FOUND ? (archived.headers.location?.slice(0, -archivePath.length - 1) ?? null) : null,
    strainFiles: await read(`${API_ROOT}/strain-files`),
    eventVersions: await read(`${API_ROOT}/event-versions`),
  };
}
