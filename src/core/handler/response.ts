/** Creates responses from bodies, redirects and refusals, and handles conditional requests, HEAD and content codings. */

import { chooseCoding, codedHeaders } from '../contract/codings.ts';
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
import { FOUND, NOT_MODIFIED, OK } from '../contract/statuses.ts';
import type { HandlerRequest, HandlerResponse, Ports } from './ports.ts';
import type { ContentType, Release } from './release.ts';

/** The body of a 200, before headers are added. */
export interface BodyAnswer {
  readonly body: Uint8Array;
  /** Default: JSON. */
  readonly contentType?: ContentType;
  /** Replaces the usual headers of an API response. */
  readonly headers?: Headers;
  readonly more?: Headers;
}

const encoder = new TextEncoder();
const EMPTY = new Uint8Array(0);

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
    status: FOUND,
    headers: withLength({ ...handlerHeaders(redirectHeaders(data.cache), data.id), location }, EMPTY),
    body: EMPTY,
  };
}

/** A 304 with the headers of the 200. */
export function notModified({ 'content-type': _, ...headers }: Record<string, string>): HandlerResponse {
  return { status: NOT_MODIFIED, headers, body: EMPTY };
}

/** Adds ETag, coding and length; responds with 304 if the client already has the body. Compresses only bodies that are sent. */
export async function bodyResponse(
  answer: BodyAnswer,
  request: HandlerRequest,
  release: Release,
  ports: Pick<Ports, 'sha256' | 'codings'>,
): Promise<HandlerResponse> {
  const { body } = answer;
  const coding = chooseCoding(request.header('accept-encoding'), body.length, ports.codings);
  const common = answer.headers ?? release.headers[ports.codings ? 'varied' : 'plain'][answer.contentType ?? JSON_TYPE];
  const hash = await ports.sha256(body);
  const tagged = { ...common, ...answer.more, etag: entityTag(hash) };
  const headers = coding ? codedHeaders(tagged, coding[0]) : tagged;
  const known = request.header('if-none-match');
  const isConditional = request.method !== 'OPTIONS' && known !== undefined;
  if (isConditional && matchesEntityTag(known, headers.etag)) return notModified(headers);
  const isHead = request.method === 'HEAD';
  if (coding && isHead) return { status: OK, headers, body: EMPTY };
  const sent = coding ? await coding[1](body, hash) : body;
  return { status: OK, headers: withLength(headers, sent), body: isHead ? EMPTY : sent };
}
