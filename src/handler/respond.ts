/**
 * Respond: request x release -> response. Decides every status, header and body that a request handler sends; hosts only
 * convert. Packs are all it reads; page files are the business of hosts without logic.
 *
 * Order of failures: path 404, method 405, then what `parseQuery` finds, then a page out of range.
 */

import {
  acceptsCoding,
  type CacheLifetimes,
  codedHeaders,
  entityTag,
  errorHeaders,
  type Headers,
  HTML_TYPE,
  JSON_TYPE,
  matchesEntityTag,
  PREFLIGHT,
  redirectHeaders,
} from '../contract/headers.ts';
import { resolvePath, type Target } from '../contract/paths.ts';
import { checkRecordQuery, parseQuery, type Query } from '../contract/query.ts';
import { ALLOWED_METHODS, methodNotAllowed, NOT_FOUND, type Refusal, UNAVAILABLE } from '../contract/refusals.ts';
import { FOUND, NOT_MODIFIED, OK } from '../contract/statuses.ts';
import {
  type Allocate,
  composePage,
  composeRecord,
  envelopeHead,
  MissingLineError,
  type ReadPack,
} from '../listing/compose.ts';
import { selectPage } from '../listing/select.ts';
import { describeTarget, homePage, rootBody } from './describe.ts';
import { type Release, type Sha256, SiteDamagedError } from './release.ts';

export interface HandlerRequest {
  readonly method: string;
  /** As in the request line: a path with its query, or an absolute URL, whose origin is not looked at. */
  readonly url: string;
  /** Value of a header by its lower-case name. */
  header(name: string): string | undefined;
}

export interface HandlerResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Empty for HEAD, 304 and redirects. `content-length` is that of GET. */
  readonly body: Uint8Array;
}

/** What a host can do for the core. */
export interface Ports {
  readonly readPack: ReadPack;
  readonly sha256: Sha256;
  /** Content codings that the host can make, by name, in order of preference; none where its front end compresses. */
  readonly codings?: Readonly<Record<string, (body: Uint8Array) => Promise<Uint8Array>>>;
}

/** A successful answer before headers; `location` for a redirect. */
type Answer =
  | {
      readonly kind: 'body';
      readonly body: Uint8Array;
      readonly contentType?: typeof HTML_TYPE;
      readonly more?: Headers;
    }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'refusal'; readonly refusal: Refusal };

const encoder = new TextEncoder();
const EMPTY = new Uint8Array(0);
/** Below this many bytes a coding saves nothing that a packet does not carry anyway. */
const CODING_THRESHOLD_BYTES = 1024;

const refuse = (refusal: Refusal): Answer => ({ kind: 'refusal', refusal });
const json = (value: unknown, more: Headers = {}): Answer => ({
  kind: 'body',
  body: encoder.encode(JSON.stringify(value)),
  more,
});

