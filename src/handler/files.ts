/**
 * Files of the site that are no answers of the API: downloads, packs, the explorer's assets. For request handlers whose platform sends
 * none, none below the path of the base URL, or no ranges of them.
 *
 * A file is answered as a body is: with a tag of its content, 304 for who has it. Of a download, one range can be asked for; several
 * at once, and what is no range, get the whole file (RFC 9110, 14.2). Downloads are small enough to be read whole.
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
import { bodyResponse, refusalResponse } from './response.ts';
import type { Site } from './site.ts';
import { splitUrl } from './understand.ts';

/** Packs, parts of the index and the explorer's assets, which have the hash of their content in their names. */
const NAMED = new RegExp(`^(${PACK_FOLDER}|${PART_FOLDER}|${ASSET_FOLDER})/[\\w-]+\\.\\w+$`);

/** Headers of a file by its path in the site; null where it is none of these. */
function headersOf(path: string, { cache, downloads }: Release['data']): Headers | null {
  if (Object.hasOwn(downloads, path))
    return { ...downloadHeaders(cache, downloadType(path)), 'accept-ranges': 'bytes' };
  if (path === ROBOTS_PATH) return successHeaders(cache, TEXT_TYPE);
  if (path === RELEASE_PATH) return POINTER_HEADERS;
  if (!NAMED.test(path)) return null;
  if (path.startsWith(ASSET_FOLDER)) return assetHeaders(path.slice(path.lastIndexOf('.') + 1) as AssetEnding);
  return path.startsWith(PACK_FOLDER) ? PACK_HEADERS : PART_HEADERS;
}

/** The bytes that a Range header asks for, `[from, to)`; null for all of them. Empty where there are none. */
function rangeOf(header: string | undefined, size: number): readonly [from: number, to: number] | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '') return last === '' ? null : [Math.max(size - Number(last), 0), size];
  if (last === '') return [Number(first), size];
  return Number(last) < Number(first) ? null : [Number(first), Math.min(Number(last) + 1, size)];
}

/** Cuts the range that is asked for out of the answer with the whole file. */
function cutRange(whole: HandlerResponse, request: HandlerRequest, { data }: Release): HandlerResponse {
  const { headers, body } = whole;
  const range = rangeOf(request.header('range'), body.length);
  const condition = request.header('if-range');
  if (range === null || (condition !== undefined && condition !== headers.etag)) return whole;
  const [from, to] = range;
  if (from >= to) {
    const refused = refusalResponse(NO_SUCH_RANGE, data.cache, request.method);
    return { ...refused, headers: { ...refused.headers, 'content-range': `bytes */${body.length}` } };
  }
  const about = { 'content-range': `bytes ${from}-${to - 1}/${body.length}`, 'content-length': String(to - from) };
  return { status: PARTIAL_CONTENT, headers: { ...headers, ...about }, body: body.subarray(from, to) };
}

/** What the files of a site are read with. */
export interface FilePorts extends Pick<Ports, 'sha256' | 'codings'> {
  readonly readFile: ReadFile;
}

async function answerFile(path: string, request: HandlerRequest, release: Release, ports: FilePorts, more: Headers) {
  const { data } = release;
  const known = data.downloads[path];
  const body = await ports.readFile(path, !NAMED.test(path)).catch(() => null);
  // One that is not what the release says is that of another release, which is about to be there.
  if (body === null || (known && known.size !== body.length)) {
    return refusalResponse(known ? UNAVAILABLE : NOT_FOUND, data.cache, request.method);
  }
  const headers = ports.codings ? varyByCoding(more) : more;
  const whole = await bodyResponse({ body, more: headers }, request, release, ports);
  return known && request.method === 'GET' && whole.status === OK ? cutRange(whole, request, release) : whole;
}

/** Has a site answer for its files as well. */
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
      // What is said of other methods is the same everywhere.
      return site.respond({ ...request, url: `${start}${API_ROOT}/` });
    },
  };
}
