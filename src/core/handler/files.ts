/**
 * Serves the site's files outside the API: downloads, packs and the explorer's assets. Used by request handlers on platforms that serve no
 * static files, do not serve them below the base URL's path, or do not support ranges.
 *
 * Downloads, packs and index parts are sent only with the right bytes: the pointer contains the downloads' hashes, and packs and index
 * parts have a hash in their names. Asset names also contain a hash, so a name is never reused for different content.
 *
 * Downloads are never compressed in transit and support a single range; requests with several ranges or an invalid range get the whole file
 * (RFC 9110, 14.2). HEAD is answered like GET, although the RFC defines ranges only for GET: nginx, Apache and Caddy do the same, and
 * DuckDB in a browser reads the whole file unless HEAD with a range returns 206. Downloads have no Last-Modified, so date conditions are
 * ignored (RFC 9110, 13.1.4).
 */

import { ASSET_FOLDER, ASSET_TYPES, assetHeaders } from '../contract/assets.ts';
import { DOWNLOAD_FOLDER, DOWNLOAD_TYPES, downloadType } from '../contract/downloads.ts';
import {
  type CacheLifetimes,
  downloadHeaders,
  entityTag,
  type Headers,
  immutableHeaders,
  isEntityTag,
  JSON_TYPE,
  matchesEntityTag,
  PACK_TYPE,
  POINTER_HEADERS,
  RELEASE_ID_HEADERS,
  successHeaders,
  TEXT_TYPE,
} from '../contract/headers.ts';
import {
  PACK_FOLDER,
  PART_FOLDER,
  packPath,
  partPath,
  RELEASE_ID_PATH,
  RELEASE_PATH,
  ROBOTS_PATH,
} from '../contract/paths.ts';
import { NO_SUCH_RANGE, NOT_FOUND, PRECONDITION_FAILED } from '../contract/refusals.ts';
import { readHashedFile } from './pack-cache.ts';
import type { HandlerRequest, HandlerResponse, Ports } from './ports.ts';
import { hashedFiles, type Release } from './release.ts';
import { bodyResponse, notModified, refusalResponse } from './response.ts';

/** A file that handlers serve. */
export interface SiteFile {
  readonly kind: 'file';
  /** Path within the site. */
  readonly path: string;
  readonly headers: Headers;
}

const EMPTY = new Uint8Array(0);

/** Packs, index parts and the explorer's assets: files with a content hash in their names. */
const HASHED = new RegExp(`^(${PACK_FOLDER}|${PART_FOLDER}|${ASSET_FOLDER})/([\\w-]+)\\.(\\w+)$`);

/** Headers for a file by its path in the site; null if handlers do not serve the path. */
function headersOf(path: string, cache: CacheLifetimes, isDownload: boolean): Headers | null {
  if (isDownload) return downloadHeaders(cache, downloadType(path));
  if (path === ROBOTS_PATH) return successHeaders(cache, TEXT_TYPE);
  if (path === RELEASE_PATH) return POINTER_HEADERS;
  if (path === RELEASE_ID_PATH) return RELEASE_ID_HEADERS;
  const [, folder, , ending] = HASHED.exec(path) ?? [];
  if (folder === ASSET_FOLDER) return assetHeaders(ending as string);
  if (folder === PACK_FOLDER) return immutableHeaders(PACK_TYPE);
  return folder === PART_FOLDER ? immutableHeaders(JSON_TYPE) : null;
}

/**
 * The headers that handlers send with these files, by a pattern for paths in the site, for hosts that are configured with patterns. `*`
 * stands for any text without a slash.
 */
export function headersByPattern(cache: CacheLifetimes): ReadonlyMap<string, Headers> {
  const byEnding = (folder: string, types: object) =>
    Object.keys(types).map((ending) => [`${folder}/*.${ending}`, `${folder}/name.${ending}`] as const);
  const examples = [
    [`${PACK_FOLDER}/*`, packPath('name')] as const,
    [`${PART_FOLDER}/*`, partPath('name')] as const,
    ...byEnding(DOWNLOAD_FOLDER, DOWNLOAD_TYPES),
    ...byEnding(ASSET_FOLDER, ASSET_TYPES),
    ...[RELEASE_PATH, RELEASE_ID_PATH, ROBOTS_PATH].map((path) => [path, path] as const),
  ];
  return new Map(
    examples.map(([pattern, path]) => {
      return [pattern, headersOf(path, cache, path.startsWith(`${DOWNLOAD_FOLDER}/`)) as Headers];
    }),
  );
}

