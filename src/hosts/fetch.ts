/**
 * The wrapper that all Fetch hosts share (Workers, Deno, edge functions, service workers): Request in, Response out.
 * No decision is made here; `site` makes them all. Runs without Node.
 */

import type { withFiles as WithFiles } from '../handler/files.ts';
import { createSite, type Site, type SiteOptions } from '../handler/site.ts';

/** SHA-256 with the Web Crypto API, in hex. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export type FetchHandler = (request: Request) => Promise<Response>;

/** Answers Fetch requests from a site. */
export function toFetchHandler(site: Pick<Site, 'respond'>): FetchHandler {
  return async ({ method, url, headers }) => {
    const response = await site.respond({ method, url, header: (name) => headers.get(name) ?? undefined });
    // Some statuses must not have a body at all, not even an empty one.
    const body = response.body.length > 0 ? (response.body as Uint8Array<ArrayBuffer>) : null;
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

/** The bytes of a file that was asked for with `fetch`. Rejects where the answer is no success. */
export async function fileOf(response: Response | Promise<Response>): Promise<Uint8Array> {
  const answer = await response;
  if (!answer.ok) throw new Error(`${answer.url} is not there`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Answers from a site that `readFile` reads; what it cannot read is logged. `withFiles` also has its files answered for. */
export function createFetchHandler(options: Omit<SiteOptions, 'sha256'>, withFiles?: typeof WithFiles): FetchHandler {
  const site = createSite({ onDamage: console.error, ...options, sha256 });
  return toFetchHandler(withFiles?.(site, { readFile: options.readFile, sha256 }) ?? site);
}
