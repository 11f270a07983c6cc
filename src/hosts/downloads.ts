/**
 * Downloads on Node: files of the site, sent as they are, whole or in ranges. `send` does that; it knows If-Range too, so that what a
 * client got in parts is of one release.
 *
 * The pointer says which files there are, how large, and their hashes, from which their tags are made as those of all answers.
 */

import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import send from 'send';
import { DOWNLOAD_FOLDER, DOWNLOAD_TYPES, type DownloadEnding } from '../contract/downloads.ts';
import { downloadHeaders, entityTag, type Headers, matchesEntityTag } from '../contract/headers.ts';
import { NO_SUCH_RANGE, PRECONDITION_FAILED, type Refusal, UNAVAILABLE } from '../contract/refusals.ts';
import { NOT_MODIFIED } from '../contract/statuses.ts';
import type { Release } from '../handler/release.ts';
import { splitUrl } from '../handler/respond.ts';

/** What `send` finds out by itself. */
const OTHERS: readonly Refusal[] = [NO_SUCH_RANGE, PRECONDITION_FAILED];

/** The path of the download that a URL asks for; null where there is none. */
export function downloadOf(url: string, { basePath, data }: Pick<Release, 'basePath' | 'data'>): string | null {
  const start = `${basePath}/`;
  const { path } = splitUrl(url);
  const file = path.startsWith(`${start}${DOWNLOAD_FOLDER}/`) ? path.slice(start.length) : '';
  return Object.hasOwn(data.downloads, file) ? file : null;
}

/**
 * Sends a download of the site in `root` to GET or HEAD. `refuse` answers what cannot be sent: a file that is not what the release
 * says is that of another release, which is about to be there.
 */
export async function sendDownload(
  root: string,
  path: string,
  { data }: Pick<Release, 'data'>,
  request: IncomingMessage,
  response: ServerResponse,
  refuse: (refusal: Refusal, more: Headers) => void,
): Promise<void> {
  const known = data.downloads[path];
  const found = await stat(join(root, path)).catch(() => null);
  if (!found?.isFile() || found.size !== known?.size) {
    refuse(UNAVAILABLE, {});
    return;
  }
  const type = DOWNLOAD_TYPES[path.slice(path.lastIndexOf('.') + 1) as DownloadEnding];
  const etag = entityTag(known.sha256);
  const headers: Headers = { ...downloadHeaders(data.cache, type), etag };
  const tag = request.headers['if-none-match'];
  if (tag !== undefined && matchesEntityTag(tag, etag)) {
    // As for every answer; `send` would look at the request's Cache-Control first.
    const { 'content-type': _, ...kept } = headers;
    response.writeHead(NOT_MODIFIED, kept).end();
    return;
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const options = { root, index: false, cacheControl: false, lastModified: false, etag: false } as const;
  send(request, path, options)
    .on('error', (error: { readonly status?: number; readonly headers?: Headers }) => {
      if (response.headersSent) {
        response.destroy();
        return;
      }
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      const refusal = OTHERS.find(({ status }) => status === error.status) ?? UNAVAILABLE;
      refuse(refusal, refusal === NO_SUCH_RANGE ? { 'content-range': `bytes */${found.size}` } : {});
    })
    .pipe(response);
}
