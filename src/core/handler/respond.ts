/**
 * Creates the response to a request from a release. Decides every status, header and body that a request handler sends; hosts only convert
 * requests and responses. Handlers read packs, never page files: page files are for hosts that cannot run code.
 */

import { SiteDamagedError } from '../base/site-damaged-error.ts';
import { CSV_TYPE, HTML_TYPE, ignoredHeader, linkHeader, PREFLIGHT } from '../contract/headers.ts';
import { DOCUMENT_LINE_SET } from '../contract/line-sets.ts';
import { Refused } from '../contract/query.ts';
import {
  composeLine,
  composePage,
  composeRecord,
  envelopeHead,
  lineSetOfQuery,
  type Page,
} from '../listing/compose.ts';
import { toCsv } from '../listing/csv.ts';
import type { BodyAnswer, FileSlice, HandlerRequest, HandlerResponse, Ports } from '../release/ports.ts';
import type { Release } from '../release/release.ts';
import { answerFile } from './files.ts';
import { type ResolvedRequest, resolveRequest } from './resolve-request.ts';
import { bodyResponse, redirectResponse, refusalResponse } from './response.ts';

/** A page's body as CSV. CSV has no envelope, so the links to other pages are in a header. */
function csvOf(body: Uint8Array, { query, selection }: Page, release: Release): BodyAnswer {
  const { data, baseUrl, pageLink } = release;
  const { next, previous: prev, num_pages } = envelopeHead(query, selection, release);
  const link = (number: number) => `${baseUrl}/${pageLink({ ...query, page: number })}`;
  return {
    body: toCsv(body, data.members[lineSetOfQuery(query)] ?? [], data.vocabulary.parameters, data.compatibility),
    contentType: CSV_TYPE,
    more: query.csv?.isWhole ? {} : linkHeader({ first: link(1), prev, next, last: link(Math.max(num_pages, 1)) }),
  };
}

async function composeAnswer(
  resolved: Exclude<ResolvedRequest, { kind: 'file' | 'redirect' }>,
  release: Release,
): Promise<BodyAnswer> {
  switch (resolved.kind) {
    case 'page': {
      const body = await composePage(resolved, release);
      return resolved.query.csv ? csvOf(body, resolved, release) : { body };
    }
    case 'record':
      return { body: await composeRecord(resolved.collection, resolved.position, resolved.source) };
    case 'legacy':
      return resolved.compose();
    case 'document': {
      const { data, readPack } = release;
      const number = data.documents.indexOf(resolved.name);
      const body = await composeLine(DOCUMENT_LINE_SET, number, { packs: data.packs, readPack });
      return resolved.name === 'home' ? { body, contentType: HTML_TYPE } : { body };
    }
  }
}

/** Creates the response to a resolved request. */
async function answer(
  resolved: ResolvedRequest,
  request: HandlerRequest,
  release: Release,
  ports: Ports,
): Promise<HandlerResponse> {
  if (resolved.kind === 'file') return answerFile(resolved, request, release, ports);
  if (resolved.kind === 'redirect') return redirectResponse(resolved.location, release);
  const { more, ...body } = await composeAnswer(resolved, release);
  const added = request.method === 'OPTIONS' ? PREFLIGHT : ignoredHeader(resolved.ignored);
  return bodyResponse({ ...body, more: { ...more, ...added } }, request, release, ports.sha256);
}

/** The number of entries in a response; 1 for a response that is not a listing. */
export function countRows(resolved: ResolvedRequest): number {
  if (resolved.kind === 'legacy') return resolved.count;
  return resolved.kind === 'page' ? resolved.selection.positions.length : 1;
}

/** How a host takes part in a response. */
export interface RespondOptions {
  /** Called with the resolved request, and awaited, before a pack or file is read. */
  readonly onResolved?: ((resolved: ResolvedRequest) => unknown) | undefined;
  /** Called if the request is refused. */
  readonly onRefused?: ((refused: Refused) => void) | undefined;
  /** Opens a slice, and is awaited. Rejects with SiteDamagedError unless the file's hash gives this ETag (`entityTag`). */
  readonly openSlice?: ((slice: FileSlice, etag: string) => Promise<void>) | undefined;
}

/**
 * Answers a request, or resolves to an error if a file that it needs is damaged. Rejects only if `options` reject, or if there is a
 * bug, never because of the site or the request.
 */
export async function respond(
  request: HandlerRequest,
  release: Release,
  ports: Ports,
  { onResolved, onRefused, openSlice }: RespondOptions = {},
): Promise<HandlerResponse | SiteDamagedError> {
  try {
    const resolved = await resolveRequest(request, release);
    await onResolved?.(resolved);
    const response = await answer(resolved, request, release, ports);
    if (response.slice) await openSlice?.(response.slice, response.headers.etag as string);
    return response;
  } catch (error) {
    if (error instanceof Refused) {
      onRefused?.(error);
      return refusalResponse(error.refusal, release, request.method);
    }
    if (error instanceof SiteDamagedError) return error;
    throw error;
  }
}
