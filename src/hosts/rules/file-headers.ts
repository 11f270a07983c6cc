/**
 * The headers that hosts with rewrite rules send: headers for all responses, and the types and lifetimes of files outside the API.
 */

import { ASSET_TYPES } from '../../core/contract/assets.ts';
import { DOWNLOAD_TYPES } from '../../core/contract/downloads.ts';
import {
  type CacheLifetimes,
  CSV_TYPE,
  type Headers,
  HTML_TYPE,
  JSON_TYPE,
  PACK_CACHE_CONTROL,
  PACK_TYPE,
  POINTER_CACHE_CONTROL,
  successHeaders,
  TEXT_TYPE,
  varyByCoding,
} from '../../core/contract/headers.ts';
import { MANIFEST_PATH, RELEASE_ID_PATH, RELEASE_PATH } from '../../core/contract/paths.ts';
import { HASHED_FOLDERS } from './own-paths.ts';
import { anyOf, escapePattern } from './patterns.ts';

/** Headers that these hosts send and that scripts may read; the last two are for range requests for files outside the API. */
const EXPOSED = 'ETag, Accept-Ranges, Content-Range';

/** The headers for all responses, except Content-Type; Cache-Control is for listings. */
export function commonHeaders(cache: CacheLifetimes): Headers {
  const { 'content-type': _, ...common } = varyByCoding(successHeaders(cache));
  return { ...common, 'access-control-expose-headers': EXPOSED };
}

/** The content types that a host in front of a request handler compresses. */
export const COMPRESSED_TYPES = [JSON_TYPE, CSV_TYPE].map((type) => type.replace(/;.*/, ''));

/** Content types for files outside the API, by file extension. */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  html: HTML_TYPE,
  txt: TEXT_TYPE,
  ndjson: PACK_TYPE,
  ...ASSET_TYPES,
  ...DOWNLOAD_TYPES,
};

/** Files outside the API that are not cached like listings. */
export interface CachedFiles {
  /** Patterns for the names of the files, or of the folders that contain them. */
  readonly names: readonly string[];
  readonly areFolders: boolean;
  readonly cacheControl: string;
}

export const FILE_CACHE: readonly CachedFiles[] = [
  { names: HASHED_FOLDERS, areFolders: true, cacheControl: PACK_CACHE_CONTROL },
  {
    names: [RELEASE_PATH, RELEASE_ID_PATH, MANIFEST_PATH].map(escapePattern),
    areFolders: false,
    cacheControl: POINTER_CACHE_CONTROL,
  },
];

/** A part of a pattern that matches the paths of these files, followed by a space or the end. */
export const cachedPaths = ({ names, areFolders }: CachedFiles): string =>
  `/${anyOf(names)}${areFolders ? '/' : '(?: |$)'}`;

/**
 * A part of a pattern that matches `<path> <Range and If-Match headers>` if there are such headers. The request may then be refused, so
 * hosts that choose headers before the status is known send the short lifetime of errors.
 */
export const MAY_BE_REFUSED = '/.* .';
