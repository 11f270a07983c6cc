/**
 * Serves the site's files outside the API: downloads, packs and the explorer's assets. Used by request handlers on platforms that serve no
 * static files, do not serve them below the base URL's path, or do not support ranges.
 *
 * Downloads, packs and index files are sent only with the right bytes: the pointer contains the downloads' hashes, and packs and index
 * files have a hash in their names. Asset names also contain a hash, so a name is never reused for different content.
 *
 * Downloads are never compressed in transit and support a single range; requests with several ranges or an invalid range get the whole file
 * (RFC 9110, 14.2). HEAD is answered like GET, although the RFC defines ranges only for GET: nginx, Apache and Caddy do the same, and
 * DuckDB in a browser reads the whole file unless HEAD with a range returns 206. Downloads have no Last-Modified, so date conditions are
 * ignored (RFC 9110, 13.1.4).
 */

import { exposeRanges, type FileRow, fileHeaders, findFileRow } from '../contract/files.ts';
import { entityTag, isEntityTag, matchesEntityTag } from '../contract/headers.ts';
import { NO_SUCH_RANGE, NOT_FOUND, PRECONDITION_FAILED } from '../contract/refusals.ts';
import { INDEX_FOLDER, PACK_FOLDER } from '../contract/site-paths.ts';
import type { HandlerRequest, HandlerResponse, Ports } from '../release/ports.ts';
import { inTime, readHashedFile } from '../release/read-file.ts';
import { hashedFiles, type Release } from '../release/release.ts';
import { bodyResponse, EMPTY, notModified, refusalResponse } from './response.ts';

/** A file that handlers serve. */
export interface SiteFile {
  readonly kind: 'file';
  /** Path within the site. */
  readonly path: string;
  readonly row: FileRow;
}

/** Matches packs and index files. Their names contain a hash that handlers can check. */
const CHECKED = new RegExp(`^(?:${PACK_FOLDER}|${INDEX_FOLDER})/`);

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
  const own = fileHeaders(file.row, file.path, release.data.cache);
  const headers = { ...own, 'accept-ranges': 'bytes', etag };
  const [ifMatch, ifNoneMatch, ifRange] = ['if-match', 'if-none-match', 'if-range'].map(header);
  if (ifMatch !== undefined && !isEntityTag(ifMatch, etag)) {
    return refusalResponse(PRECONDITION_FAILED, release, method);
  }
  if (ifNoneMatch !== undefined && matchesEntityTag(ifNoneMatch, etag)) return notModified(headers);
  const range = ifRange === undefined || ifRange === etag ? parseRange(header('range'), size) : null;
  const [from, to] = range ?? [0, size];
  if (range !== null && from >= to) {
    const refused = refusalResponse(NO_SUCH_RANGE, release, method);
    return { ...refused, headers: { ...exposeRanges(refused.headers), 'content-range': `bytes */${size}` } };
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

/** A pack or an index file; null if it cannot be read and belongs to another release. Rejects with SiteDamagedError. */
async function readPackOrIndex(path: string, release: Release, ports: Ports): Promise<Uint8Array | null> {
  try {
    return await readHashedFile(path, ports);
  } catch (error) {
    if ((await hashedFiles(release)).includes(path)) throw error;
    return null;
  }
}

/** Operating systems' codes for a file that does not exist: a name that is too long belongs to no file. */
const MISSING: readonly unknown[] = ['ENOENT', 'ENAMETOOLONG'];

/** Reads a file whose name has no hash to check; null if it does not exist. Rejects with SiteDamagedError. */
function readUnchecked({ path, row }: SiteFile, { readFile, readTimeoutMs }: Ports): Promise<Uint8Array | null> {
  const read = () =>
    readFile(path, row.lifetime !== 'forever').catch((error) => {
      if (MISSING.includes(error.code)) return null;
      throw error;
    });
  return inTime(read, path, readTimeoutMs);
}

/**
 * Answers a request for a file. Rejects with SiteDamagedError if the file cannot be read, or if it is a download, a pack or an index file
 * of the release and is missing or damaged.
 */
export async function answerFile(
  file: SiteFile,
  request: HandlerRequest,
  release: Release,
  ports: Ports,
): Promise<HandlerResponse> {
  const { path, row } = file;
  if (row.hasRanges) return answerDownload(file, request, release);
  // Other files are small enough to be read whole.
  const body = await (CHECKED.test(path) ? readPackOrIndex(path, release, ports) : readUnchecked(file, ports));
  if (body === null) return refusalResponse(NOT_FOUND, release, request.method);
  return bodyResponse({ body, headers: fileHeaders(row, path, release.data.cache) }, request, release, ports.sha256);
}

/** Finds the file at a request's path; null if handlers do not serve it. */
export function findFile(path: string, { basePath, data }: Pick<Release, 'basePath' | 'data'>): SiteFile | null {
  const start = `${basePath}/`;
  const file = path.startsWith(start) ? path.slice(start.length) : '';
  const row = findFileRow(file);
  if (row === null || row.isServed === false) return null;
  // Only downloads have ranges.
  return row.hasRanges && !Object.hasOwn(data.downloads, file) ? null : { kind: 'file', path: file, row };
}
