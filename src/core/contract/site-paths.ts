/**
 * Formats the paths of the site's files in `dist/`, except downloads.
 *
 * Paths have no leading slash and consist of `A-Z a-z 0-9 . _ - @ /`. They are also the paths below the base URL. Rewrite rules join the
 * same segments.
 */

import type { Listing } from './collection.ts';
import type { Filter } from './filters.ts';
import { PAGE } from './parameters.ts';
import { API_ROOT, listingPath, queryLink, queryUrl, recordPath, withLinkFormat } from './paths.ts';
import type { Query } from './query.ts';

export const RELEASE_PATH = 'release.json';
/** A file with one line, the release's id. */
export const RELEASE_ID_PATH = 'release.txt';
export const MANIFEST_PATH = 'manifest.json';
/** The home page for hosts that only serve files. */
export const HOME_PATH = 'index.html';
export const ROBOTS_PATH = 'robots.txt';
/** The file with response headers in the format used by Cloudflare and Netlify. */
export const HEADERS_PATH = '_headers';
export const PACK_FOLDER = 'packs';
/** Folder for index files that are read on demand. */
export const INDEX_FOLDER = 'index';
/** The folder of the explorer's scripts, style sheet and icon. Their names contain a hash of their content. */
export const ASSET_FOLDER = 'assets';
/** Files for hosts with rewrite rules: the body of the API's root, and the home page in the form that request handlers send. */
export const ROOT_BODY_PATH = `${API_ROOT}/index.json`;
export const HOME_BODY_PATH = 'home.html';
/** Folder for error bodies, used by hosts with rewrite rules. */
export const ERROR_FOLDER = `${API_ROOT}/_errors`;

/** The file with an error's body: `errorBodyPath("404")` -> `api/v2/_errors/404.json`. */
export function errorBodyPath(name: string): string {
  return `${ERROR_FOLDER}/${name}.json`;
}

/** What a site's responses come from: page and record files, packs for request handlers, or both. */
export const LAYOUTS = ['pages', 'packs', 'both'] as const;
export type Layout = (typeof LAYOUTS)[number];

/**
 * The form of links to pages and records. `query`: API queries. `path`: page file paths, which clients can follow on a host that only
 * serves files.
 */
export const LINK_FORMS = ['query', 'path'] as const;
export type LinkForm = (typeof LINK_FORMS)[number];

/**
 * The link to a page as the path to its file, below the base URL: `api/v2/strain-files/_/20/2.json?format=api&page=2`. Throws RangeError if
 * the query has no page file.
 */
export function pathLink(query: Query, linkFormat: string | null): string {
  const path = pagePath(query);
  if (path === null) throw new RangeError(`no page file answers ${queryUrl(query)}`);
  const page = `${PAGE.name}=${PAGE.codec.format(query.page)}`;
  return `${withLinkFormat(path, linkFormat)}${linkFormat === null ? '?' : '&'}${page}`;
}

/** Formats the link to a page, below the base URL. `linkFormat`: the format in generated links, or null. */
export type PageLink = (query: Query, linkFormat: string | null) => string;
export const PAGE_LINKS: Readonly<Record<LinkForm, PageLink>> = { query: queryLink, path: pathLink };

/** The suffix for links to records. */
export function recordEnding(form: LinkForm): '' | '.json' {
  return form === 'path' ? '.json' : '';
}

/** The filters that page file paths can contain: those with finitely many values. */
export function pathFilters(listing: Listing): readonly Filter[] {
  return [...listing.filters.values()].filter(({ codec }) => codec.allowed !== undefined);
}

/**
 * A pattern for the values that page file paths can contain: most of the characters that need no encoding. After a dot, there is no
 * lower-case letter, because a path contains a dot before the name of each filter.
 */
export const PATH_VALUE = '\\w[\\w@-]*(?:[.][A-Z\\d][\\w@-]*)*';
const pathValue = new RegExp(`^${PATH_VALUE}$`);

/** A filter as part of a page file path: `.detector-H1`, or `.lastver` for a flag. Null if a path cannot contain the filter. */
export function filterInPath(listing: Listing, name: string, text: string): string | null {
  const filter = pathFilters(listing).find((one) => one.name === name);
  if (filter === undefined) return null;
  if (filter.codec.kind === 'flag') return `.${name}`;
  return pathValue.test(text) ? `.${name}-${text}` : null;
}

/**
 * The folder with the page files for a query's filters and page size: `api/v2/strain-files/_.detector-H1.sample-rate-4/20`. Null if a path
 * cannot contain one of the filters.
 */
export function pageFolder({ listing, parentIds, filters, pageSize }: Query): string | null {
  const parts = Array.from(filters, ([name, { text }]) => filterInPath(listing, name, text));
  if (parts.includes(null)) return null;
  return [listingPath(listing, parentIds), `_${parts.join('')}`, pageSize].join('/');
}

/** The path of a page file in its query's folder. */
export function pageFile(folder: string, page: number): string {
  return `${folder}/${page}.json`;
}

/** The page file for a query, enumerated or not; null if its path cannot contain one of the filters. */
export function pagePath(query: Query): string | null {
  const folder = pageFolder(query);
  return folder === null ? null : pageFile(folder, query.page);
}

/** A record's file. */
export function recordFile(collection: string, id: string): string {
  return `${recordPath(collection, id)}${recordEnding('path')}`;
}

/** The file that records link to in path form: a copy of the listing's first page. */
export function firstPageFile(listing: Listing, parentIds: readonly string[]): string {
  return `${listingPath(listing, parentIds)}${recordEnding('path')}`;
}

/** The file that answers an older interface's path: `eventapi/json/GWTC` -> `eventapi/json/GWTC.json`. */
export const legacyFile = (path: string): string => `${path}.json`;

/** The path of an asset. */
export const assetPath = (name: string): string => `${ASSET_FOLDER}/${name}`;

/** The file for a pack, named after its content: `packs/strain-files-<first 128 bits of its SHA-256>.ndjson`. */
export function packPath(name: string): string {
  return `${PACK_FOLDER}/${name}.ndjson`;
}

/** The file for an index file, named after its content like a pack. */
export function indexPath(name: string): string {
  return `${INDEX_FOLDER}/${name}.json`;
}

const PACK_HASH_DIGITS = 32;
/** Pattern for the name of a pack or an index file. */
export const PACK_NAME = `[\\w-]+-[0-9a-f]{${PACK_HASH_DIGITS}}`;

/** Name of a pack or an index file: its line set and the hash of its bytes. */
export function packName(packSet: string, sha256Hex: string): string {
  return `${packSet}-${sha256Hex.slice(0, PACK_HASH_DIGITS)}`;
}

/** True if the hash matches the one in the path of a pack or an index file. */
export function hashMatchesPath(sha256Hex: string, path: string): boolean {
  return sha256Hex.startsWith(path.slice(0, path.lastIndexOf('.')).slice(-PACK_HASH_DIGITS));
}
