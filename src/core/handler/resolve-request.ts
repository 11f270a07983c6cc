/**
 * Resolves a request against a release, before a body is composed. Both `respond` and `stillwave explain` use it to get from a URL to
 * entries.
 *
 * Order of failures: path 404, method 405, the failures from `parseQuery`, entries that the data do not record, an out-of-range page.
 */

import { allListings, type Collection } from '../contract/collection.ts';
import { RECORD_FORMAT } from '../contract/parameters.ts';
import { DOCS_PAGE } from '../contract/paths.ts';
import {
  allParameters,
  checkRecordQuery,
  decodePairs,
  ignoredNames,
  type Pairs,
  parseQuery,
  type Query,
  Refused,
} from '../contract/query.ts';
import { ALLOWED_METHODS, methodNotAllowed, NOT_FOUND, portalPage } from '../contract/refusals.ts';
import { findRoute, isFormatted, optionsName, type Route } from '../contract/route.ts';
import type { RowIndex } from '../listing/row-index.ts';
import { type PageSelection, selectPage } from '../listing/select.ts';
import { findFile, type SiteFile } from './files.ts';
import { findRow, renamedPath } from './legacy.ts';
import { findParents, findRecord, parentConditions, refuseUnrecorded } from './parents.ts';
import type { HandlerRequest } from './ports.ts';
import type { Release } from './release.ts';
import { findSource, type LegacyRequest, resolveLegacy } from './resolve-legacy.ts';

/** A resolved request: what it selects, which determines the body of its response. */
export type ResolvedRequest =
  | { readonly kind: 'page'; readonly query: Query; readonly index: RowIndex; readonly selection: PageSelection }
  | { readonly kind: 'record'; readonly collection: Collection; readonly id: string; readonly position: number }
  | LegacyRequest
  /** A body that does not depend on a query, by its name. */
  | { readonly kind: 'document'; readonly name: string }
  | { readonly kind: 'redirect'; readonly location: string }
  | SiteFile;

