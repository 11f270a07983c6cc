/**
 * Response headers: names and values, decided here alone. Names are in lower case. Pure.
 *
 * The caching rules are the contract's: what can change is kept briefly and may be served stale while a cache asks again;
 * what is named by its content is kept for good; the pointer is always asked for.
 */

import { ALLOWED_METHODS, RETRY_AFTER_S } from './refusals.ts';
import { SERVICE_UNAVAILABLE } from './statuses.ts';

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
export const PACK_TYPE = 'application/x-ndjson';

export const ALLOW = ALLOWED_METHODS.join(', ');

export const PACK_CACHE_CONTROL = 'public, max-age=31536000, immutable';
export const POINTER_CACHE_CONTROL = 'no-cache';

export function listingCacheControl({ listings }: CacheLifetimes): string {
  return `public, max-age=${listings.maxAge}, stale-while-revalidate=${listings.staleWhileRevalidate}`;
}

export function errorCacheControl({ errors }: CacheLifetimes): string {
  return `public, max-age=${errors.maxAge}`;
}

/** What every answer of the API carries, whatever its status. */
const COMMON: Headers = {
  allow: ALLOW,
  vary: 'Accept',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Link',
};

/** Headers of a 200 and, without the content type, of its 304. */
export function successHeaders(cache: CacheLifetimes, contentType: string = JSON_TYPE): Headers {
  return { ...COMMON, 'content-type': contentType, 'cache-control': listingCacheControl(cache) };
}

/** Headers of a pack, for hosts that send the site's files as well. */
export const PACK_HEADERS: Headers = {
  ...COMMON,
  'content-type': PACK_TYPE,
  'cache-control': PACK_CACHE_CONTROL,
};

/** Headers of a part of the index. */
export const PART_HEADERS: Headers = { ...PACK_HEADERS, 'content-type': JSON_TYPE };

/** Headers of a download. Pages elsewhere may read what a range is about. */
export function downloadHeaders(cache: CacheLifetimes, contentType: string): Headers {
  const headers = successHeaders(cache, contentType);
  const exposed = headers['access-control-expose-headers'];
  return { ...headers, 'access-control-expose-headers': `${exposed}, Accept-Ranges, Content-Range` };
}

/** Headers of the pointer and the manifest. */
export const POINTER_HEADERS: Headers = {
  ...COMMON,
  'content-type': JSON_TYPE,
  'cache-control': POINTER_CACHE_CONTROL,
};

/** What OPTIONS adds, so that a browser's preflight succeeds; a browser may keep it for a day. */
export const PREFLIGHT: Headers = {
  'access-control-allow-methods': ALLOW,
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};

export function errorHeaders(cache: CacheLifetimes, status: number): Headers {
  return {
    ...COMMON,
    'content-type': JSON_TYPE,
    'cache-control': errorCacheControl(cache),
    ...(status === SERVICE_UNAVAILABLE && { 'retry-after': String(RETRY_AFTER_S) }),
  };
}

/**
 * Request headers that are not looked at: answers are read, not changed, and are short enough to be sent whole. Hosts whose file
 * server would answer them with 206, 412 or 416 are told to forget them.
 */
export const IGNORED_REQUEST_HEADERS = ['If-Match', 'If-Unmodified-Since', 'If-Range', 'Range'] as const;

/** Headers of a redirect but for its `location`. */
export function redirectHeaders(cache: CacheLifetimes): Headers {
  return { ...COMMON, 'cache-control': listingCacheControl(cache) };
}

/** Links to other pages by their relation, for an answer that has no place for them (RFC 8288); null where there is none. */
export function linkHeader(links: Readonly<Record<string, string | null>>): Headers {
  const there = Object.entries(links).filter(([, url]) => url !== null);
  return { link: there.map(([relation, url]) => `<${url}>; rel="${relation}"`).join(', ') };
}

/** What a content coding changes: a tag of its own, and caches must tell the codings apart. */
export function codedHeaders(headers: Headers & { readonly etag: string }, coding: string): typeof headers {
  return { ...headers, 'content-encoding': coding, etag: headers.etag.replace(/"$/, `-${coding}"`) };
}

/** For hosts that compress: every answer, coded or not, depends on Accept-Encoding. */
export function varyByCoding(headers: Headers): Headers {
  return { ...headers, vary: `${headers.vary}, Accept-Encoding` };
}

/** A strong tag from the SHA-256 of the body: same bytes, same tag, in any release. */
export function entityTag(sha256Hex: string): string {
  return `"${sha256Hex.slice(0, 32)}"`;
}

const withoutWeakness = (tag: string): string => tag.replace(/^W\//, '');

/** True where If-None-Match names the tag: `*`, or a list that has it under weak comparison (RFC 9110, 13.1.2). */
export function matchesEntityTag(ifNoneMatch: string, etag: string): boolean {
  const text = ifNoneMatch.trim();
  if (text === '*') return true;
  return [...text.matchAll(/(?:W\/)?"[^"]*"/g)].some(([tag]) => withoutWeakness(tag) === withoutWeakness(etag));
}

/** True where Accept-Encoding takes `coding`: named with a weight above 0, or covered by `*` (RFC 9110, 12.5.3). */
export function acceptsCoding(acceptEncoding: string, coding: string): boolean {
  let wildcard = false;
  for (const element of acceptEncoding.toLowerCase().split(',')) {
    const [name, ...parameters] = element.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const accepted = weight === undefined || Number(weight.slice(2)) > 0;
    if (name === coding) return accepted;
    if (name === '*') wildcard = accepted;
  }
  return wildcard;
}
