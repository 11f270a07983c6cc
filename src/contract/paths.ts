/**
 * URL paths and paths in `dist/`: the one place that spells either.
 *
 * Paths in `dist/` have no leading slash and use `A-Z a-z 0-9 . _ - @ /` alone. The first is the path below the base URL;
 * the rewrite rules of hosts join the same segments. Pure.
 */

import { ARCHIVE_ROOTS } from './archive-paths.ts';
import { type Collection, type Listing, PARENT, type PathFilter } from './collection.ts';
import { FORMAT, LINK_FORMAT, PAGE } from './parameters.ts';
import { formatPageLink, formatQuery, type Query } from './query.ts';

export const API_ROOT = 'api/v2';

/** Names of the OpenAPI document below the API's root; the first one is that of a file, too. */
export const DOCUMENT_NAMES = ['openapi.json', 'schema'] as const;
export const OPENAPI_PATH = `${API_ROOT}/${DOCUMENT_NAMES[0]}`;
/** The set of lines whose order is that of the release's `documents`. */
export const DOCUMENT_LINES = 'documents';

export const RELEASE_PATH = 'release.json';
export const MANIFEST_PATH = 'manifest.json';
/** The page of hosts that only send files, and its script. */
export const HOME_PATH = 'index.html';
export const HOME_SCRIPT_PATH = 'home.js';
export const ROBOTS_PATH = 'robots.txt';
/** Headers of files, as Cloudflare and Netlify read them. */
export const HEADERS_PATH = '_headers';
/** Where the page at `HOME_PATH` looks for a service worker; its folder is what the worker may answer for. */
export const SERVICE_WORKER_PATH = 'sw.js';
export const PACK_FOLDER = 'packs';
/** Parts of the index that are read on demand. */
export const PART_FOLDER = 'index';
/** Bodies of errors and of OPTIONS, for hosts that can only send files. */
export const FIXED_BODY_FOLDER = `${API_ROOT}/_`;

/** The page at the base URL as request handlers answer it, for hosts with rules. */
export const HOME_BODY_PATH = `${FIXED_BODY_FOLDER}/home.html`;

/** The file of a fixed body. `fixedBodyPath("strain-files", "invalid", "detector")` -> `api/v2/_/strain-files/invalid/detector.json`. */
export function fixedBodyPath(...names: readonly string[]): string {
  return `${FIXED_BODY_FOLDER}/${names.join('/')}.json`;
}

/** Names what a listing's fixed bodies are about: `runs/{}/strain-files` -> `runs.strain-files`. */
export function listingKey({ segments }: Listing): string {
  return segments.filter((segment) => segment !== PARENT).join('.');
}

/** What an OPTIONS request is about. */
export type Described =
  | { readonly kind: 'home' | 'root' | 'archive' | 'openapi' }
  | { readonly kind: 'listing'; readonly listing: Listing }
  | { readonly kind: 'record'; readonly collection: Pick<Collection, 'name' | 'title'> };

/** What the name of an OPTIONS body is made of. */
type Named =
  | Exclude<Described, { kind: 'record' }>
  | { readonly kind: 'record'; readonly collection: { readonly name: string } };

/** The name of the document that is the OPTIONS body of a target: `options/runs.strain-files`. */
export function optionsName(target: Named): string {
  const { kind } = target;
  if (kind === 'listing') return `options/${listingKey(target.listing)}`;
  if (kind === 'record') return `options/${target.collection.name}-record`;
  return `options/${kind === 'home' ? 'root' : kind}`;
}

/** The file of the OPTIONS body of a target. */
export function optionsBodyPath(target: Named): string {
  return fixedBodyPath(optionsName(target));
}

/** What a URL below the base URL begins with that asks the API or the archive: `/api/`, `/archive/`, `/eventapi/`. */
export const ROOT_FOLDERS: readonly string[] = [API_ROOT, ...ARCHIVE_ROOTS].map((root) => `/${root.split('/')[0]}/`);

export function recordPath(collection: string, id: string): string {
  return `${API_ROOT}/${collection}/${id}`;
}

/** The path of a listing with the ids of its parents. */
export function listingPath({ segments }: Listing, parents: readonly string[]): string {
  let next = 0;
  const filled = segments.map((segment) => (segment === PARENT ? parents[next++] : segment));
  return [API_ROOT, ...filled].join('/');
}

/** Asks for a format. */
export function withFormat(url: string, format: string): string {
  return `${url}?${FORMAT.name}=${format}`;
}

/** Adds `?format=api`, which every link carries; the URL must not have a query. */
export function withLinkFormat(url: string): string {
  return withFormat(url, LINK_FORMAT);
}

