/** The wrapper shared by all Fetch hosts. It only converts requests and responses; the site makes all decisions. Runs without Node. */

import { sha256 } from '../core/base/sha256.ts';
import { respondWhole } from '../core/handler/respond-whole.ts';
import { createSite, type SiteOptions } from '../core/handler/site.ts';
import { type HandlerRequest, type HandlerResponse, RELEASE_TTL_MS } from '../core/release/ports.ts';

/** A handler for runtimes with the Fetch API. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** Answers Fetch requests with the responses of `respond`, which have no slices. */
export function toFetchHandler(respond: (request: HandlerRequest) => Promise<HandlerResponse>): FetchHandler {
  return async ({ method, url, headers }) => {
    const response = await respond({ method, url, header: (name) => headers.get(name) ?? undefined });
    const body = response.body as Uint8Array<ArrayBuffer>;
    // Responses with some statuses must not have a body, not even an empty body.
    return new Response(body.length > 0 ? body : null, { status: response.status, headers: response.headers });
  };
}

/** The bytes of a file requested with `fetch`. Rejects, like `ReadFile`, unless the response is a success. */
export async function fileOf(response: Response | Promise<Response>): Promise<Uint8Array> {
  const answer = await response;
  if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
  const code = answer.status === 404 ? 'ENOENT' : undefined;
  throw Object.assign(new Error(`${answer.url}: ${answer.status}`), { code });
}

/**
 * Answers requests for a site that is read with `readFile`: the API, and the site's files. Unless the options say otherwise, it logs read
 * errors and rereads release.json every 30 s (`RELEASE_TTL_MS`).
 */
export function createFetchHandler(options: Omit<SiteOptions, 'sha256'>): FetchHandler {
  const { onDamage = console.error, releaseTtlMs = RELEASE_TTL_MS } = options;
  const all = { ...options, sha256, onDamage, releaseTtlMs };
  const site = createSite(all);
  return toFetchHandler((request) => respondWhole(site, request, all));
}
