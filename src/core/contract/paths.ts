/** URL paths below the base URL that request handlers answer: formats the API's paths, and names the others. */

import { ID_PLACEHOLDER, type Listing } from './collection.ts';
import { LEGACY_ROOTS } from './legacy-paths.ts';
import { FORMAT } from './parameters.ts';
import { formatPageLink, formatQuery, type Query } from './query.ts';

export const API_ROOT = 'api/v2';
/** Names of the OpenAPI document below the API's root; the first is also its file name. */
export const OPENAPI_NAMES = ['openapi.json', 'schema'] as const;
export const OPENAPI_PATH = `${API_ROOT}/${OPENAPI_NAMES[0]}`;
/** Path of the real service's documentation, and the explorer's view that replaces it. */
export const DOCS_NAME = 'docs';
export const DOCS_PAGE = '#/api';
/** On Node: whether the site can answer. It is not a file. */
export const HEALTH_PATH = 'health';

/** A listing's name within document names: `runs/{}/strain-files` -> `runs.strain-files`. */
export function listingKey({ segments }: Listing): string {
  return segments.filter((segment) => segment !== ID_PLACEHOLDER).join('.');
}

/** The folders of the API and of the older interfaces, below the base URL. */
export const API_ROOTS: readonly string[] = [API_ROOT, ...LEGACY_ROOTS];

/** The path to a record, below the base URL: `api/v2/runs/O1`. */
export function recordPath(collection: string, id: string): string {
  return `${API_ROOT}/${collection}/${id}`;
}

/** The path to a listing, with its parents' ids. */
export function listingPath({ segments }: Listing, parentIds: readonly string[]): string {
  let next = 0;
  const filled = segments.map((segment) => (segment === ID_PLACEHOLDER ? parentIds[next++] : segment));
  return [API_ROOT, ...filled].join('/');
}

/** Adds the query that selects a format. The URL must not have a query yet. */
export function withFormat(url: string, format: string): string {
  return `${url}?${FORMAT.name}=${format}`;
}

/** Adds the format used in generated links, if there is one. */
export function withLinkFormat(url: string, linkFormat: string | null): string {
  return linkFormat === null ? url : withFormat(url, linkFormat);
}

/** The link to a page, below the base URL: `api/v2/strain-files?format=api&page=2`. */
export function queryLink(query: Query, linkFormat: string | null): string {
  return `${listingPath(query.listing, query.parentIds)}?${formatPageLink(query, linkFormat)}`;
}

/** The URL of a canonical query below the base URL, as a client would type it. */
export function queryUrl(query: Query): string {
  const text = formatQuery(query);
  return `${listingPath(query.listing, query.parentIds)}${text === '' ? '' : `?${text}`}`;
}
