/** Finds out what a request's path names. */

import { ARCHIVE_ROOTS, ARCHIVED_ENDING } from './archive-paths.ts';
import { type Collection, hasRecords, ID_PLACEHOLDER, type Listing } from './collection.ts';
import { jsonOfPortalPage, LEGACY_ROOTS } from './legacy-paths.ts';
import { API_ROOT, DOCS_NAME, listingKey, OPENAPI_NAMES } from './paths.ts';

/** What a path names. Ids of records and parents are decoded but may not exist. */
export type Route =
  | { readonly kind: 'home' | 'root' | 'docs' | 'openapi' }
  | { readonly kind: 'listing'; readonly listing: Listing; readonly parentIds: readonly string[] }
  | { readonly kind: 'record'; readonly collection: Collection; readonly id: string }
  /** A file in the data archive. A trailing slash is part of the path. */
  | { readonly kind: 'archive'; readonly path: string }
  /** Decoded segments of an older interface's path, which may not exist. */
  | { readonly kind: 'legacy'; readonly path: readonly string[] }
  /** A page on the old portal, with the path to its JSON version. */
  | { readonly kind: 'portal'; readonly json: string };

/** A file or folder in the archive, except `.` and `..`. */
const ARCHIVED_NAME = /^(?!\.\.?$)[A-Za-z0-9._-]+$/;
const FILE_NAME = new RegExp(`.${ARCHIVED_ENDING}$`);

/** Decoded segments of a path; null if the encoding is malformed. A trailing slash is ignored. */
function decodeSegments(path: string): string[] | null {
  if (path !== '' && !path.startsWith('/')) return null;
  const segments = path.replace(/\/$/, '').split('/').slice(1);
  // Most paths contain nothing to decode.
  if (!path.includes('%')) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** True if the path below the API's root belongs to the listing, whatever the parents' ids are. */
export function isPathOf({ segments }: Pick<Listing, 'segments'>, path: readonly string[]): boolean {
  if (segments.length !== path.length) return false;
  return segments.every((segment, n) => segment === ID_PLACEHOLDER || segment === path[n]);
}

function findApiRoute(path: readonly string[], collections: readonly Collection[]): Route | null {
  const [name, id, ...deeper] = path;
  if (name === undefined) return { kind: 'root' };
  if (id === undefined && (OPENAPI_NAMES as readonly string[]).includes(name)) return { kind: 'openapi' };
  if (id === undefined && name === DOCS_NAME) return { kind: 'docs' };
  if (id !== undefined && deeper.length === 0) {
    const collection = collections.find((one) => one.name === name && hasRecords(one));
    return collection ? { kind: 'record', collection, id } : null;
  }
  for (const { listings } of collections) {
    for (const listing of listings) {
      if (!isPathOf(listing, path)) continue;
      return { kind: 'listing', listing, parentIds: path.filter((_, n) => listing.segments[n] === ID_PLACEHOLDER) };
    }
  }
  return null;
}

/** Finds out what a request's path names; null if there is no such path. `basePath`: the base URL's path, "" or "/gw". */
export function findRoute(
  path: string,
  { basePath, collections }: { readonly basePath: string; readonly collections: readonly Collection[] },
): Route | null {
  const base = basePath.split('/').slice(1);
  const all = decodeSegments(path);
  if (all === null || base.some((segment, index) => segment !== all[index])) return null;
  const segments = all.slice(base.length);
  if (segments.length === 0) return { kind: 'home' };
  if (`${segments[0]}/${segments[1]}` === API_ROOT) return findApiRoute(segments.slice(2), collections);
  return (LEGACY_ROOTS as readonly string[]).includes(segments[0] as string)
    ? findLegacyRoute(segments, path.endsWith('/') ? '/' : '')
    : null;
}

/** For a path below the base URL that belongs to the interfaces before API v2. */
function findLegacyRoute(path: readonly string[], end: '' | '/'): Route | null {
  const isPlain = path.every((segment) => ARCHIVED_NAME.test(segment));
  if (isPlain && FILE_NAME.test(path.at(-1) as string)) {
    const isArchived = ARCHIVE_ROOTS.some((root) => isBelow(path, root.split('/')));
    return isArchived ? { kind: 'archive', path: path.join('/') + end } : null;
  }
  const json = isPlain ? jsonOfPortalPage(path) : null;
  return json === null ? { kind: 'legacy', path } : { kind: 'portal', json };
}

const isBelow = (path: readonly string[], root: readonly string[]): boolean =>
  path.length > root.length && root.every((segment, index) => segment === path[index]);

/** True if `format` is the only parameter. */
export const isFormatted = ({ kind }: Route): boolean => kind === 'record' || kind === 'root' || kind === 'openapi';

/** Name of the document with the OPTIONS body: `options/runs.strain-files`. */
export function optionsName(route: Route | { readonly kind: 'file' }): string {
  if (route.kind === 'listing') return `options/${listingKey(route.listing)}`;
  if (route.kind === 'record') return `options/${route.collection.name}-record`;
  const isPlain = route.kind === 'home' || route.kind === 'docs' || route.kind === 'file';
  return isPlain ? 'options/root' : `options/${route.kind}`;
}
