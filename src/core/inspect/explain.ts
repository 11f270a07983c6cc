/**
 * Explains how a request was understood and which files answer it, for `stillwave explain` and the explorer. Hosts never call it.
 */

import { isEnumerated } from '../contract/enumeration.ts';
import { detailPath, packPath, pagePath, partPath, queryUrl } from '../contract/paths.ts';
import type { Query, Refused } from '../contract/query.ts';
import { findRoute, type Route } from '../contract/route.ts';
import type { Release } from '../handler/release.ts';
import type { LegacyRequest } from '../handler/resolve-legacy.ts';
import { type ResolvedRequest, splitUrl } from '../handler/resolve-request.ts';
import { packOfRecord, packsOfPage } from '../listing/compose.ts';

/** Named facts in display order. Paths are relative to the site's folder. */
export type RequestFacts = Record<string, string | number | readonly string[]>;

/** Formats positions as ranges: [3, 4, 5, 9] -> "3-5, 9". */
function showPositions(positions: Uint32Array): string {
  const ranges: string[] = [];
  for (let i = 0; i < positions.length; i++) {
    const first = positions[i] as number;
    while (positions[i + 1] === (positions[i] as number) + 1) i++;
    const last = positions[i] as number;
    ranges.push(first === last ? String(first) : `${first}-${last}`);
  }
  return ranges.join(', ');
}

/** A collection's index file, if its index is stored separately. */
function indexFile(collection: string, { data }: Release): Readonly<Record<string, string>> {
  const index = data.index[collection];
  return index?.kind === 'part' ? { index: partPath(index.name) } : {};
}

function explainPage({ query, selection }: ResolvedRequest & { kind: 'page' }, release: Release): RequestFacts {
  const { count, pageCount, positions } = selection;
  return {
    ...explainQuery(query, release),
    count,
    pages: pageCount,
    positions: showPositions(positions),
    packs: packsOfPage(query, positions, release.lines.packs).map(packPath),
    ...indexFile(query.listing.collection.name, release),
    pageFile: findPageFile(query, release),
  };
}

/** The page file that the site has for a query, or the reason why there is none. */
function findPageFile(query: Query, { data }: Release): string {
  if (data.layout === 'packs') return 'none: the site has layout packs';
  return (isEnumerated(query, data.enumerate) ? pagePath(query) : null) ?? 'none: the query is not enumerated';
}

function explainQuery(query: Query, { baseUrl }: Release): RequestFacts {
  return { listing: query.listing.path, canonical: `${baseUrl}/${queryUrl(query)}` };
}

/** Explains a request to the older interfaces by the API v2 query with the same entries, if there is one. */
function explainLegacy({ row, listed, selection }: LegacyRequest, release: Release): RequestFacts {
  const path = { legacy: row.pattern };
  return listed === null ? path : { ...path, ...explainQuery(listed.query, release), count: selection.count };
}

function explainRecord({ collection, position }: ResolvedRequest & { kind: 'record' }, release: Release): RequestFacts {
  const id = release.loaded(collection.name)?.idAt(position) as string;
  const pack = packOfRecord(collection, position, release.lines.packs);
  return {
    record: id,
    position,
    packs: pack === null ? [] : [packPath(pack)],
    detailFile: release.data.layout === 'packs' ? 'none: the site has layout packs' : detailPath(collection.name, id),
  };
}

/** Explains a request that is answered. */
export function explainRequest(url: string, resolved: ResolvedRequest, release: Release): RequestFacts {
  if (resolved.kind === 'page') return explainPage(resolved, release);
  if (resolved.kind === 'legacy') return explainLegacy(resolved, release);
  if (resolved.kind === 'record') return explainRecord(resolved, release);
  const route = findRoute(splitUrl(url).path, release);
  return route === null ? { path: resolved.kind } : explainRoute(route, release);
}

/** Explains a request that is refused; empty if its path does not exist. */
export function explainRefusal(url: string, { query }: Refused, release: Release): RequestFacts {
  if (query !== null) return explainQuery(query, release);
  const route = findRoute(splitUrl(url).path, release);
  return route === null ? {} : explainRoute(route, release);
}

/** Explains a path; empty if it names a record or parent that does not exist. */
function explainRoute(route: Route, release: Release): RequestFacts {
  if (route.kind === 'listing') {
    const { listing, parents } = route;
    const isKnown = parents.every((id, n) => (release.loaded(listing.parents[n] as string)?.positionOf(id) ?? -1) >= 0);
    return isKnown ? { listing: listing.path } : {};
  }
  if (route.kind !== 'record') return { path: route.kind };
  const { collection, id } = route;
  const index = release.loaded(collection.name);
  const position = index?.positionOf(id) ?? -1;
  return index && position >= 0
    ? explainRecord({ kind: 'record', collection, id: index.idAt(position), position }, release)
    : {};
}
