/** Netlify edge function: answers from packs that are published with it. Runs on Deno; bundled by scripts/bundle-edge.ts. */

import { createFetchHandler, type FetchHandler, fileOf } from '../fetch.ts';
import './settings.ts';

let handler: FetchHandler | undefined;

export default function answer(request: Request): Promise<Response> {
  // All origins of a deployment have the same files, so the origin of the first request works for all.
  const { origin } = new URL(request.url);
  handler ??= createFetchHandler({ ...SETTINGS, readFile: (path) => fileOf(fetch(`${origin}/${path}`)) });
  return handler(request);
}