/** The bytes `[from, to)` that a Range header requests: an empty range if it cannot be satisfied, null for the whole file. */
function parseRange(header: string | undefined, size: number): readonly [from: number, to: number] | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '') return last === '' ? null : [Math.max(size - Number(last), 0), size];
  if (last === '') return [Number(first), size];
  return Number(last) < Number(first) ? null : [Number(first), Math.min(Number(last) + 1, size)];
}

/**
 * Answers a request for a download with a slice of its file, or refuses it. Conditions are checked in the order of RFC 9110, 13.2.2. The
 * ETag is made from the hash in the pointer; the host compares it with the file.
 */
function answerDownload(file: SiteFile, { method, header }: HandlerRequest, release: Release): HandlerResponse {
  const { size, sha256 } = release.data.downloads[file.path] as { size: number; sha256: string };
  const etag = entityTag(sha256);
  const headers = { ...file.headers, 'accept-ranges': 'bytes', etag };
  const [ifMatch, ifNoneMatch, ifRange] = ['if-match', 'if-none-match', 'if-range'].map(header);
  if (ifMatch !== undefined && !isEntityTag(ifMatch, etag)) {
    return refusalResponse(PRECONDITION_FAILED, release, method);
  }
  if (ifNoneMatch !== undefined && matchesEntityTag(ifNoneMatch, etag)) return notModified(headers);
  const range = ifRange === undefined || ifRange === etag ? parseRange(header('range'), size) : null;
  const [from, to] = range ?? [0, size];
  if (range !== null && from >= to) {
    const refused = refusalResponse(NO_SUCH_RANGE, release, method);
    return { ...refused, headers: { ...refused.headers, 'content-range': `bytes */${size}` } };
  }
  return {
    status: range === null ? 200 : 206,
    headers: {
      ...headers,
      ...(range !== null && { 'content-range': `bytes ${from}-${to - 1}/${size}` }),
      'content-length': String(to - from),
    },
    body: EMPTY,
    ...(method !== 'HEAD' && from < to && { slice: { file: file.path, from, to } }),
  };
}

/** A pack or an index part; null if it cannot be read and belongs to another release. Rejects with SiteDamagedError. */
async function readPackOrPart(path: string, release: Release, ports: Ports): Promise<Uint8Array | null> {
  try {
    return await readHashedFile(path, ports);
  } catch (error) {
    if ((await hashedFiles(release)).includes(path)) throw error;
    return null;
  }
}

/** Answers a request for a file. Rejects with SiteDamagedError if a file of the release is missing or damaged. */
export async function answerFile(
  file: SiteFile,
  request: HandlerRequest,
  release: Release,
  ports: Ports,
): Promise<HandlerResponse> {
  const { path, headers } = file;
  if (Object.hasOwn(release.data.downloads, path)) return answerDownload(file, request, release);
  // Other files are small enough to be read whole.
  const [, folder] = HASHED.exec(path) ?? [];
  const body =
    folder === undefined || folder === ASSET_FOLDER
      ? await ports.readFile(path, folder === undefined).catch(() => null)
      : await readPackOrPart(path, release, ports);
  if (body === null) return refusalResponse(NOT_FOUND, release, request.method);
  return bodyResponse({ body, headers }, request, release, ports.sha256);
}

/** Finds the file at a request's path; null if handlers do not serve it. */
export function findFile(path: string, { basePath, data }: Pick<Release, 'basePath' | 'data'>): SiteFile | null {
  const start = `${basePath}/`;
  const file = path.startsWith(start) ? path.slice(start.length) : '';
  const headers = headersOf(file, data.cache, Object.hasOwn(data.downloads, file));
  return headers === null ? null : { kind: 'file', path: file, headers };
}
