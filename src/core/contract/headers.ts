/**
 * Names and values of all response headers. Names are lower case.
 *
 * Caching follows the contract: content that can change is cached briefly and may be served stale while it is revalidated.
 */

import { ALLOWED_METHODS, RETRY_AFTER_S } from './refusals.ts';

/** Headers by lower-case name. */
export type Headers = Readonly<Record<string, string>>;

/** Lifetimes in seconds. */
export interface CacheLifetimes {
  readonly listings: { readonly maxAge: number; readonly staleWhileRevalidate: number };
  readonly errors: { readonly maxAge: number };
}

export const DEFAULT_CACHE_LIFETIMES: CacheLifetimes = {
  listings: { maxAge: 300, staleWhileRevalidate: 86400 },
  errors: { maxAge: 10 },
};

export const JSON_TYPE = 'application/json';
export const CSV_TYPE = 'text/csv; charset=utf-8';
export const HTML_TYPE = 'text/html; charset=utf-8';
export const TEXT_TYPE = 'text/plain; charset=utf-8';
/** Content types of bodies. */
export type ContentType = typeof JSON_TYPE | typeof CSV_TYPE | typeof TEXT_TYPE | typeof HTML_TYPE;
export const PACK_TYPE = 'application/x-ndjson';
/** https://www.iana.org/assignments/media-types/application/vnd.apache.parquet */
export const PARQUET_TYPE = 'application/vnd.apache.parquet';

export const ALLOW = ALLOWED_METHODS.join(', ');

/** Cache-Control for anything whose content can change at the same URL. */
export function listingCacheControl({ listings }: CacheLifetimes): string {
  return `public, max-age=${listings.maxAge}, stale-while-revalidate=${listings.staleWhileRevalidate}`;
}

/** Cache-Control for refusals. */
export function errorCacheControl({ errors }: CacheLifetimes): string {
  return `public, max-age=${errors.maxAge}`;
}

/** Headers on every response, regardless of its status. Hosts expose only headers that they send, and all hosts send an ETag. */
const COMMON: Headers = {
  allow: ALLOW,
  vary: 'Accept',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag',
};

/** For a response that a host compresses for clients that accept it: it varies by Accept-Encoding for every client. */
export function varyByCoding(headers: Headers): Headers {
  return { ...headers, vary: `${headers.vary}, Accept-Encoding` };
}

/** The headers that only request handlers send, and only with API responses. */
const EXPOSED_BY_HANDLERS = 'Link, Stillwave-Ignored, Stillwave-Release';

/**
 * Adds the header that request handlers send with every API response: the release's id. A program that reads several pages can compare the
 * ids to detect a change of release. `releaseId` is undefined while the site has no usable release.
 */
export function handlerHeaders(headers: Headers, releaseId: string | undefined): Headers {
  return {
    ...headers,
    'access-control-expose-headers': `${headers['access-control-expose-headers']}, ${EXPOSED_BY_HANDLERS}`,
    ...(releaseId && { 'stillwave-release': releaseId }),
  };
}

/** Headers for a 200, and for the matching 304, which omits the content type. */
export function successHeaders(cache: CacheLifetimes, contentType: string = JSON_TYPE): Headers {
  return { ...COMMON, 'content-type': contentType, 'cache-control': listingCacheControl(cache) };
}

/** Headers that OPTIONS adds for CORS preflights; browsers may cache them for a day. */
export const PREFLIGHT: Headers = {
  'access-control-allow-methods': ALLOW,
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};

/** Headers for a refusal. A 503 is never stored, because the next request may succeed, and says when to try again. */
export function errorHeaders(cache: CacheLifetimes, status: number): Headers {
  const isTemporary = status === 503;
  return {
    ...COMMON,
    'content-type': JSON_TYPE,
    'cache-control': isTemporary ? 'no-store' : errorCacheControl(cache),
    ...(isTemporary && { 'retry-after': String(RETRY_AFTER_S) }),
  };
}

/** The only conditional header that API responses honour. They have no Last-Modified, so If-Modified-Since is ignored. */
export const IF_NONE_MATCH = 'If-None-Match';

/** Headers for a redirect, except `location`. */
export function redirectHeaders(cache: CacheLifetimes): Headers {
  return { ...COMMON, 'cache-control': listingCacheControl(cache) };
}

/** Names the request's parameters that had no effect; no header if there are none. */
export function ignoredHeader(names: readonly string[]): Headers {
  return names.length === 0 ? {} : { 'stillwave-ignored': names.join(', ') };
}

/** A Link header (RFC 8288) with links by relation, for bodies that cannot contain links; null links are left out. */
export function linkHeader(links: Readonly<Record<string, string | null>>): Headers {
  const present = Object.entries(links).filter(([, url]) => url !== null);
  return { link: present.map(([relation, url]) => `<${url}>; rel="${relation}"`).join(', ') };
}

/** A strong ETag from the body's SHA-256: the same bytes have the same tag in every release. */
export function entityTag(sha256Hex: string): string {
  return `"${sha256Hex.slice(0, 32)}"`;
}

/** The entity tags in a conditional header's value. */
const tagsOf = (text: string): string[] => [...text.matchAll(/(?:W\/)?"[^"]*"/g)].map(([tag]) => tag);

const withoutWeakness = (tag: string): string => tag.replace(/^W\//, '');

/** True if If-None-Match is `*` or lists the tag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesEntityTag(ifNoneMatch: string, etag: string): boolean {
  const isListed = () => tagsOf(ifNoneMatch).some((tag) => withoutWeakness(tag) === withoutWeakness(etag));
  return ifNoneMatch.trim() === '*' || isListed();
}

/** True if If-Match is `*` or lists the tag, by strong comparison (RFC 9110, 13.1.1). */
export function isEntityTag(ifMatch: string, etag: string): boolean {
  return ifMatch.trim() === '*' || tagsOf(ifMatch).includes(etag);
}
