/** Deno, on your own machine or on Deno Deploy: answers from packs in a folder. Bundled by scripts/bundle-edge.ts. */

import { createFetchHandler } from '../fetch.ts';
import './settings.ts';

declare const Deno: {
  serve(handler: (request: Request) => Promise<Response>): void;
  readFile(path: URL): Promise<Uint8Array>;
};

const root = new URL(SETTINGS.root, import.meta.url);

Deno.serve(createFetchHandler({ ...SETTINGS, readFile: (path) => Deno.readFile(new URL(path, root)) }));
