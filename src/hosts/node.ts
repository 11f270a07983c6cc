/**
 * Node host: answers from packs in a folder, as a handler for `http.createServer` or as `(Request) => Promise<Response>`.
 *
 * A new release in the folder is noticed within half a second; requests under way finish on the old one.
 */

import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { RELEASE_PATH } from '../contract/paths.ts';
import { createSite, type Site, type SiteOptions } from '../handler/site.ts';
import { sha256 } from '../site/output/hash.ts';
import { type FetchHandler, toFetchHandler } from './fetch.ts';

export interface HandlerOptions extends Pick<SiteOptions, 'baseUrl' | 'cacheBytes' | 'readTimeoutMs'> {
  /** Folder of the site: the output of `stillwave build`. */
  readonly root: string;
  /** Told once of each change: null for a release that can be used, else what is wrong. */
  readonly onRelease?: (problem: Error | null) => void;
}

export interface Handler {
  /** For `http.createServer`. */
  readonly node: (request: IncomingMessage, response: ServerResponse) => void;
  readonly fetch: FetchHandler;
  readonly site: Site;
  /** Stops looking for new releases. */
  close(): void;
}

const POLL_MS = 500;

/** Changes whenever release.json is replaced. */
async function pointerState(root: string): Promise<string> {
  const found = await stat(join(root, RELEASE_PATH), { bigint: true }).catch(() => null);
  return found === null ? '' : `${found.ino}/${found.mtimeNs}/${found.size}`;
}

/** Makes a handler and reads the current release; what is wrong with it is told to `onRelease`, not thrown. */
export async function createHandler({ root, onRelease = () => {}, ...options }: HandlerOptions): Promise<Handler> {
  const site = createSite({
    ...options,
    readFile: (path) => readFile(join(root, path)),
    sha256,
    codings: { gzip: promisify(gzip) },
  });
  let seen = await pointerState(root);
  onRelease(await site.reload());
  const timer = setInterval(async () => {
    const now = await pointerState(root);
    if (now === seen) return;
    seen = now;
    onRelease(await site.reload());
  }, POLL_MS);
  timer.unref();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const header = (name: string) => request.headers[name]?.toString();
    const { status, headers, body } = await site.respond({
      method: request.method ?? '',
      url: request.url ?? '',
      header,
    });
    response.writeHead(status, headers).end(body);
  }

  return {
    node(request, response) {
      answer(request, response).catch((error) => response.destroy(error));
    },
    fetch: toFetchHandler(site),
    site,
    close: () => clearInterval(timer),
  };
}
