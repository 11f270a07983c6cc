/** Netlify edge function: answers from packs that are published with it. Runs on Deno; bundled by scripts/bundle-edge.ts. */

import { createFetchHandler, type FetchHandler, fileOf } from '../fetch.ts';
import './settings.ts';

let handler: FetchHandler | undefined;

/** Marks requests for files of the site. Some of their paths are the function's own. */
const OWN_REQUEST = 'stillwave-file';

/** Without a response, the platform sends the published file. */
export default function answer(request: Request): Promise<Response> | undefined {
  if (request.headers.has(OWN_REQUEST)) return undefined;
  // All origins of a deployment have the same files, so the origin of the first request works for all.
  const { origin } = new URL(request.url);
  const headers = { [OWN_REQUEST]: '1' };
  handler ??= createFetchHandler({ ...SETTINGS, readFile: (path) => fileOf(fetch(`${origin}/${path}`, { headers })) });
  return handler(request);
}
