/**
 * Serves the site's files outside the API: downloads, packs and the explorer's assets. Used by request handlers on platforms that serve no
 * static files, do not serve them below the base URL's path, or do not support ranges.
 *
 * A file is opened once, and sent only if its bytes belong to the current release: the pointer contains the downloads' hashes, and packs
 * and index parts have a hash in their names. Asset names also contain a hash, so a name is never reused for different content.
 *
 * Downloads are never compressed in transit and support a single range; requests with several ranges or an invalid range get the whole file
 * (RFC 9110, 14.2). HEAD is answered like GET, although the RFC defines ranges only for GET: nginx, Apache and Caddy do the same, and
 * DuckDB in a browser reads the whole file unless HEAD with a range returns 206. Downloads have no Last-Modified, so date conditions are
 * ignored (RFC 9110, 13.1.4).
 */

import { ASSET_FOLDER, ASSET_TYPES, assetHeaders } from '../contract/assets.ts';
import { varyByCoding } from '../contract/codings.ts';
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
  hashMatchesName,
  PACK_FOLDER,
  PART_FOLDER,
  packPath,
  partPath,
  RELEASE_ID_PATH,
  RELEASE_PATH,
  ROBOTS_PATH,
} from '../contract/paths.ts';
import { NO_SUCH_RANGE, NOT_FOUND, PRECONDITION_FAILED } from '../contract/refusals.ts';
import { OK, PARTIAL_CONTENT } from '../contract/statuses.ts';
import type { FindFile, HandlerRequest, HandlerResponse, OpenedFile, OpenFile, Ports } from './ports.ts';
import { type Release, SiteDamagedError } from './release.ts';
import { bodyResponse, notModified, refusalResponse } from './response.ts';

interface FoundFile {
  /** Path within the site. */
  readonly path: string;
  readonly headers: Headers;
}

const EMPTY = new Uint8Array(0);

/** Packs, index parts and the explorer's assets: files with a content hash in their names. */
const NAMED = new RegExp(`^(${PACK_FOLDER}|${PART_FOLDER}|${ASSET_FOLDER})/([\\w-]+)\\.(\\w+)$`);

/** Headers for a file by its path in the site; null if handlers do not serve the path. */
function headersOf(path: string, cache: CacheLifetimes, isDownload: boolean): Headers | null {
  if (isDownload) return downloadHeaders(cache, downloadType(path));
  if (path === ROBOTS_PATH) return successHeaders(cache, TEXT_TYPE);
  if (path === RELEASE_PATH) return POINTER_HEADERS;
  if (path === RELEASE_ID_PATH) return RELEASE_ID_HEADERS;
  const [, folder, , ending] = NAMED.exec(path) ?? [];
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

/** The response for a download; `headers` contains its ETag. Conditions are checked in the order of RFC 9110, 13.2.2. */
function answerDownload<Part>(
  file: OpenedFile<Part>,
  headers: Headers & { readonly etag: string },
  { method, header }: HandlerRequest,
  release: Release,
): HandlerResponse<Part> {
  const { size } = file;
  const { etag } = headers;
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
    status: range === null ? OK : PARTIAL_CONTENT,
    headers: {
      ...headers,
      ...(range !== null && { 'content-range': `bytes ${from}-${to - 1}/${size}` }),
      'content-length': String(to - from),
    },
    body: method === 'HEAD' || from >= to ? EMPTY : file.read(from, to),
  };
}

/** Serves a download. */
async function sendDownload<Part>(
  { path, headers }: FoundFile,
  request: HandlerRequest,
  release: Release,
  openFile: OpenFile<Part>,
): Promise<HandlerResponse<Part>> {
  const known = release.data.downloads[path];
  const file = await openFile(path).catch((cause) => {
    throw new SiteDamagedError(`${path} cannot be read`, { cause });
  });
  if (file.sha256 !== known?.sha256) {
    file.close();
    throw new SiteDamagedError(`${path} is not the file of this release`);
  }
  const ofDownload = { ...headers, 'accept-ranges': 'bytes', etag: entityTag(file.sha256) };
  const answer = answerDownload(file, ofDownload, request, release);
  if (answer.body instanceof Uint8Array) file.close();
  return answer;
}

/** Serves a file that is small enough to be read whole. */
async function sendSmallFile(
  { path, headers }: FoundFile,
  request: HandlerRequest,
  release: Release,
  ports: Ports,
): Promise<HandlerResponse> {
  const [, folder, name = ''] = NAMED.exec(path) ?? [];
  const body = await ports.readFile(path, name === '').catch(() => null);
  if (body === null) return refusalResponse(NOT_FOUND, release, request.method);
  const isHashed = name !== '' && folder !== ASSET_FOLDER;
  if (isHashed && !hashMatchesName(await ports.sha256(body), name)) {
    throw new SiteDamagedError(`${path} is truncated or changed`);
  }
  return bodyResponse({ body, headers: ports.codings ? varyByCoding(headers) : headers }, request, release, ports);
}

/** Opens files by reading them whole. */
function openWhole({ readFile, sha256 }: Ports): OpenFile<never> {
  return async (path) => {
    const bytes = await readFile(path, true);
    return {
      size: bytes.length,
      sha256: await sha256(bytes),
      read: (from, to) => bytes.subarray(from, to),
      close() {},
    };
  };
}

/**
 * Finds the file at a request's path; null if handlers do not serve it. Pass this function to `createSite` to make a site serve its files.
 */
export const findFile: FindFile = (path, { basePath, data }) => {
  const start = `${basePath}/`;
  const file = path.startsWith(start) ? path.slice(start.length) : '';
  const isDownload = Object.hasOwn(data.downloads, file);
  const headers = headersOf(file, data.cache, isDownload);
  if (headers === null) return null;
  const found = { path: file, headers };
  return {
    kind: 'file',
    send: (request, release, ports, openFile) =>
      isDownload
        ? sendDownload(found, request, release, openFile ?? openWhole(ports))
        : sendSmallFile(found, request, release, ports),
  };
};
