/** Netlify edge function: answers from packs that are published beside it. Runs on Deno; bundled by scripts/bundle-edge.ts. */

import { withFiles } from '../../handler/files.ts';
import { createFetchHandler, type FetchHandler, fileOf } from '../fetch.ts';
import './settings.ts';

let handler: FetchHandler | undefined;

export default function answer(request: Request): Promise<Response> {
  // Every origin of a deploy has the same files, so those of the first request do for all.
  const { origin } = new URL(request.url);
  handler ??= createFetchHandler({ ...SETTINGS, readFile: (path) => fileOf(fetch(`${origin}/${path}`)) }, withFiles);
  return handler(request);
}
