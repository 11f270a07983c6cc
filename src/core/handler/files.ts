/**
 * Serves the site's files outside the API: downloads, packs, the explorer's assets. For request handlers on platforms that serve no
 * static files, do not serve them below the base URL's path, or do not support ranges.
 *
 * Files get an ETag like any body, and a 304 if the client has them. Downloads support a single range; several ranges at once and
 * invalid ones get the whole file (RFC 9110, 14.2). HEAD is answered like GET, although the RFC defines ranges for GET only: nginx,
 * Apache, Caddy and `send` do the same, and DuckDB in a browser reads a file whole unless HEAD with a range is a 206. Downloads are small
 * enough to be read whole.
 */

import { ASSET_FOLDER, type AssetEnding, assetHeaders } from '../contract/assets.ts';
import { varyByCoding } from '../contract/codings.ts';
import { downloadType } from '../contract/downloads.ts';
import {
  downloadHeaders,
  type Headers,
  PACK_HEADERS,
  PART_HEADERS,
  POINTER_HEADERS,
  successHeaders,
  TEXT_TYPE,
} from '../contract/headers.ts';
import { API_ROOT, PACK_FOLDER, PART_FOLDER, RELEASE_PATH, ROBOTS_PATH } from '../contract/paths.ts';
import { NO_SUCH_RANGE, NOT_FOUND, UNAVAILABLE } from '../contract/refusals.ts';
import { OK, PARTIAL_CONTENT } from '../contract/statuses.ts';
import type { ReadFile } from './pack-cache.ts';
import type { HandlerRequest, HandlerResponse, Ports } from './ports.ts';
import type { Release } from './release.ts';
import { splitUrl } from './resolve-request.ts';
import { bodyResponse, refusalResponse } from './response.ts';
import type { Site } from './site.ts';

/** Packs, index parts and the explorer's assets: files with a content hash in their names. */
const NAMED = new RegExp(`^(${PACK_FOLDER}|${PART_FOLDER}|${ASSET_FOLDER})/[\\w-]+\\.(\\w+)$`);

/** Headers of a file by its path in the site; null if the path is not one that handlers serve. */
function headersOf(path: string, { cache, downloads }: Release['data']): Headers | null {
  if (Object.hasOwn(downloads, path))
    return { ...downloadHeaders(cache, downloadType(path)), 'accept-ranges': 'bytes' };
  if (path === ROBOTS_PATH) return successHeaders(cache, TEXT_TYPE);
  if (path === RELEASE_PATH) return POINTER_HEADERS;
  const [, folder, ending] = NAMED.exec(path) ?? [];
  if (folder === ASSET_FOLDER) return assetHeaders(ending as AssetEnding);
  if (folder === PACK_FOLDER) return PACK_HEADERS;
  return folder === PART_FOLDER ? PART_HEADERS : null;
}

/** The bytes `[from, to)` that a Range header requests; null for the whole file. Empty if the range cannot be satisfied. */
function rangeOf(header: string | undefined, size: number): readonly [from: number, to: number] | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '') return last === '' ? null : [Math.max(size - Number(last), 0), size];
  if (last === '') return [Number(first), size];
  return Number(last) < Number(first) ? null : [Number(first), Math.min(Number(last) + 1, size)];
}

/** Turns the response with the whole file into one with the requested range. `size` is that of the file; HEAD has no body. */
function cutRange(whole: HandlerResponse, size: number, request: HandlerRequest, { data }: Release): HandlerResponse {
  const { headers, body } = whole;
  const range = rangeOf(request.header('range'), size);
  const condition = request.header('if-range');
  if (range === null || (condition !== undefined && condition !== headers.etag)) return whole;
  const [from, to] = range;
  if (from >= to) {
    const refused = refusalResponse(NO_SUCH_RANGE, data.cache, request.method);
    return { ...refused, headers: { ...refused.headers, 'content-range': `bytes */${size}` } };
  }
  const about = { 'content-range': `bytes ${from}-${to - 1}/${size}`, 'content-length': String(to - from) };
  return { status: PARTIAL_CONTENT, headers: { ...headers, ...about }, body: body.subarray(from, to) };
}

/** What `withFiles` needs from the host. */
export interface FilePorts extends Pick<Ports, 'sha256' | 'codings'> {
  readonly readFile: ReadFile;
}

async function answerFile(path: string, request: HandlerRequest, release: Release, ports: FilePorts, more: Headers) {
  const { data } = release;
  const known = data.downloads[path];
  const body = await ports.readFile(path, !NAMED.test(path)).catch(() => null);
  // A download of another size belongs to the release that is being installed right now.
  if (body === null || (known && known.size !== body.length)) {
    return refusalResponse(known ? UNAVAILABLE : NOT_FOUND, data.cache, request.method);
  }
  const headers = ports.codings ? varyByCoding(more) : more;
  // Ranges count the bytes of the file itself, not of a compressed copy.
  const own = known && request.header('range') ? { sha256: ports.sha256 } : ports;
  const whole = await bodyResponse({ body, more: headers }, request, release, own);
  return known && whole.status === OK ? cutRange(whole, known.size, request, release) : whole;
}

/** Makes a site serve its files as well. */
export function withFiles(site: Pick<Site, 'respond' | 'release'>, ports: FilePorts): Pick<Site, 'respond'> {
  return {
    async respond(request) {
      const answer = await site.respond(request);
      const { release } = site;
      if (answer.status !== NOT_FOUND.status || release === null) return answer;
      const { path } = splitUrl(request.url);
      const start = `${release.basePath}/`;
      const file = path.startsWith(start) ? path.slice(start.length) : '';
      const headers = headersOf(file, release.data);
      if (headers === null) return answer;
      if (request.method === 'GET' || request.method === 'HEAD')
        return answerFile(file, request, release, ports, headers);
      // Responses to other methods do not depend on the path.
      return site.respond({ ...request, url: `${start}${API_ROOT}/` });
    },
  };
}
