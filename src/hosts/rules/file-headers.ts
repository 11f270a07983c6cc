/**
 * The headers that hosts with rewrite rules send: headers for all responses, and the types and lifetimes of files outside the API.
 */

import { cacheControlOf, exposeRanges, FILES } from '../../core/contract/files.ts';
import {
  type CacheLifetimes,
  CSV_TYPE,
  type Headers,
  HTML_TYPE,
  JSON_TYPE,
  successHeaders,
  varyByCoding,
} from '../../core/contract/headers.ts';
import { HASHED_FOLDERS } from './own-paths.ts';
import { escapePattern } from './patterns.ts';

/** The headers for all responses, except Content-Type; Cache-Control is for listings. Files outside the API have ranges. */
export function commonHeaders(cache: CacheLifetimes): Headers {
  const { 'content-type': _, ...common } = varyByCoding(successHeaders(cache));
  return exposeRanges(common);
}

/** The content types that a host in front of a request handler compresses. */
export const COMPRESSED_TYPES = [JSON_TYPE, CSV_TYPE].map((type) => type.replace(/;.*/, ''));

/** Content types for the home page and files outside the API, by file extension. */
export const TYPES: Readonly<Record<string, string>> = Object.assign(
  { html: HTML_TYPE },
  ...FILES.map(({ types }) => types),
);

/** Files that are not cached like listings: the beginning of a pattern for their paths, and Cache-Control. */
export function cachedPaths(cache: CacheLifetimes): (readonly [pattern: string, cacheControl: string])[] {
  const revalidated = FILES.filter(({ lifetime }) => lifetime === 'revalidated').map(({ path }) => escapePattern(path));
  return [
    [`/(${HASHED_FOLDERS.join('|')})/`, cacheControlOf('forever', cache)],
    [`/(${revalidated.join('|')})`, cacheControlOf('revalidated', cache)],
  ];
}

/**
 * A part of a pattern that matches `<path> <headers>` if there are headers, namely Range and, in Caddy, If-Match. The request may then be
 * refused, so hosts that choose headers before the status is known send the short lifetime of errors.
 */
export const MAY_BE_REFUSED = '/.* .';
