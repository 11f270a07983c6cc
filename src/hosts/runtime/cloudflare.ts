/** Cloudflare Worker: answers from packs among its static assets. Runs without Node; bundled by scripts/bundle-edge.ts. */

import { createFetchHandler, type FetchHandler, fileOf } from '../fetch.ts';
import './settings.ts';

interface Environment {
  readonly ASSETS: { fetch(url: string): Promise<Response> };
}

interface Context {
  waitUntil(work: Promise<unknown>): void;
}

/** Any origin will do: https://developers.cloudflare.com/workers/static-assets/binding/ */
const ASSETS_ORIGIN = 'https://assets.example';

let handler: FetchHandler | undefined;

export default {
  fetch(request: Request, { ASSETS }: Environment, context: Context): Promise<Response> {
    handler ??= createFetchHandler({
      ...SETTINGS,
      readFile: (path) => fileOf(ASSETS.fetch(`${ASSETS_ORIGIN}/${path}`)),
    });
    const response = handler(request);
    // Other requests may wait for packs that this one reads, so reading goes on even if its client leaves.
    context.waitUntil(response);
    return response;
  },
};
