/**
 * Creates the response to a request from a release. Decides every status, header and body that a request handler sends; hosts only convert
 * requests and responses. Handlers read packs, never page files: page files are for hosts that cannot run code.
 */

import { CSV_TYPE, HTML_TYPE, ignoredHeader, linkHeader, PREFLIGHT } from '../contract/headers.ts';
import { DOCS_PAGE, DOCUMENT_LINES, optionsName } from '../contract/paths.ts';
import type { Query } from '../contract/query.ts';
import type { EnvelopeHead } from '../contract/wire.ts';
import {
  composeLine,
  composePage,
  composeRecord,
  entryLines,
  envelopeHead,
  type LineSource,
  MissingLineError,
} from '../listing/compose.ts';
import { toCsv } from '../listing/csv.ts';
import type { HandlerRequest, HandlerResponse, OpenFile, Ports } from './ports.ts';
import { type Release, SiteDamagedError } from './release.ts';
import { type ResolvedRequest, resolveRequest } from './resolve-request.ts';
import { type BodyAnswer, bodyResponse, redirectResponse, refusalResponse } from './response.ts';

/** A page's body as CSV. CSV has no envelope, so the links to other pages are in a header. */
function csvOf(page: Uint8Array, head: EnvelopeHead, query: Query, { data, baseUrl, pageLink }: Release): BodyAnswer {
  const { next, previous: prev, num_pages } = head;
  const link = (number: number) => `${baseUrl}/${pageLink({ ...query, page: number })}`;
  return {
    body: toCsv(page, data.columns[entryLines(query)] ?? [], data.vocabulary.parameters, data.compatibility),
    contentType: CSV_TYPE,
    more: query.csv?.isWhole ? {} : linkHeader({ first: link(1), prev, next, last: link(Math.max(num_pages, 1)) }),
  };
}

async function answerPage(
  { query, index, selection }: ResolvedRequest & { kind: 'page' },
  release: Release,
  source: LineSource,
): Promise<BodyAnswer> {
  const head = envelopeHead(query, selection, release);
  const body = await composePage(head, query, index, selection, source);
  return query.csv ? csvOf(body, head, query, release) : { body };
}

/** Creates the response to a resolved request. */
async function answer<Part>(
  resolved: ResolvedRequest,
  request: HandlerRequest,
  release: Release,
  ports: Ports,
  openFile?: OpenFile<Part>,
): Promise<HandlerResponse<Part>> {
  const { data } = release;
  const source = { packs: release.packs, readPack: ports.readPack };
  /** A document in the release, by its name. */
  const document = (name: string) => composeLine(DOCUMENT_LINES, data.documents.indexOf(name), source);
  const send = async (body: BodyAnswer | Promise<BodyAnswer>) => {
    const { more, ...rest } = await body;
    const ignored = resolved.kind === 'options' ? {} : ignoredHeader(resolved.url.ignored);
    return bodyResponse({ ...rest, more: { ...more, ...ignored } }, request, release, ports);
  };
  if (resolved.kind === 'refusal') return refusalResponse(resolved.refusal, release, request.method);
  if (resolved.kind === 'page') return send(answerPage(resolved, release, source));
  if (resolved.kind === 'options') return send({ body: await document(optionsName(resolved.found)), more: PREFLIGHT });
  if (resolved.kind === 'legacy') {
    const composed = await resolved.found.row.envelope(resolved, { release, source, readPart: ports.readPart });
    return 'status' in composed ? refusalResponse(composed, release, request.method) : send(composed);
  }
  const { found } = resolved;
  if (found.kind === 'file') return found.send(request, release, ports, openFile);
  if (found.kind === 'archive' || found.kind === 'moved') {
    const { query } = resolved.url;
    const url = `${found.kind === 'moved' ? release.baseUrl : data.archiveUrl}/${found.path}`;
    return redirectResponse(query === '' ? url : `${url}?${query}`, release);
  }
  // The page's links are relative to the base URL with its final slash.
  if (found.kind === 'home' && /[^/]$/.test(resolved.url.path)) return redirectResponse(`${release.baseUrl}/`, release);
  if (found.kind === 'docs') return redirectResponse(`${release.baseUrl}/${DOCS_PAGE}`, release);
  if (found.kind !== 'record') {
    return send({ body: await document(found.kind), ...(found.kind === 'home' && { contentType: HTML_TYPE }) });
  }
  return send({ body: await composeRecord(found.collection, found.position, source) });
}

/** The number of entries in a response; 1 for a response that is not a listing. */
export function countRows(resolved: ResolvedRequest): number {
  const selection = resolved.kind === 'page' || resolved.kind === 'legacy' ? resolved.selection : null;
  return selection?.positions.length ?? 1;
}

/** The reason a request cannot be answered from this release right now. */
export type Unavailable = SiteDamagedError | MissingLineError;

/** How a host takes part in a response. */
export interface RespondOptions<Part> {
  /** Called with the resolved request, and awaited, before a pack or file is read. */
  readonly onResolved?: ((resolved: ResolvedRequest) => unknown) | undefined;
  /** Opens downloads, for hosts that send them in parts. By default, they are read whole. */
  readonly openFile?: OpenFile<Part> | undefined;
}

/**
 * Answers a request, or resolves to an error if the site is damaged. Rejects only if there is a bug, never because of anything the site
 * or the client does.
 */
export async function respond<Part = never>(
  request: HandlerRequest,
  release: Release,
  ports: Ports,
  { onResolved, openFile }: RespondOptions<Part> = {},
): Promise<HandlerResponse<Part> | Unavailable> {
  try {
    const resolved = await resolveRequest(request, release, ports.readPart, ports.findFile);
    await onResolved?.(resolved);
    return await answer(resolved, request, release, ports, openFile);
  } catch (error) {
    if (error instanceof SiteDamagedError || error instanceof MissingLineError) return error;
    throw error;
  }
}
