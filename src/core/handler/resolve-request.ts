/**
 * Resolves a request against a release, before a body is composed. Both `respond` and `stillwave explain` use it to get from a URL to
 * entries.
 *
 * Order of failures: path 404, method 405, the failures from `parseQuery`, entries that the data do not record, an out-of-range page.
 */

import type { Collection, Parent } from '../contract/collection.ts';
import { RECORD_FORMAT } from '../contract/parameters.ts';
import {
  allParameters,
  checkRecordQuery,
  decodePairs,
  ignoredNames,
  type Pairs,
  parseQuery,
  type Query,
} from '../contract/query.ts';
import { ALLOWED_METHODS, methodNotAllowed, NOT_FOUND, portalPage, type Refusal } from '../contract/refusals.ts';
import { isFormatted, resolvePath, type Target } from '../contract/resolve-path.ts';
import type { RowIndex } from '../listing/row-index.ts';
import { type PageSelection, selectPage } from '../listing/select.ts';
import { locateLegacy, type Moved } from './legacy.ts';
import { type FoundListing, findListing, parentConditions, refuseUnrecorded, unknownId } from './parents.ts';
import type { FindFile, HandlerRequest, SiteFile } from './ports.ts';
import type { ReadPart, Release } from './release.ts';
import { type FoundLegacy, type LegacyRequest, resolveLegacy } from './resolve-legacy.ts';

/** The parts of a request's URL. */
export interface ReadUrl {
  readonly path: string;
  /** The text after `?`. */
  readonly query: string;
  /** Names of the parameters that have no effect, for use in a header. */
  readonly ignored: readonly string[];
}

/** A resolved request. */
export type ResolvedRequest = { readonly url: ReadUrl } & Resolved;

type Resolved =
  | (FoundPage & { readonly kind: 'page'; readonly found: Located; readonly query: Query })
  /** A resource that the path alone identifies, such as a record. */
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

/** Splits a request target at its first `?`, after removing any origin and fragment. */
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
  const index = await release.indexOf(query.listing.collection.name, readPart);
  const refusal = refuseUnrecorded(query, parents, index);
  if (refusal !== null) return refusal;
  const selection = selectPage(index, query, parentConditions(query.listing, parents));
  return 'status' in selection ? selection : { index, selection };
}

/** The resource at a path. */
export type Located =
  | Exclude<Target, { kind: 'listing' | 'record' | 'legacy' }>
  | FoundLegacy
  | Moved
  | SiteFile
  | FoundListing
  | { readonly kind: 'record'; readonly collection: Collection; readonly id: string; readonly position: number };

/** False if there is no data archive, or if the site stands in for it under its address: a redirect would lead back to the site. */
function leadsElsewhere({ data: { archiveUrl }, baseUrl }: Release): boolean {
  const [to, from] = [archiveUrl, baseUrl].map((url) => url?.replace(/^http:/, 'https:'));
  return to !== undefined && to !== from;
}

/** Finds the resource at a path, or returns a refusal. Records and parents are looked up before anything else is checked. */
export async function locate(
  path: string,
  release: Release,
  readPart: ReadPart,
  findFile?: FindFile,
): Promise<Located | Refusal> {
  const target = resolvePath(path, release.basePath, release.collections);
  if (target === null) return findFile?.(path, release) ?? NOT_FOUND;
  if (target.kind === 'archive') return leadsElsewhere(release) ? target : NOT_FOUND;
  if (target.kind === 'legacy' || target.kind === 'portal') {
    if (!release.data.legacyInterfaces) return NOT_FOUND;
    return target.kind === 'portal' ? target : locateLegacy(target.path, release, readPart);
  }
  if (target.kind === 'listing') return findListing(target.listing, target.parents, release, readPart);
  if (target.kind !== 'record') return target;
  const { collection, id } = target;
  const index = await release.indexOf(collection.name, readPart);
  const position = index.positionOf(id);
  return position < 0 ? unknownId(id, index) : { kind: 'record', collection, id: index.idAt(position), position };
}

/** Names of the parameters that have an effect on a target. */
export function effectiveNames(found: Located | Target): readonly string[] {
  if (found.kind === 'listing') return allParameters(found.listing).map(({ name }) => name);
  if (found.kind === 'legacy') {
    const isSearch = 'row' in found && found.row.isSearch && found.target?.kind === 'listing';
    return isSearch ? [...found.target.listing.filters.keys()] : [];
  }
  return isFormatted(found) ? [RECORD_FORMAT.name] : [];
}

/** Resolves a request. Rejects with SiteDamagedError if an index part cannot be read. */
export async function resolveRequest(
  { method, url }: Pick<HandlerRequest, 'method' | 'url'>,
  release: Release,
  readPart: ReadPart,
  findFile?: FindFile,
): Promise<ResolvedRequest> {
  const { path, query } = splitUrl(url);
  const found = await locate(path, release, readPart, findFile);
  const pairs = decodePairs(query);
  const ignored = 'status' in found ? [] : ignoredNames(pairs, effectiveNames(found));
  return { url: { path, query, ignored }, ...(await resolveFound(method, found, pairs, release, readPart)) };
}

/** Resolves a request for the resource at its path. */
async function resolveFound(
  method: string,
  found: Located | Refusal,
  pairs: Pairs,
  release: Release,
  readPart: ReadPart,
): Promise<Resolved> {
  if ('status' in found) return { kind: 'refusal', refusal: found, found: null, query: null };
  const refuse = (refusal: Refusal, query: Query | null = null): Resolved => ({
    kind: 'refusal',
    refusal,
    found,
    query,
  });
  const { baseUrl } = release;
  if (found.kind === 'portal') return refuse(portalPage(`${baseUrl}/${found.json}`, `${baseUrl}/`));
  if (!(ALLOWED_METHODS as readonly string[]).includes(method)) return refuse(methodNotAllowed(method));
  if (method === 'OPTIONS') return { kind: 'options', found };
  if (found.kind === 'listing') {
    const { listing, parents } = found;
    const ids = parents.map(({ id }) => id);
    const query = parseQuery(listing, ids, pairs);
    if ('status' in query) return refuse(query);
    const page = await findPage(query, parents, release, readPart);
    return 'status' in page ? refuse(page, query) : { kind: 'page', found, query, ...page };
  }
  if (found.kind === 'legacy') {
    const legacy = await resolveLegacy(found, pairs, release, readPart);
    return 'status' in legacy ? refuse(legacy) : { kind: 'legacy', ...legacy };
  }
  const refusal = isFormatted(found) ? checkRecordQuery(pairs) : null;
  return refusal ? refuse(refusal) : { kind: 'single', found };
}
