/**
 * Files of the site on Node, sent as they are, whole or in ranges: downloads, robots.txt, and the explorer's assets with the packs and
 * the pointer that it reads. `send` does that; it knows If-Range too, so that what a client got in parts is of one release.
 *
 * Of downloads the pointer says how large they are, and their hashes, from which their tags are made as those of all answers.
 */

import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import send from 'send';
import { ASSET_FOLDER, ASSET_TYPES, type AssetEnding, assetHeaders, assetPattern } from '../contract/assets.ts';
import { downloadType } from '../contract/downloads.ts';
import {
  downloadHeaders,
  entityTag,
  type Headers,
  matchesEntityTag,
  PACK_HEADERS,
  PART_HEADERS,
  POINTER_HEADERS,
  successHeaders,
  TEXT_TYPE,
} from '../contract/headers.ts';
import { PACK_FOLDER, PART_FOLDER, packPath, partPath, RELEASE_PATH, ROBOTS_PATH } from '../contract/paths.ts';
import { NO_SUCH_RANGE, NOT_FOUND, PRECONDITION_FAILED, type Refusal, UNAVAILABLE } from '../contract/refusals.ts';
import { NOT_MODIFIED } from '../contract/statuses.ts';
import type { Release, ReleaseData } from '../handler/release.ts';
import { splitUrl } from '../handler/understand.ts';

const NAME = '[A-Za-z0-9-]+';
/** Files that have the hash of their content in their names. Those of a release before may still be there, for pages that show it. */
const NAMED_BY_CONTENT = new RegExp(
  `^(?:${[packPath(NAME), partPath(NAME)].map((path) => path.replace('.', '[.]')).join('|')}|${assetPattern(`(?:${Object.keys(ASSET_TYPES).join('|')})`)})$`,
);

/** What `send` finds out by itself. */
const OTHERS: readonly Refusal[] = [NO_SUCH_RANGE, PRECONDITION_FAILED];

/** The path of the file that a URL asks for; null where there is none that is sent as it is. */
export function fileOf(url: string, { basePath, data }: Pick<Release, 'basePath' | 'data'>): string | null {
  const start = `${basePath}/`;
  const { path } = splitUrl(url);
  const file = path.startsWith(start) ? path.slice(start.length) : '';
  const isKnown = file === ROBOTS_PATH || file === RELEASE_PATH || Object.hasOwn(data.downloads, file);
  return isKnown || NAMED_BY_CONTENT.test(file) ? file : null;
}

/** Headers of a file; the pointer knows those of downloads. */
function headersOf(path: string, { cache, downloads }: ReleaseData): Headers {
  const known = downloads[path];
  const ending = path.slice(path.lastIndexOf('.') + 1);
  if (path.startsWith(`${ASSET_FOLDER}/`)) return assetHeaders(ending as AssetEnding);
  if (path.startsWith(`${PACK_FOLDER}/`)) return PACK_HEADERS;
  if (path.startsWith(`${PART_FOLDER}/`)) return PART_HEADERS;
  if (path === RELEASE_PATH) return POINTER_HEADERS;
  if (known === undefined) return successHeaders(cache, TEXT_TYPE);
  return { ...downloadHeaders(cache, downloadType(path)), etag: entityTag(known.sha256) };
}

/**
 * Sends a file of the site in `root` to GET or HEAD. `refuse` answers what cannot be sent: a file that is not what the release
 * says is that of another release, which is about to be there.
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
    refuse(found === null && NAMED_BY_CONTENT.test(path) ? NOT_FOUND : UNAVAILABLE, {});
    return;
  }
  const headers = headersOf(path, data);
  const tag = request.headers['if-none-match'];
  if (tag !== undefined && headers.etag !== undefined && matchesEntityTag(tag, headers.etag)) {
    // As for every answer; `send` would look at the request's Cache-Control first.
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
      const refusal = OTHERS.find(({ status }) => status === error.status) ?? UNAVAILABLE;
      refuse(refusal, refusal === NO_SUCH_RANGE ? { 'content-range': `bytes */${found.size}` } : {});
    })
    .pipe(response);
}
