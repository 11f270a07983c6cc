/**
 * Respond: request x release -> response. Decides every status, header and body that a request handler sends; hosts only
 * convert. Packs are all it reads; page files are the business of hosts without logic.
 *
 * Order of failures: path 404, method 405, then what `parseQuery` finds, then a page out of range.
 */

import type { Collection, Condition, Listing, Parent } from '../contract/collection.ts';
import {
  acceptsCoding,
  type CacheLifetimes,
  CSV_TYPE,
  codedHeaders,
  entityTag,
  errorHeaders,
  type Headers,
  HTML_TYPE,
  JSON_TYPE,
  linkHeader,
  matchesEntityTag,
  PREFLIGHT,
  redirectHeaders,
} from '../contract/headers.ts';
import { DOCUMENT_LINES, optionsName, queryLink, resolvePath, type Target } from '../contract/paths.ts';
import { checkRecordQuery, parseQuery, type Query } from '../contract/query.ts';
import { ALLOWED_METHODS, methodNotAllowed, NOT_FOUND, type Refusal, UNAVAILABLE } from '../contract/refusals.ts';
import { FOUND, NOT_MODIFIED, OK } from '../contract/statuses.ts';
import {
  type Allocate,
  composeLine,
  composePage,
  composeRecord,
  entryLines,
  envelopeHead,
  MissingLineError,
  type ReadPack,
} from '../listing/compose.ts';
import { pageHead, toCsv } from '../listing/csv.ts';
import { type PageSelection, type RowIndex, selectPage } from '../listing/select.ts';
import { type ContentType, type ReadPart, type Release, type Sha256, SiteDamagedError } from './release.ts';

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
  /**
   * Empty for HEAD, 304 and redirects. `content-length` is that of GET; HEAD leaves it out where the body would be coded, as it
   * is not known without coding it (RFC 9110, 9.3.2).
   */
  readonly body: Uint8Array;
}

/** Makes the coded form of a body. `hash` is that of the body, for hosts that keep what they made. */
export type Coding = (body: Uint8Array, hash: string) => Uint8Array | Promise<Uint8Array>;

/** What a host can do for the core. */
export interface Ports {
  readonly readPack: ReadPack;
  readonly readPart: ReadPart;
  readonly sha256: Sha256;
  /** Content codings that the host can make, by name, in order of preference; none where its front end compresses. */
  readonly codings?: Readonly<Record<string, Coding>>;
}

interface BodyAnswer {
  readonly kind: 'body';
  readonly body: Uint8Array;
  readonly contentType?: ContentType;
  readonly more?: Headers;
}

/** A successful answer before headers; `location` for a redirect. */
type Answer =
  | BodyAnswer
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'refusal'; readonly refusal: Refusal };

const encoder = new TextEncoder();
const EMPTY = new Uint8Array(0);
/** Below this many bytes a coding saves nothing that a packet does not carry anyway. */
const CODING_THRESHOLD_BYTES = 1024;

const refuse = (refusal: Refusal): Answer => ({ kind: 'refusal', refusal });

