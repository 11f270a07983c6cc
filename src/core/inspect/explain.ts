/**
 * Explains how a request was understood and which files answer it, for `stillwave explain` and the explorer. Hosts never call it.
 */

import { isEnumerated } from '../contract/enumeration.ts';
import { detailPath, packPath, pagePath, partPath, queryUrl } from '../contract/paths.ts';
import type { Query } from '../contract/query.ts';
import type { Release } from '../handler/release.ts';
import type { LegacyRequest } from '../handler/resolve-legacy.ts';
import type { Located, ResolvedRequest } from '../handler/resolve-request.ts';
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
    packs: packsOfPage(query, positions, release.packs).map(packPath),
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
function explainLegacy({ found, listed, selection }: LegacyRequest, release: Release): RequestFacts {
  const path = { legacy: found.row.pattern };
  return listed === null ? path : { ...path, ...explainQuery(listed.query, release), count: selection.count };
}

function explainRecord({ collection, position, id }: Located & { kind: 'record' }, release: Release): RequestFacts {
  const pack = packOfRecord(collection, position, release.packs);
  return {
    record: id,
    position,
    packs: pack === null ? [] : [packPath(pack)],
    detailFile: release.data.layout === 'packs' ? 'none: the site has layout packs' : detailPath(collection.name, id),
  };
}

/** Paths of the files that a page or record is composed from: the packs and, for a page, the index part if there is one. */
export function filesOfAnswer(resolved: ResolvedRequest | null, release: Release): string[] {
  if (resolved?.kind !== 'page' && resolved?.kind !== 'single') return [];
  const { index = [], packs = [] } = explainRequest(resolved, release);
  return [index, packs].flat().map(String);
}

/** Explains a request; empty if its path does not exist. */
export function explainRequest(resolved: ResolvedRequest, release: Release): RequestFacts {
  const { kind, found } = resolved;
  if (kind === 'page') return explainPage(resolved, release);
  if (kind === 'legacy') return explainLegacy(resolved, release);
  if (kind === 'refusal' && resolved.query) return explainQuery(resolved.query, release);
  if (found?.kind === 'record') return explainRecord(found, release);
  if (found?.kind === 'listing') return { listing: found.listing.path };
  return found ? { path: found.kind } : {};
}
