/** Cloudflare Worker: answers from packs among its static assets. Runs without Node; bundled by scripts/bundle-edge.ts. */

import { createFetchHandler, type FetchHandler, fileOf } from '../fetch.ts';
import './settings.ts';

interface Environment {
  readonly ASSETS: { fetch(url: string): Promise<Response> };
}

/** The platform ignores the origin: https://developers.cloudflare.com/workers/static-assets/binding/ */
const ASSETS_ORIGIN = 'https://assets.example';

let handler: FetchHandler | undefined;

export default {
  fetch(request: Request, { ASSETS }: Environment): Promise<Response> {
    handler ??= createFetchHandler({
      ...SETTINGS,
      // I/O belongs to the request that started it: https://developers.cloudflare.com/workers/observability/errors/
      shareReads: false,
      readFile: (path) => fileOf(ASSETS.fetch(`${ASSETS_ORIGIN}/${path}`)),
    });
    return handler(request);
  },
};