/** Splits a request target at its first `?`, without the origin of an absolute URL. */
export function splitUrl(url: string): { path: string; query: string } {
  // Nearly every target is a path; the patterns are for the others.
  const local = url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  const hash = local.indexOf('#');
  const target = hash < 0 ? local : local.slice(0, hash);
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** The body of one page of a listing, or why there is none. */
export async function pageBody(
  query: Query,
  release: Release,
  readPack: ReadPack,
  allocate?: Allocate,
): Promise<Uint8Array | Refusal> {
  const selection = selectPage(release.index, query);
  if ('status' in selection) return selection;
  const head = envelopeHead(release.listings[query.listing], query, selection, release);
  return composePage(head, query, selection.positions, release.data.packs, readPack, allocate);
}

async function answerListing(target: Target & { kind: 'listing' }, text: string, release: Release, ports: Ports) {
  const parsed = parseQuery(release.listings[target.listing], text);
  if (!parsed.ok) return refuse(parsed.refusal);
  const body = await pageBody(parsed.query, release, ports.readPack);
  return body instanceof Uint8Array ? ({ kind: 'body', body } as const) : refuse(body);
}

/** Finds what exists at a path; null where nothing does. Records are looked up before anything else is checked. */
function locate(path: string, release: Release): { target: Target; position: number } | null {
  const target = resolvePath(path, release.basePath);
  if (target === null || (target.kind === 'archive' && release.data.archiveUrl === null)) return null;
  const position = target.kind === 'record' ? release.index.positionOf(target.listing, target.id) : 0;
  return position < 0 ? null : { target, position };
}

async function answer(request: HandlerRequest, release: Release, ports: Ports): Promise<Answer> {
  const { path, query } = splitUrl(request.url);
  const found = locate(path, release);
  if (found === null) return refuse(NOT_FOUND);
  const { target, position } = found;
  if (!(ALLOWED_METHODS as readonly string[]).includes(request.method)) return refuse(methodNotAllowed(request.method));
  if (request.method === 'OPTIONS') return json(describeTarget(target, release), PREFLIGHT);
  if (target.kind === 'listing') return answerListing(target, query, release, ports);
  if (target.kind === 'archive') return { kind: 'redirect', location: `${release.data.archiveUrl}/${target.path}` };
  if (target.kind === 'home') return { kind: 'body', body: encoder.encode(homePage(release)), contentType: HTML_TYPE };
  const refusal = checkRecordQuery(query);
  if (refusal) return refuse(refusal);
  if (target.kind === 'root') return json(rootBody(release.baseUrl));
  const body = await composeRecord(target.listing, position, release.data.packs, ports.readPack);
  return body === null ? refuse(NOT_FOUND) : { kind: 'body', body };
}

function withLength(headers: Headers, body: Uint8Array): Headers {
  return { ...headers, 'content-length': String(body.length) };
}

/** The response that a refusal makes. */
export function refusalResponse(refusal: Refusal, cache: CacheLifetimes, method: string): HandlerResponse {
  const body = encoder.encode(JSON.stringify(refusal.body));
  const headers = withLength(errorHeaders(cache, refusal), body);
  return { status: refusal.status, headers, body: method === 'HEAD' ? EMPTY : body };
}

function redirectResponse(location: string, release: Release): HandlerResponse {
  return { status: FOUND, headers: withLength(redirectHeaders(release.data.cache, location), EMPTY), body: EMPTY };
}

function notModified({ 'content-type': _, ...headers }: Record<string, string>): HandlerResponse {
  return { status: NOT_MODIFIED, headers, body: EMPTY };
}

/** The coding that the client takes and the host can make; undefined where the body goes as it is. */
function chooseCoding(body: Uint8Array, request: HandlerRequest, codings: Ports['codings'] = {}): string | undefined {
  const wanted = request.header('accept-encoding');
  if (wanted === undefined || body.length < CODING_THRESHOLD_BYTES) return undefined;
  return Object.keys(codings).find((name) => acceptsCoding(wanted, name));
}

/** Adds what depends on the body: tag, coding, length; and 304 where the client has it. */
async function bodyResponse(
  answer: Answer & { kind: 'body' },
  request: HandlerRequest,
  release: Release,
  ports: Ports,
): Promise<HandlerResponse> {
  const { body } = answer;
  const { codings } = ports;
  const coding = chooseCoding(body, request, codings);
  const common = release.headers[codings ? 'varied' : 'plain'][answer.contentType ?? JSON_TYPE];
  const tagged: Headers = { ...common, ...answer.more, etag: entityTag(await ports.sha256(body)) };
  const headers = coding === undefined ? tagged : codedHeaders(tagged, coding);
  const known = request.header('if-none-match');
  const isConditional = request.method !== 'OPTIONS' && known !== undefined;
  if (isConditional && matchesEntityTag(known, headers.etag ?? '')) return notModified(headers);
  const sent = coding === undefined ? body : ((await codings?.[coding]?.(body)) ?? body);
  return { status: OK, headers: withLength(headers, sent), body: sent };
}

/** Answers a request. Never rejects for what the site or the client did wrong; what it throws is a fault of the code. */
export async function respond(request: HandlerRequest, release: Release, ports: Ports): Promise<HandlerResponse> {
  const refused = (refusal: Refusal) => refusalResponse(refusal, release.data.cache, request.method);
  try {
    const found = await answer(request, release, ports);
    if (found.kind === 'refusal') return refused(found.refusal);
    if (found.kind === 'redirect') return redirectResponse(found.location, release);
    const response = await bodyResponse(found, request, release, ports);
    return request.method === 'HEAD' ? { ...response, body: EMPTY } : response;
  } catch (error) {
    if (error instanceof SiteDamagedError || error instanceof MissingLineError) return refused(UNAVAILABLE);
    throw error;
  }
}
