/**
 * Resolves a request against a release, before a body is composed. Both `respond` and `stillwave explain` use it to get from a URL to
 * entries.
 *
 * Order of failures: path 404, method 405, the failures from `parseQuery`, entries that the data do not record, an out-of-range page.
 */

import { type Collection, listingAt } from '../contract/collection.ts';
import { RECORD_FORMAT } from '../contract/parameters.ts';
import { DOCS_PAGE } from '../contract/paths.ts';
import {
  allParameters,
  checkRecordQuery,
  decodePairs,
  ignoredNames,
  type Pairs,
  parseQuery,
  Refused,
} from '../contract/query.ts';
import { ALLOWED_METHODS, methodNotAllowed, NOT_FOUND, portalPage } from '../contract/refusals.ts';
import { findRoute, isFormatted, optionsName, type Route } from '../contract/route.ts';
import { findRow, renamedPath } from '../legacy/legacy.ts';
import { findLegacy, type LegacyRequest } from '../legacy/resolve-legacy.ts';
import type { OpenCollection, Page } from '../listing/compose.ts';
import { cutPage } from '../listing/select.ts';
import { findParents, positionOf, selectRecorded } from '../release/parents.ts';
import type { HandlerRequest } from '../release/ports.ts';
import type { Release } from '../release/release.ts';
import { findFile, type SiteFile } from './files.ts';

/** What a request selects, which determines the body of its response. */
type Selected =
  | ({ readonly kind: 'page' } & Page)
  | {
      readonly kind: 'record';
      readonly collection: Collection;
      readonly id: string;
      readonly position: number;
      readonly source: OpenCollection;
    }
  | LegacyRequest
  /** A body that does not depend on a query, by its name. */
  | { readonly kind: 'document'; readonly name: string }
  | { readonly kind: 'redirect'; readonly route: Route; readonly location: string }
  | SiteFile;

/** A resolved request. `ignored` names its parameters that have no effect, for use in a header. */
export type ResolvedRequest = Selected & { readonly ignored: readonly string[] };

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
  if (row?.kind !== 'listing' || !row.isSearch) return [];
  return [...listingAt(collections, row.listing).filters.keys()];
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

/** Selects what a request asks for by its decoded query. Throws Refused. */
type Select = (pairs: Pairs) => Selected | Promise<Selected>;

async function findListing(
  { listing, parentIds: ids }: Route & { kind: 'listing' },
  release: Release,
): Promise<Select> {
  const parents = await findParents(listing, ids, release);
  return async (pairs) => {
    const canonicalIds = parents.map(({ id }) => id);
    const query = parseQuery(listing, canonicalIds, pairs);
    const source = await release.open(listing.collection.name);
    return { kind: 'page', query, source, selection: cutPage(selectRecorded(query, parents, source.index), query) };
  };
}

async function findRecord({ collection, id }: Route & { kind: 'record' }, release: Release): Promise<Select> {
  const source = await release.open(collection.name);
  const position = positionOf(id, source.index);
  return (pairs) => {
    checkRecordQuery(pairs);
    return { kind: 'record', collection, id: source.index.idAt(position), position, source };
  };
}

/** Finds what a path names. Throws Refused if a record or parent in the path does not exist. */
async function findSelect(
  route: Route,
  { path, query }: ReturnType<typeof splitUrl>,
  release: Release,
): Promise<Select> {
  if (route.kind === 'listing') return findListing(route, release);
  if (route.kind === 'record') return findRecord(route, release);
  const { baseUrl, data } = release;
  const redirect = (location: string): Select => {
    return () => ({ kind: 'redirect', route, location });
  };
  const end = query === '' ? '' : `?${query}`;
  if (route.kind === 'archive') return redirect(`${data.archiveUrl}/${route.path}${end}`);
  if (route.kind === 'legacy') {
    const found = findRow(route.path);
    if (found === null) throw new Refused(NOT_FOUND);
    const renamed = await renamedPath(route.path, found.values, release);
    return renamed === null ? findLegacy(found, release) : redirect(`${baseUrl}/${renamed}${end}`);
  }
  if (route.kind === 'docs') return redirect(`${baseUrl}/${DOCS_PAGE}`);
  // The page's links are relative to the base URL with its final slash.
  if (route.kind === 'home' && /[^/]$/.test(path)) return redirect(`${baseUrl}/`);
  return (pairs) => {
    if (isFormatted(route)) checkRecordQuery(pairs);
    return { kind: 'document', name: route.kind };
  };
}

/** Resolves a request. Rejects with Refused, or with SiteDamagedError if an index file cannot be read. */
export async function resolveRequest(
  { method, url }: Pick<HandlerRequest, 'method' | 'url'>,
  release: Release,
): Promise<ResolvedRequest> {
  const target = splitUrl(url);
  const route = findServed(target.path, release);
  const file = route === null ? findFile(target.path, release) : null;
  const select = route === null ? file && (() => file) : await findSelect(route, target, release);
  if (select === null) throw new Refused(NOT_FOUND);
  if (method === 'GET' || method === 'HEAD') {
    const pairs = decodePairs(target.query);
    const selected = await select(pairs);
    const ignored =
      route === null || target.query === '' ? [] : ignoredNames(pairs, effectiveNames(route, release.collections));
    // Not copied: that would take a tenth of a short request's time.
    return Object.assign(selected, { ignored });
  }
  if (!(ALLOWED_METHODS as readonly string[]).includes(method)) throw new Refused(methodNotAllowed(method));
  return { kind: 'document', name: optionsName(route), ignored: [] };
}
