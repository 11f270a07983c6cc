/**
 * Explains how a request was understood and which files answer it, for `stillwave explain` and the explorer. Hosts never call it.
 */

import { isEnumerated } from '../contract/enumeration.ts';
import { queryUrl } from '../contract/paths.ts';
import type { Query, Refused } from '../contract/query.ts';
import type { Route } from '../contract/route.ts';
import { indexPath, packPath, pagePath, recordFile } from '../contract/site-paths.ts';
import type { ResolvedRequest } from '../handler/resolve-request.ts';
import type { LegacyRequest } from '../legacy/resolve-legacy.ts';
import { packOfRecord, packsOfPage } from '../listing/compose.ts';
import type { Release } from '../release/release.ts';

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
  return index?.kind === 'file' ? { index: indexPath(index.name) } : {};
}

function explainPage({ query, selection, source }: ResolvedRequest & { kind: 'page' }, release: Release): RequestFacts {
  const { count, pageCount, positions } = selection;
  return {
    ...explainQuery(query, release),
    count,
    pages: pageCount,
    positions: showPositions(positions),
    packs: packsOfPage(query, positions, source.packs).map(packPath),
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
function explainLegacy({ pattern, query, count }: LegacyRequest, release: Release): RequestFacts {
  return query === null ? { legacy: pattern } : { legacy: pattern, ...explainQuery(query, release), count };
}

function explainRecord(
  { collection, id, position, source }: ResolvedRequest & { kind: 'record' },
  { data }: Release,
): RequestFacts {
  const pack = packOfRecord(collection, position, source.packs);
  return {
    record: id,
    position,
    packs: pack === null ? [] : [packPath(pack)],
    detailFile: data.layout === 'packs' ? 'none: the site has layout packs' : recordFile(collection.name, id),
  };
}

/** Explains a request that is answered. */
export function explainRequest(resolved: ResolvedRequest, release: Release): RequestFacts {
  switch (resolved.kind) {
    case 'page':
      return explainPage(resolved, release);
    case 'legacy':
      return explainLegacy(resolved, release);
    case 'record':
      return explainRecord(resolved, release);
    case 'redirect':
      return { path: resolved.route.kind };
    case 'document':
      return { path: resolved.name };
    case 'file':
      return { path: 'file' };
  }
}

/** Explains a request that is refused, by the route of its path; empty if the path does not exist. */
export function explainRefusal({ query }: Refused, route: Route | null, release: Release): RequestFacts {
  if (query !== null) return explainQuery(query, release);
  if (route?.kind === 'listing') {
    const { listing, parentIds } = route;
    const isKnown = parentIds.every((id, n) => findId(listing.parentNames[n] as string, id, release) !== null);
    return isKnown ? { listing: listing.path } : {};
  }
  if (route?.kind !== 'record') return route === null ? {} : { path: route.kind };
  const record = findId(route.collection.name, route.id, release);
  return record === null ? {} : { record };
}

/** The id that links use for the record with this id; null if there is no such record, or if its index has not been read. */
function findId(collection: string, id: string, { loaded }: Release): string | null {
  const index = loaded(collection);
  const position = index?.positionOf(id) ?? -1;
  return index && position >= 0 ? index.idAt(position) : null;
}
