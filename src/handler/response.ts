/** Responses: a body, a redirect or a refusal with its status and headers, and what the request's own headers make of it. */

import {
  acceptsCoding,
  type CacheLifetimes,
  codedHeaders,
  entityTag,
  errorHeaders,
  type Headers,
  JSON_TYPE,
  matchesEntityTag,
  redirectHeaders,
} from '../contract/headers.ts';
import type { Refusal } from '../contract/refusals.ts';
import { FOUND, NOT_MODIFIED, OK } from '../contract/statuses.ts';
import type { HandlerRequest, HandlerResponse, Ports } from './ports.ts';
import type { ContentType, Release } from './release.ts';

/** A successful answer with a body, before headers. */
export interface BodyAnswer {
  readonly body: Uint8Array;
  /** Default: JSON. */
  readonly contentType?: ContentType;
  readonly more?: Headers;
}

const encoder = new TextEncoder();
const EMPTY = new Uint8Array(0);
/** Below this many bytes a coding saves nothing that a packet does not carry anyway. */
const CODING_THRESHOLD_BYTES = 1024;

function withLength(headers: Headers, body: Uint8Array): Headers {
  return { ...headers, 'content-length': String(body.length) };
}

/** The response that a refusal makes. */
export function refusalResponse(refusal: Refusal, cache: CacheLifetimes, method: string): HandlerResponse {
  const body = encoder.encode(JSON.stringify(refusal.body));
  const headers = withLength(errorHeaders(cache, refusal.status), body);
  return { status: refusal.status, headers, body: method === 'HEAD' ? EMPTY : body };
}

/** Redirects. */
export function redirectResponse(location: string, release: Release): HandlerResponse {
  return {
    status: FOUND,
    headers: withLength({ ...redirectHeaders(release.data.cache), location }, EMPTY),
    body: EMPTY,
  };
}

function notModified({ 'content-type': _, ...headers }: Record<string, string>): HandlerResponse {
  return { status: NOT_MODIFIED, headers, body: EMPTY };
}

/** The coding that the client takes and the host can make, with its name; undefined where the body goes as it is. */
function chooseCoding(body: Uint8Array, request: HandlerRequest, codings: Ports['codings'] = {}) {
  const wanted = request.header('accept-encoding');
  if (wanted === undefined || body.length < CODING_THRESHOLD_BYTES) return undefined;
  return Object.entries(codings).find(([name]) => acceptsCoding(wanted, name));
}

/** Adds what depends on the body: tag, coding, length; and 304 where the client has it. Only a body that is sent is coded. */
export async function bodyResponse(
  answer: BodyAnswer,
  request: HandlerRequest,
  release: Release,
  ports: Pick<Ports, 'sha256' | 'codings'>,
): Promise<HandlerResponse> {
  const { body } = answer;
  const coding = chooseCoding(body, request, ports.codings);
  const common = release.headers[ports.codings ? 'varied' : 'plain'][answer.contentType ?? JSON_TYPE];
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
