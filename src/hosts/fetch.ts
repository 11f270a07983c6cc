/**
 * The wrapper shared by all Fetch hosts (Workers, Deno, edge functions, service workers): Request in, Response out.
 * It only converts; `site` makes all decisions. Runs without Node.
 */

import type { withFiles as WithFiles } from '../core/handler/files.ts';
import { createSite, type Site, type SiteOptions } from '../core/handler/site.ts';

/** Hex SHA-256, computed with the Web Crypto API. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A handler for runtimes with the Fetch API. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** Answers Fetch requests from a site. */
export function toFetchHandler(site: Pick<Site, 'respond'>): FetchHandler {
  return async ({ method, url, headers }) => {
    const response = await site.respond({ method, url, header: (name) => headers.get(name) ?? undefined });
    // Some statuses must not have a body, not even an empty one.
    const body = response.body.length > 0 ? (response.body as Uint8Array<ArrayBuffer>) : null;
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

/** The bytes of a file requested with `fetch`. Rejects unless the response is a success. */
export async function fileOf(response: Response | Promise<Response>): Promise<Uint8Array> {
  const answer = await response;
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Answers requests from a site read with `readFile`, and logs read errors. With `withFiles`, it serves the site's files as well. */
export function createFetchHandler(options: Omit<SiteOptions, 'sha256'>, withFiles?: typeof WithFiles): FetchHandler {
  const site = createSite({ onDamage: console.error, ...options, sha256 });
  return toFetchHandler(withFiles?.(site, { readFile: options.readFile, sha256 }) ?? site);
}