/**
 * How links to pages and records are written. `query`: as clients ask the API. `path`: as paths of page files, so that a
 * client can follow them on a host that only sends files.
 */
export const LINK_FORMS = ['query', 'path'] as const;
export type LinkForm = (typeof LINK_FORMS)[number];

/** The link to a page, below the base URL: `api/v2/strain-files?format=api&page=2`. */
export function queryLink(query: Query): string {
  return `${listingPath(query.listing, query.parents)}?${formatPageLink(query)}`;
}

/**
 * The link to a page as the path of its file, below the base URL: `api/v2/strain-files/_/all/all/20/2.json?format=api&page=2`.
 * Throws RangeError where the query has no page file.
 */
export function pathLink(query: Query): string {
  const path = pagePath(query);
  if (path === null) throw new RangeError(`no page file answers ${queryUrl(query)}`);
  return `${withLinkFormat(path)}&${PAGE.name}=${PAGE.codec.format(query.page)}`;
}

/** Writes the link to a page, below the base URL. */
export type PageLink = (query: Query) => string;

export const PAGE_LINKS: Readonly<Record<LinkForm, PageLink>> = { query: queryLink, path: pathLink };

/** What the link to a record ends in. */
export function recordEnding(form: LinkForm): '' | '.json' {
  return form === 'path' ? '.json' : '';
}

/** The URL of a canonical query below the base URL, as a client would type it. */
export function queryUrl(query: Query): string {
  const text = formatQuery(query);
  return `${listingPath(query.listing, query.parents)}${text === '' ? '' : `?${text}`}`;
}

/** The name of a filter's folder in the path of a query; null where its value has none. */
function folderOf({ name, segment }: PathFilter, { filters }: Query): string | null {
  const text = filters.get(name)?.text;
  if (text === undefined) return segment.absent;
  return segment.present ?? (text.includes(',') ? null : text);
}

/** The filters that are folders of page files, in the order of the folders. */
export function pathFilters(listing: Listing): readonly PathFilter[] {
  return [...listing.filters.values()].filter((filter): filter is PathFilter => filter.segment !== undefined);
}

/** The folder that holds the page files of a query's filters and page size; null where filters have no folder. */
export function pageFolder(query: Query): string | null {
  const { listing, parents, filters, pageSize } = query;
  const folders = pathFilters(listing);
  if ([...filters.keys()].some((name) => !listing.filters.get(name)?.segment)) return null;
  const segments = folders.map((filter) => folderOf(filter, query));
  if (segments.includes(null)) return null;
  return [listingPath(listing, parents), '_', ...segments, pageSize].join('/');
}

/** The page file in the folder of its query. */
export function pageFile(folder: string, page: number): string {
  return `${folder}/${page}.json`;
}

/** The page file of a query, whether it is enumerated or not; null where its filters have no folder. */
export function pagePath(query: Query): string | null {
  const folder = pageFolder(query);
  return folder === null ? null : pageFile(folder, query.page);
}

/** The detail file of a record. */
export function detailPath(collection: string, id: string): string {
  return `${recordPath(collection, id)}${recordEnding('path')}`;
}

/** Where links are paths of files: the first page of a listing, for the links of records to it. */
export function firstPageFile(listing: Listing, parents: readonly string[]): string {
  return `${listingPath(listing, parents)}${recordEnding('path')}`;
}

/** The file of a pack, named by its content: `packs/strain-files-<first 128 bits of its SHA-256>.ndjson`. */
export function packPath(name: string): string {
  return `${PACK_FOLDER}/${name}.ndjson`;
}

/** The file of a part of the index, named by its content like a pack. */
export function partPath(name: string): string {
  return `${PART_FOLDER}/${name}.json`;
}

const PACK_HASH_DIGITS = 32;

/** Name of a pack or a part: what it holds and the hash of its bytes. */
export function packName(packSet: string, sha256Hex: string): string {
  return `${packSet}-${sha256Hex.slice(0, PACK_HASH_DIGITS)}`;
}

/** True where a pack or a part with this hash is the one that its name promises. */
export function isNamedAfter(sha256Hex: string, name: string): boolean {
  return sha256Hex.startsWith(name.slice(-PACK_HASH_DIGITS));
}

/** True for the file of a pack, or a part, of exactly this set: some names begin with others. */
export function isFileOfSet(path: string, folder: string, set: string): boolean {
  const prefix = `${folder}/${set}-`;
  return path.startsWith(prefix) && new RegExp(`^[0-9a-f]{${PACK_HASH_DIGITS}}\\b`).test(path.slice(prefix.length));
}
