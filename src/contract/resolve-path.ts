/** Request paths: what each means, and which of them the API answers. Ids are decoded here; whether they exist is for the index to say. Pure. */

import { ARCHIVE_ROOTS } from './archive-paths.ts';
import { type Collection, hasRecords, type Listing, PARENT } from './collection.ts';
import { API_ROOT, DOCUMENT_NAMES, OPENAPI_PATH, recordEnding } from './paths.ts';

/** What a request path means. Ids of records and of parents are decoded, but not known to exist. */
export type Target =
  | { readonly kind: 'home' | 'root' | 'openapi' }
  | { readonly kind: 'listing'; readonly listing: Listing; readonly parents: readonly string[] }
  | { readonly kind: 'record'; readonly collection: Collection; readonly id: string }
  | { readonly kind: 'archive'; readonly path: string };

const safeSegment = /^[A-Za-z0-9._-]+$/;
const isSafeSegment = (segment: string): boolean => safeSegment.test(segment) && segment !== '.' && segment !== '..';

/** Segments of a path, decoded; null where the encoding is malformed. A trailing slash makes no difference. */
function decodeSegments(path: string): string[] | null {
  if (path !== '' && !path.startsWith('/')) return null;
  const segments = path.replace(/\/$/, '').split('/').slice(1);
  // Most paths have nothing to decode.
  if (!path.includes('%')) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** True where the path, below the API's root, is one of the listing's, whatever the ids of its parents. */
export function isPathOf({ segments }: Listing, path: readonly string[]): boolean {
  if (segments.length !== path.length) return false;
  return segments.every((segment, n) => segment === PARENT || segment === path[n]);
}

/** Finds what a path below the API's root means. */
function resolveApiPath(path: readonly string[], collections: readonly Collection[]): Target | null {
  const [name, id, ...deeper] = path;
  if (name === undefined) return { kind: 'root' };
  if (id === undefined && DOCUMENT_NAMES.some((document) => document === name)) return { kind: 'openapi' };
  if (id !== undefined && deeper.length === 0) {
    const collection = collections.find((one) => one.name === name && hasRecords(one));
    return collection ? { kind: 'record', collection, id } : null;
  }
  for (const { listings } of collections) {
    for (const listing of listings) {
      if (!isPathOf(listing, path)) continue;
      return { kind: 'listing', listing, parents: path.filter((_, n) => listing.segments[n] === PARENT) };
    }
  }
  return null;
}

/** Finds what a request path means; null where there is nothing. `basePath` is the path of the base URL, "" or "/gw". */
export function resolvePath(path: string, basePath: string, collections: readonly Collection[]): Target | null {
  const base = basePath.split('/').slice(1);
  const all = decodeSegments(path);
  if (all === null || base.some((segment, index) => segment !== all[index])) return null;
  const segments = all.slice(base.length);
  if (segments.length === 0) return { kind: 'home' };
  if (`${segments[0]}/${segments[1]}` === API_ROOT) return resolveApiPath(segments.slice(2), collections);
  const isArchived = ARCHIVE_ROOTS.some((root) => isBelow(segments, root.split('/')));
  return isArchived && segments.every(isSafeSegment) ? { kind: 'archive', path: segments.join('/') } : null;
}

const isBelow = (path: readonly string[], root: readonly string[]): boolean =>
  path.length > root.length && root.every((segment, index) => segment === path[index]);

/**
 * True for a path, without its leading slash and below the base URL, that asks the API or the archive, and not for a file of
 * the site: for hosts that send the site's files as well.
 */
export function isApiPath(path: string): boolean {
  const isAt = (root: string) => path === root || path.startsWith(`${root}/`);
  return [API_ROOT, ...ARCHIVE_ROOTS].some(isAt) && (path === OPENAPI_PATH || !path.endsWith(recordEnding('path')));
}
