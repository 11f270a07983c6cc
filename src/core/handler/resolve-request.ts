/**
 * Resolves a request against a release, before a body is composed. Both `respond` and `stillwave explain` use it to get from a URL to
 * entries.
 *
 * Order of failures: path 404, method 405, the failures from `parseQuery`, entries that the data do not record, an out-of-range page.
 */

import { leadsElsewhere } from '../contract/archive-paths.ts';
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
import { checkLegacyNames, type LegacyRequest, selectLegacy } from '../legacy/resolve-legacy.ts';
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

/** Names of the parameters that have an effect on what a path names. */
export function effectiveNames(route: Route, collections: readonly Collection[]): readonly string[] {
  if (route.kind === 'listing') return allParameters(route.listing).map(({ name }) => name);
  if (route.kind !== 'legacy') return isFormatted(route) ? [RECORD_FORMAT.name] : [];
  const row = findRow(route.path)?.row;
  if (row?.kind !== 'listing' || !row.isSearch) return [];
  // The older bodies have no other line sets.
  const filters = [...listingAt(collections, row.listing).filters.values()];
  return filters.filter(({ lineSet }) => lineSet === undefined).map(({ name }) => name);
}

/** Finds out what a path names in this release. Throws Refused. */
function findNamed(path: string, release: Release): Route | SiteFile {
  const named = findRoute(path, release) ?? findFile(path, release);
  const { baseUrl, data } = release;
  if (named === null) throw new Refused(NOT_FOUND);
  if (named.kind === 'archive' && !leadsElsewhere(data.archiveUrl, baseUrl)) throw new Refused(NOT_FOUND);
  if ((named.kind === 'legacy' || named.kind === 'portal') && !data.legacyInterfaces) throw new Refused(NOT_FOUND);
  if (named.kind === 'portal') throw new Refused(portalPage(`${baseUrl}/${named.json}`, `${baseUrl}/`));
  return named;
}

/** Looks up the names in a path, for a method that asks for no body. Throws Refused if one is unknown. */
async function checkNames(named: Route | SiteFile, release: Release): Promise<void> {
  if (named.kind === 'listing') await findParents(named.listing, named.parentIds, release);
  if (named.kind === 'record') positionOf(named.id, (await release.open(named.collection.name)).index);
  if (named.kind !== 'legacy') return;
  const { found, renamed } = await findLegacy(named.path, release);
  if (renamed === null) await checkLegacyNames(found, release);
}

/** The row for a path of the older interfaces. `renamed` is the path with a catalog's name for its short name; null for other paths. */
async function findLegacy(path: readonly string[], release: Release) {
  const found = findRow(path);
  if (found === null) throw new Refused(NOT_FOUND);
  return { found, renamed: await renamedPath(path, found.values, release) };
}

async function selectPage(
  { listing, parentIds }: Route & { kind: 'listing' },
  pairs: Pairs,
  release: Release,
): Promise<Selected> {
  const parents = await findParents(listing, parentIds, release);
  const canonicalIds = parents.map(({ id }) => id);
  const query = parseQuery(listing, canonicalIds, pairs);
  const source = await release.open(listing.collection.name);
  return { kind: 'page', query, source, selection: cutPage(selectRecorded(query, parents, source.index), query) };
}

async function selectRecord(
  { collection, id }: Route & { kind: 'record' },
  pairs: Pairs,
  release: Release,
): Promise<Selected> {
  const source = await release.open(collection.name);
  const position = positionOf(id, source.index);
  checkRecordQuery(pairs);
  return { kind: 'record', collection, id: source.index.idAt(position), position, source };
}

/** Selects what a request asks for. Throws Refused, first for a name in the path that is unknown, then for `pairs`, the decoded query. */
async function select(
  named: Route | SiteFile,
  { path, query }: ReturnType<typeof splitUrl>,
  pairs: Pairs,
  release: Release,
): Promise<Selected> {
  if (named.kind === 'file') return named;
  if (named.kind === 'listing') return selectPage(named, pairs, release);
  if (named.kind === 'record') return selectRecord(named, pairs, release);
  const { baseUrl, data } = release;
  const redirect = (location: string): Selected => ({ kind: 'redirect', route: named, location });
  const end = query === '' ? '' : `?${query}`;
  if (named.kind === 'archive') return redirect(`${data.archiveUrl}/${named.path}${end}`);
  if (named.kind === 'legacy') {
    const { found, renamed } = await findLegacy(named.path, release);
    return renamed === null ? selectLegacy(found, pairs, release) : redirect(`${baseUrl}/${renamed}${end}`);
  }
  if (named.kind === 'docs') return redirect(`${baseUrl}/${DOCS_PAGE}`);
  // The page's links are relative to the base URL with its final slash.
  if (named.kind === 'home' && /[^/]$/.test(path)) return redirect(`${baseUrl}/`);
  if (isFormatted(named)) checkRecordQuery(pairs);
  return { kind: 'document', name: named.kind };
}

/** Resolves a request. Rejects with Refused, or with SiteDamagedError if an index file cannot be read. */
export async function resolveRequest(
  { method, url }: Pick<HandlerRequest, 'method' | 'url'>,
  release: Release,
): Promise<ResolvedRequest> {
  const target = splitUrl(url);
  const named = findNamed(target.path, release);
  if (method !== 'GET' && method !== 'HEAD') {
    await checkNames(named, release);
    if (!(ALLOWED_METHODS as readonly string[]).includes(method)) throw new Refused(methodNotAllowed(method));
    return { kind: 'document', name: optionsName(named), ignored: [] };
  }
  const pairs = decodePairs(target.query);
  const selected = await select(named, target, pairs, release);
  const hasIgnored = target.query !== '' && named.kind !== 'file';
  const ignored = hasIgnored ? ignoredNames(pairs, effectiveNames(named, release.collections)) : [];
  // Not copied: that would take a tenth of a short request's time.
  return Object.assign(selected, { ignored });
}
