/**
 * Serves downloads and robots.txt on Node, whole or in ranges, streaming at the client's pace. `send` does the work; it supports If-Range,
 * so all parts that a client downloads come from the same release.
 *
 * The pointer contains the sizes and hashes of downloads; ETags are made from the hashes as for all responses.
 */

import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import send from 'send';
import { downloadType } from '../core/contract/downloads.ts';
import {
  downloadHeaders,
  entityTag,
  type Headers,
  matchesEntityTag,
  successHeaders,
  TEXT_TYPE,
} from '../core/contract/headers.ts';
import { ROBOTS_PATH } from '../core/contract/paths.ts';
import { NO_SUCH_RANGE, PRECONDITION_FAILED, type Refusal, UNAVAILABLE } from '../core/contract/refusals.ts';
import { NOT_MODIFIED } from '../core/contract/statuses.ts';
import type { Release, ReleaseData } from '../core/handler/release.ts';
import { splitUrl } from '../core/handler/resolve-request.ts';

/** Refusals for errors that `send` detects. */
const SEND_ERRORS: readonly Refusal[] = [NO_SUCH_RANGE, PRECONDITION_FAILED];

/** The path of the requested file; null if this module does not serve it. */
export function fileOf(url: string, { basePath, data }: Pick<Release, 'basePath' | 'data'>): string | null {
  const start = `${basePath}/`;
  const { path } = splitUrl(url);
  const file = path.startsWith(start) ? path.slice(start.length) : '';
  return file === ROBOTS_PATH || Object.hasOwn(data.downloads, file) ? file : null;
}

/** Headers of a file; those of downloads depend on the pointer. */
function headersOf(path: string, { cache, downloads }: ReleaseData): Headers {
  const known = downloads[path];
  if (known === undefined) return successHeaders(cache, TEXT_TYPE);
  return { ...downloadHeaders(cache, downloadType(path)), etag: entityTag(known.sha256) };
}

/**
 * Sends a file of the site in `root` for GET or HEAD. Calls `refuse` if it cannot be sent. A file that does not match the release
 * belongs to another one that is being installed right now.
 */
export async function sendFile(
  root: string,
  path: string,
  { data }: Pick<Release, 'data'>,
  request: IncomingMessage,
  response: ServerResponse,
  refuse: (refusal: Refusal, more: Headers) => void,
): Promise<void> {
  const known = data.downloads[path];
  const found = await stat(join(root, path)).catch(() => null);
  if (!found?.isFile() || (known !== undefined && found.size !== known.size)) {
    refuse(UNAVAILABLE, {});
    return;
  }
  const headers = headersOf(path, data);
  const tag = request.headers['if-none-match'];
  if (tag !== undefined && headers.etag !== undefined && matchesEntityTag(tag, headers.etag)) {
    // As in every response: `send` would look at the request's Cache-Control first.
    const { 'content-type': _, ...kept } = headers;
    response.writeHead(NOT_MODIFIED, kept).end();
    return;
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const options = { root, index: false, cacheControl: false, lastModified: false, etag: known === undefined } as const;
  send(request, path, options)
    .on('error', (error: { readonly status?: number; readonly headers?: Headers }) => {
      if (response.headersSent) {
        response.destroy();
        return;
      }
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      const refusal = SEND_ERRORS.find(({ status }) => status === error.status) ?? UNAVAILABLE;
      refuse(refusal, refusal === NO_SUCH_RANGE ? { 'content-range': `bytes */${found.size}` } : {});
    })
    .pipe(response);
}
