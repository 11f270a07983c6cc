/**
 * Deno, on a machine of one's own or on Deno Deploy: answers from packs in a folder, and sends what the explorer reads. Bundled by
 * scripts/bundle-edge.ts.
 */

import { readableFile, readableHeaders } from '../../contract/assets.ts';
import { createSite } from '../../handler/site.ts';
import { sha256, toFetchHandler } from '../fetch.ts';
import './settings.ts';

declare const Deno: {
  serve(handler: (request: Request) => Promise<Response>): void;
  readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
};

const root = new URL(SETTINGS.root, import.meta.url);
const readFile = (path: string) => Deno.readFile(new URL(path, root));
const site = createSite({ onDamage: console.error, ...SETTINGS, readFile, sha256 });
const answer = toFetchHandler(site);

Deno.serve(async (request) => {
  const { method, url } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  const file = isRead && site.release && readableFile(new URL(url).pathname, site.release.basePath);
  // What is not there is not found, and the handler says so.
  const body = file ? await readFile(file).catch(() => null) : null;
  return file && body ? new Response(body, { headers: readableHeaders(file) }) : answer(request);
});