/** Splits a request target at its first `?`, after removing any origin and fragment. */
export function splitUrl(url: string): { path: string; query: string } {
  // Fast path: nearly every target is a path.
  const local = url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  const hash = local.indexOf('#');
  const target = hash < 0 ? local : local.slice(0, hash);
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** False if there is no data archive, or if the site stands in for it under its address: a redirect would lead back to the site. */
function leadsElsewhere({ data: { archiveUrl }, baseUrl }: Release): boolean {
  const [to, from] = [archiveUrl, baseUrl].map((url) => url?.replace(/^http:/, 'https:'));
  return to !== undefined && to !== from;
}

/** Names of the parameters that have an effect on what a path names. */
export function effectiveNames(route: Route, collections: readonly Collection[]): readonly string[] {
  if (route.kind === 'listing') return allParameters(route.listing).map(({ name }) => name);
  if (route.kind !== 'legacy') return isFormatted(route) ? [RECORD_FORMAT.name] : [];
  const row = findRow(route.path)?.row;
  const listing = row?.isSearch && allListings(collections).find(({ path }) => path === row.listing);
  return listing ? [...listing.filters.keys()] : [];
}

/** The parameters in a request that have no effect, for use in a header. */
export function ignoredParameters({ url }: Pick<HandlerRequest, 'url'>, release: Release): string[] {
  const { path, query } = splitUrl(url);
  const route = query === '' ? null : findRoute(path, release);
  return route === null ? [] : ignoredNames(decodePairs(query), effectiveNames(route, release.collections));
}

/** Finds out what a path names in this release; null for one of the site's files. Throws Refused. */
function findServed(path: string, release: Release): Route | null {
  const route = findRoute(path, release);
  const { baseUrl, data } = release;
  if (route?.kind === 'archive' && !leadsElsewhere(release)) throw new Refused(NOT_FOUND);
  if ((route?.kind === 'legacy' || route?.kind === 'portal') && !data.legacyInterfaces) throw new Refused(NOT_FOUND);
  if (route?.kind === 'portal') throw new Refused(portalPage(`${baseUrl}/${route.json}`, `${baseUrl}/`));
  return route;
}

/** Throws Refused if a record or parent in a path does not exist. */
async function checkIds(route: Route | null, release: Release): Promise<void> {
  if (route?.kind === 'listing') await findParents(route.listing, route.parents, release);
  if (route?.kind === 'record') findRecord(route.id, await release.index(route.collection.name));
  if (route?.kind !== 'legacy' || (await renamedPath(route.path, release)) !== null) return;
  const row = findRow(route.path);
  if (row === null) throw new Refused(NOT_FOUND);
  await findSource(row, release);
}

async function resolvePage(
  { listing, parents: ids }: Route & { kind: 'listing' },
  pairs: Pairs,
  release: Release,
): Promise<ResolvedRequest> {
  const parents = await findParents(listing, ids, release);
  const canonicalIds = parents.map(({ id }) => id);
  const query = parseQuery(listing, canonicalIds, pairs);
  const index = await release.index(listing.collection.name);
  refuseUnrecorded(query, parents, index);
  return { kind: 'page', query, index, selection: selectPage(index, query, parentConditions(listing, parents)) };
}

async function resolveRecord(
  { collection, id }: Route & { kind: 'record' },
  pairs: Pairs,
  release: Release,
): Promise<ResolvedRequest> {
  const index = await release.index(collection.name);
  const position = findRecord(id, index);
  checkRecordQuery(pairs);
  return { kind: 'record', collection, id: index.idAt(position), position };
}

/** Resolves a GET or HEAD request for what a path names. */
async function resolveRoute(
  route: Route,
  { path, query }: { readonly path: string; readonly query: string },
  release: Release,
): Promise<ResolvedRequest> {
  const pairs = decodePairs(query);
  if (route.kind === 'listing') return resolvePage(route, pairs, release);
  if (route.kind === 'record') return resolveRecord(route, pairs, release);
  const { baseUrl, data } = release;
  const end = query === '' ? '' : `?${query}`;
  if (route.kind === 'archive') return { kind: 'redirect', location: `${data.archiveUrl}/${route.path}${end}` };
  if (route.kind === 'legacy') {
    const renamed = await renamedPath(route.path, release);
    if (renamed !== null) return { kind: 'redirect', location: `${baseUrl}/${renamed}${end}` };
    const row = findRow(route.path);
    if (row === null) throw new Refused(NOT_FOUND);
    return resolveLegacy(row, pairs, release);
  }
  if (route.kind === 'docs') return { kind: 'redirect', location: `${baseUrl}/${DOCS_PAGE}` };
  // The page's links are relative to the base URL with its final slash.
  if (route.kind === 'home' && /[^/]$/.test(path)) return { kind: 'redirect', location: `${baseUrl}/` };
  if (isFormatted(route)) checkRecordQuery(pairs);
  return { kind: 'document', name: route.kind };
}

/** Resolves a request. Rejects with Refused, or with SiteDamagedError if an index part cannot be read. */
export async function resolveRequest(
  { method, url }: Pick<HandlerRequest, 'method' | 'url'>,
  release: Release,
  servesFiles = false,
): Promise<ResolvedRequest> {
  const target = splitUrl(url);
  const route = findServed(target.path, release);
  const file = servesFiles && route === null ? findFile(target.path, release) : null;
  if (route === null && file === null) throw new Refused(NOT_FOUND);
  if (method === 'GET' || method === 'HEAD') return file ?? resolveRoute(route as Route, target, release);
  await checkIds(route, release);
  if (!(ALLOWED_METHODS as readonly string[]).includes(method)) throw new Refused(methodNotAllowed(method));
  return { kind: 'document', name: optionsName(route) };
}
