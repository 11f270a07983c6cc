/**
 * Resolve: request x release -> the resolved request, before a body is composed. Both `respond` and `stillwave explain` use it to get
 * from a URL to entries.
 *
 * Order of failures: path 404, method 405, then those of `parseQuery`, then a page out of range.
 */

import type { Collection, Listing, Parent } from '../contract/collection.ts';
import { checkRecordQuery, parseQuery, type Query } from '../contract/query.ts';
import { ALLOWED_METHODS, methodNotAllowed, NOT_FOUND, portalPage, type Refusal } from '../contract/refusals.ts';
import { isFormatted, resolvePath, type Target } from '../contract/resolve-path.ts';
import { type PageSelection, type RowIndex, selectPage } from '../listing/select.ts';
import { type FoundLegacy, type LegacyRequest, locateLegacy, resolveLegacy } from './legacy.ts';
import { findParents, parentConditions, refuseInterval } from './parents.ts';
import type { HandlerRequest } from './ports.ts';
import type { ReadPart, Release } from './release.ts';

/** A resolved request. */
export type ResolvedRequest =
  | (FoundPage & { readonly kind: 'page'; readonly found: Located; readonly query: Query })
  /** Anything but a listing: its path identifies it completely. */
  | { readonly kind: 'single'; readonly found: Exclude<Located, { kind: 'listing' | 'legacy' | 'portal' }> }
  | { readonly kind: 'options'; readonly found: Exclude<Located, { kind: 'portal' }> }
  | ({ readonly kind: 'legacy' } & LegacyRequest)
  /** `found` and `query` are null if resolving failed earlier. */
  | {
      readonly kind: 'refusal';
      readonly refusal: Refusal;
      readonly found: Located | null;
      readonly query: Query | null;
    };

/** Splits a request target at its first `?`, without the origin of an absolute URL. */
export function splitUrl(url: string): { path: string; query: string } {
  // Fast path: nearly every target is a path.
  const local = url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  const hash = local.indexOf('#');
  const target = hash < 0 ? local : local.slice(0, hash);
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** The entries on one page. */
interface FoundPage {
  readonly index: RowIndex;
  readonly selection: PageSelection;
}

/** The entries on one page of a listing, or a refusal. */
async function findPage(
  query: Query,
  parents: readonly Parent[],
  release: Release,
  readPart: ReadPart,
): Promise<FoundPage | Refusal> {
  const refusal = refuseInterval(query, parents);
  if (refusal !== null) return refusal;
  const index = await release.indexOf(query.listing.collection.name, readPart);
  const selection = selectPage(index, query, parentConditions(query.listing, parents));
  return 'status' in selection ? selection : { index, selection };
}

/** The resource at a path. */
export type Located =
  | Exclude<Target, { kind: 'listing' | 'record' | 'legacy' }>
  | FoundLegacy
  | { readonly kind: 'listing'; readonly listing: Listing; readonly parents: readonly Parent[] }
  | { readonly kind: 'record'; readonly collection: Collection; readonly id: string; readonly position: number };

/** Finds the resource at a path, or null. Records and parents are looked up before anything else is checked. */
export async function locate(path: string, release: Release, readPart: ReadPart): Promise<Located | null> {
  const target = resolvePath(path, release.basePath, release.collections);
  if (target?.kind === 'archive') return release.data.archiveUrl === null ? null : target;
  if (target?.kind === 'legacy' || target?.kind === 'portal') {
    if (!release.data.olderInterfaces) return null;
    return target.kind === 'portal' ? target : locateLegacy(target.path, release, readPart);
  }
  if (target?.kind === 'listing') {
    const parents = await findParents(target.listing, target.parents, release, readPart);
    return parents && { kind: 'listing', listing: target.listing, parents };
  }
  if (target?.kind !== 'record') return target;
  const { collection, id } = target;
  const index = await release.indexOf(collection.name, readPart);
  const position = index.positionOf(id);
  return position < 0 ? null : { kind: 'record', collection, id: index.idAt(position), position };
}

/** Resolves a request. Rejects with SiteDamagedError if an index part cannot be read. */
export async function resolveRequest(
  { method, url }: Pick<HandlerRequest, 'method' | 'url'>,
  release: Release,
  readPart: ReadPart,
): Promise<ResolvedRequest> {
  const { path, query: text } = splitUrl(url);
  const found = await locate(path, release, readPart);
  const refuse = (refusal: Refusal, query: Query | null = null): ResolvedRequest => ({
    kind: 'refusal',
    refusal,
    found,
    query,
  });
  if (found === null) return refuse(NOT_FOUND);
  const { baseUrl } = release;
  if (found.kind === 'portal') return refuse(portalPage(`${baseUrl}/${found.json}`, `${baseUrl}/`));
  if (!(ALLOWED_METHODS as readonly string[]).includes(method)) return refuse(methodNotAllowed(method));
  if (method === 'OPTIONS') return { kind: 'options', found };
  if (found.kind === 'listing') {
    const { listing, parents } = found;
    const ids = parents.map(({ id }) => id);
    const parsed = parseQuery(listing, ids, text);
    if (!parsed.ok) return refuse(parsed.refusal);
    const page = await findPage(parsed.query, parents, release, readPart);
    return 'status' in page ? refuse(page, parsed.query) : { kind: 'page', found, query: parsed.query, ...page };
  }
  if (found.kind === 'legacy') {
    const legacy = await resolveLegacy(found, text, release, readPart);
    return 'status' in legacy ? refuse(legacy) : { kind: 'legacy', ...legacy };
  }
  const refusal = isFormatted(found) ? checkRecordQuery(text) : null;
  return refusal ? refuse(refusal) : { kind: 'single', found };
}
