/** Creates responses from bodies, redirects and refusals, and handles conditional requests and HEAD. */

import {
  DEFAULT_CACHE_LIFETIMES,
  entityTag,
  errorHeaders,
  type Headers,
  handlerHeaders,
  JSON_TYPE,
  matchesEntityTag,
  redirectHeaders,
} from '../contract/headers.ts';
import type { Refusal } from '../contract/refusals.ts';
import type { BodyAnswer, HandlerRequest, HandlerResponse, Sha256 } from '../release/ports.ts';
import type { Release } from '../release/release.ts';

const encoder = new TextEncoder();
export const EMPTY = new Uint8Array(0);

function withLength(headers: Headers, body: Uint8Array): Headers {
  return { ...headers, 'content-length': String(body.length) };
}

/** The response for a refusal. `release` is missing while the site has no usable release. */
export function refusalResponse(
  refusal: Refusal,
  release: Pick<Release, 'data'> | null | undefined,
  method: string,
): HandlerResponse {
  const body = encoder.encode(JSON.stringify(refusal.body));
  const { cache = DEFAULT_CACHE_LIFETIMES, id } = release?.data ?? {};
  const headers = withLength(handlerHeaders(errorHeaders(cache, refusal.status), id), body);
  return { status: refusal.status, headers, body: method === 'HEAD' ? EMPTY : body };
}

/** A redirect to `location`. */
export function redirectResponse(location: string, { data }: Release): HandlerResponse {
  return {
    status: 302,
    headers: withLength({ ...handlerHeaders(redirectHeaders(data.cache), data.id), location }, EMPTY),
    body: EMPTY,
  };
}

/** A 304 with the headers of the 200. */
export function notModified({ 'content-type': _, ...headers }: Record<string, string>): HandlerResponse {
  return { status: 304, headers, body: EMPTY };
}

/** Adds ETag and length; responds with 304 if the client already has the body. */
export async function bodyResponse(
  answer: BodyAnswer,
  { method, header }: HandlerRequest,
  release: Release,
  sha256: Sha256,
): Promise<HandlerResponse> {
  const { body } = answer;
  const common = answer.headers ?? release.headers[answer.contentType ?? JSON_TYPE];
  const headers = { ...common, ...answer.more, etag: entityTag(await sha256(body)) };
  const tags = method === 'OPTIONS' ? undefined : header('if-none-match');
  if (tags !== undefined && matchesEntityTag(tags, headers.etag)) return notModified(headers);
  return { status: 200, headers: withLength(headers, body), body: method === 'HEAD' ? EMPTY : body };
}