/** Splits a request target at its first `?`, without the origin of an absolute URL. */
export function splitUrl(url: string): { path: string; query: string } {
  // Nearly every target is a path; the patterns are for the others.
  const local = url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  const hash = local.indexOf('#');
  const target = hash < 0 ? local : local.slice(0, hash);
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** What can be read of a site. */
export type Readers = Pick<Ports, 'readPack' | 'readPart'>;

/** The parents that a listing's path names; null where one of them does not exist. */
export async function findParents(
  { parents }: Listing,
  ids: readonly string[],
  release: Release,
  readPart: ReadPart,
): Promise<readonly Parent[] | null> {
  const found: Parent[] = [];
  for (const [n, name] of parents.entries()) {
    const index = await release.indexOf(name, readPart);
    const position = index.positionOf(ids[n] as string);
    if (position < 0) return null;
    found.push({ ...index.rowAt(position), id: index.idAt(position) });
  }
  return found;
}

/** What a listing's parents demand of its entries. */
export function boundBy({ bindings }: Listing, parents: readonly Parent[]): Condition[] {
  return bindings.map(({ condition }, n) => condition(parents[n] as Parent));
}

/** The entries on one page of a listing, or why there are none. */
export async function findPage(
  query: Query,
  parents: readonly Parent[],
  release: Release,
  readPart: ReadPart,
): Promise<{ readonly index: RowIndex; readonly selection: PageSelection } | Refusal> {
  const index = await release.indexOf(query.listing.collection.name, readPart);
  const selection = selectPage(index, query, boundBy(query.listing, parents));
  return 'status' in selection ? selection : { index, selection };
}

/** The body of one page of a listing, or why there is none. */
export async function pageBody(
  query: Query,
  parents: readonly Parent[],
  release: Release,
  { readPack, readPart }: Readers,
  allocate?: Allocate,
): Promise<Uint8Array | Refusal> {
  const found = await findPage(query, parents, release, readPart);
  if ('status' in found) return found;
  const { index, selection } = found;
  const head = envelopeHead(query, selection, release);
  return composePage(head, query, index, selection, release.data.packs, readPack, allocate);
}

/** What exists at a path. */
export type Located =
  | Exclude<Target, { kind: 'listing' | 'record' }>
  | { readonly kind: 'listing'; readonly listing: Listing; readonly parents: readonly Parent[] }
  | { readonly kind: 'record'; readonly collection: Collection; readonly position: number };

/** Finds what exists at a path; null where nothing does. Records and parents are looked up before anything else is checked. */
export async function locate(path: string, release: Release, readPart: ReadPart): Promise<Located | null> {
  const target = resolvePath(path, release.basePath, release.collections);
  if (target?.kind === 'archive') return release.data.archiveUrl === null ? null : target;
  if (target?.kind === 'listing') {
    const parents = await findParents(target.listing, target.parents, release, readPart);
    return parents && { kind: 'listing', listing: target.listing, parents };
  }
  if (target?.kind !== 'record') return target;
  const { collection, id } = target;
  const index = await release.indexOf(collection.name, readPart);
  const position = index.positionOf(id);
  return position < 0 ? null : { kind: 'record', collection, position };
}

async function answerListing(
  { listing, parents }: Located & { kind: 'listing' },
  text: string,
  release: Release,
  ports: Ports,
): Promise<Answer> {
  const ids = parents.map(({ id }) => id);
  const parsed = parseQuery(listing, ids, text);
  if (!parsed.ok) return refuse(parsed.refusal);
  const body = await pageBody(parsed.query, parents, release, ports);
  if (!(body instanceof Uint8Array)) return refuse(body);
  return parsed.query.format ? answerCsv(body, parsed.query, release) : { kind: 'body', body };
}

/** A page's body as CSV, which has no envelope: its links are a header. */
function answerCsv(page: Uint8Array, query: Query, { data, baseUrl }: Release): Answer {
  const { next, previous: prev, num_pages } = pageHead(page).head;
  const link = (number: number) => `${baseUrl}/${queryLink({ ...query, page: number })}`;
  return {
    kind: 'body',
    body: toCsv(
      page,
      data.columns[entryLines(query)] ?? [],
      data.vocabulary.parameters.map(({ name }) => name),
    ),
    contentType: CSV_TYPE,
    more: linkHeader({ first: link(1), prev, next, last: link(Math.max(num_pages, 1)) }),
  };
}

/** A document of the release by its name. */
async function document(
  { data }: Release,
  name: string,
  readPack: ReadPack,
  more: Partial<BodyAnswer> = {},
): Promise<Answer> {
  const body = await composeLine(DOCUMENT_LINES, data.documents.indexOf(name), data.packs, readPack);
  return { kind: 'body', body, ...more };
}

async function answer(request: HandlerRequest, release: Release, ports: Ports): Promise<Answer> {
  const { path, query } = splitUrl(request.url);
  const found = await locate(path, release, ports.readPart);
  if (found === null) return refuse(NOT_FOUND);
  if (!(ALLOWED_METHODS as readonly string[]).includes(request.method)) return refuse(methodNotAllowed(request.method));
  const { readPack } = ports;
  if (request.method === 'OPTIONS') return document(release, optionsName(found), readPack, { more: PREFLIGHT });
  if (found.kind === 'listing') return answerListing(found, query, release, ports);
  if (found.kind === 'archive') return { kind: 'redirect', location: `${release.data.archiveUrl}/${found.path}` };
  if (found.kind === 'home') return document(release, found.kind, readPack, { contentType: HTML_TYPE });
  const refusal = checkRecordQuery(query);
  if (refusal) return refuse(refusal);
  if (found.kind !== 'record') return document(release, found.kind, readPack);
  const body = await composeRecord(found.collection, found.position, release.data.packs, readPack);
  return body === null ? refuse(NOT_FOUND) : { kind: 'body', body };
}

function withLength(headers: Headers, body: Uint8Array): Headers {
  return { ...headers, 'content-length': String(body.length) };
}

/** The response that a refusal makes. */
export function refusalResponse(refusal: Refusal, cache: CacheLifetimes, method: string): HandlerResponse {
  const body = encoder.encode(JSON.stringify(refusal.body));
  const headers = withLength(errorHeaders(cache, refusal.status), body);
  return { status: refusal.status, headers, body: method === 'HEAD' ? EMPTY : body };
}

function redirectResponse(location: string, release: Release): HandlerResponse {
  return {
    status: FOUND,
    headers: withLength({ ...redirectHeaders(release.data.cache), location }, EMPTY),
    body: EMPTY,
  };
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

/** Adds what depends on the body: tag, coding, length; and 304 where the client has it. Only a body that is sent is coded. */
async function bodyResponse(
  answer: BodyAnswer,
  request: HandlerRequest,
  release: Release,
  ports: Ports,
): Promise<HandlerResponse> {
  const { body } = answer;
  const { codings } = ports;
  const coding = chooseCoding(body, request, codings);
  const common = release.headers[codings ? 'varied' : 'plain'][answer.contentType ?? JSON_TYPE];
  const hash = await ports.sha256(body);
  const tagged: Headers = { ...common, ...answer.more, etag: entityTag(hash) };
  const headers = coding === undefined ? tagged : codedHeaders(tagged, coding);
  const known = request.header('if-none-match');
  const isConditional = request.method !== 'OPTIONS' && known !== undefined;
  if (isConditional && matchesEntityTag(known, headers.etag ?? '')) return notModified(headers);
  const isHead = request.method === 'HEAD';
  if (coding !== undefined && isHead) return { status: OK, headers, body: EMPTY };
  const sent = coding === undefined ? body : ((await codings?.[coding]?.(body, hash)) ?? body);
  return { status: OK, headers: withLength(headers, sent), body: isHead ? EMPTY : sent };
}

/** Answers a request. Never rejects for what the site or the client did wrong; what it throws is a fault of the code. */
export async function respond(request: HandlerRequest, release: Release, ports: Ports): Promise<HandlerResponse> {
  const refused = (refusal: Refusal) => refusalResponse(refusal, release.data.cache, request.method);
  try {
    const found = await answer(request, release, ports);
    if (found.kind === 'refusal') return refused(found.refusal);
    if (found.kind === 'redirect') return redirectResponse(found.location, release);
    return await bodyResponse(found, request, release, ports);
  } catch (error) {
    if (error instanceof SiteDamagedError || error instanceof MissingLineError) return refused(UNAVAILABLE);
    throw error;
  }
}
