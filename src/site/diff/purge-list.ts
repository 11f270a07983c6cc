/**
 * Lists what to purge from a cache in front of the site after a release: all URLs whose response may have changed. Listings are purged by
 * prefix because their queries cannot be enumerated; records by URL, or by prefix if there are many. Pure.
 *
 * Not listed: packs (their names change with their content), new records (their 404 was cached for seconds only), and records with
 * parameters that are ignored.
 */

import { createCollections } from '../../core/collections/registry.ts';
import { ARCHIVE_ROOTS } from '../../core/contract/archive-paths.ts';
import { ASSET_FOLDER } from '../../core/contract/assets.ts';
import { type Collection, hasRecords, type Listing, PARENT } from '../../core/contract/collection.ts';
import { RECORD_FORMAT } from '../../core/contract/parameters.ts';
import {
  API_ROOT,
  DOCUMENT_NAMES,
  detailPath,
  FIXED_BODY_FOLDER,
  HOME_PATH,
  isFileOfSet,
  OPENAPI_PATH,
  PACK_FOLDER,
  PART_FOLDER,
  recordEnding,
  recordPath,
  withFormat,
  withLinkFormat,
} from '../../core/contract/paths.ts';
import { isPathOf } from '../../core/contract/resolve-path.ts';
import type { ReleaseData } from '../../core/handler/release.ts';
import type { SiteDiff } from './diff-site.ts';

export interface PurgeList {
  /** Purge all URLs that start with these. */
  readonly prefixes: readonly string[];
  readonly urls: readonly string[];
}

/** More records than this are purged by their listing's prefix, because services limit the length of lists. */
const MAX_RECORDS = 1000;

/** The queries that select a record's format. */
const FORMATS = RECORD_FORMAT.codec.allowed ?? [];

interface Releases {
  readonly old: ReleaseData | null;
  readonly new: ReleaseData | null;
}

/** True if something has changed that all bodies or headers depend on: everything must be purged. */
function isAllNew({ old, new: next }: Releases): boolean {
  const rest = (release: ReleaseData | null) => release && [release.baseUrl, release.cache, release.vocabulary];
  return JSON.stringify(rest(old)) !== JSON.stringify(rest(next));
}

/** Ids of the records whose detail files differ. */
function recordsOf(collection: string, { changed, removed }: SiteDiff): string[] {
  const prefix = recordPath(collection, '');
  const ending = detailPath(collection, '').slice(prefix.length);
  return [...changed, ...removed]
    .filter((path) => path.startsWith(prefix) && path.endsWith(ending) && !path.slice(prefix.length).includes('/'))
    .map((path) => path.slice(prefix.length, -ending.length));
}

/** The part of a listing's path before its first parent's id. */
const fixedPath = ({ segments, parents }: Listing): string =>
  [API_ROOT, ...segments.slice(0, parents.length === 0 ? segments.length : segments.indexOf(PARENT))].join('/');

/** True if anything that a collection's responses depend on has changed: its lines, its index or its page files. */
function isAffected(
  { name, lineSets, listings }: Collection,
  differing: readonly string[],
  { old, new: next }: Releases,
): boolean {
  const isLine = (path: string) => lineSets.some((set) => isFileOfSet(path, PACK_FOLDER, set));
  const isPart = (path: string) => isFileOfSet(path, PART_FOLDER, name);
  const isPage = (path: string) => {
    const [place = '', rest] = path.split(/\/_[^/]*\//);
    const segments = place.slice(API_ROOT.length + 1).split('/');
    return rest !== undefined && listings.some((listing) => isPathOf(listing, segments));
  };
  const isSame = JSON.stringify(old?.index[name]) === JSON.stringify(next?.index[name]);
  return !isSame || differing.some((path) => isLine(path) || isPart(path) || isPage(path));
}

/** `touched`: ids of changed and removed records, if known from packs. */
export function purgeList(
  site: SiteDiff,
  releases: Releases,
  touched: ReadonlyMap<string, readonly string[]>,
): PurgeList {
  const baseUrl = (releases.new ?? releases.old)?.baseUrl ?? '';
  const differing = [...site.added, ...site.changed, ...site.removed];
  if (differing.length === 0) return { prefixes: [], urls: [] };
  if (isAllNew(releases)) {
    const roots = [API_ROOT, ...ARCHIVE_ROOTS.map((root) => `${root}/`)];
    return { prefixes: roots.map((root) => `${baseUrl}/${root}`), urls: others(baseUrl, differing) };
  }
  const hasPages = releases.new?.layout !== 'packs';
  const prefixes = new Set<string>();
  const urls: string[] = [];
  const forgetListing = (root: string): void => {
    for (const end of ['/?', '/_', '?']) prefixes.add(`${root}${end}`);
    urls.push(root, `${root}/`);
  };
  const forgetRecord = (path: string, isParent: boolean): void => {
    urls.push(path, ...FORMATS.map((format) => withFormat(path, format)));
    if (isParent) prefixes.add(`${path}/`);
    else urls.push(`${path}/`);
    if (hasPages) urls.push(`${path}${recordEnding('path')}`, withLinkFormat(`${path}${recordEnding('path')}`));
  };
  const collections = createCollections();
  const parents = new Set(collections.flatMap(({ listings }) => listings.flatMap((listing) => listing.parents)));
  const affected = new Set(collections.filter((one) => isAffected(one, differing, releases)).map(({ name }) => name));
  for (const collection of collections) {
    const root = `${API_ROOT}/${collection.name}`;
    const records = [...new Set([...(touched.get(collection.name) ?? []), ...recordsOf(collection.name, site)])];
    // Records with unknown ids, and nested listings, are purged by prefix.
    const isUnknown = affected.has(collection.name) && hasRecords(collection) && !touched.has(collection.name);
    if (records.length > MAX_RECORDS || isUnknown) prefixes.add(`${root}/`);
    else for (const id of records) forgetRecord(recordPath(collection.name, id), parents.has(collection.name));
    for (const listing of collection.listings) {
      // A change of the record's index can change the listings below it.
      if (![collection.name, ...listing.parents].some((name) => affected.has(name))) continue;
      if (listing.parents.length === 0) forgetListing(root);
      else prefixes.add(`${fixedPath(listing)}/`);
    }
  }
  if (differing.includes(OPENAPI_PATH)) {
    for (const path of DOCUMENT_NAMES.map((name) => `${API_ROOT}/${name}`)) {
      urls.push(path, `${path}/`, ...FORMATS.map((format) => withFormat(path, format)));
    }
  }
  if (differing.some((path) => path.startsWith(`${FIXED_BODY_FOLDER}/`))) prefixes.add(`${FIXED_BODY_FOLDER}/`);
  if (releases.old?.archiveUrl !== releases.new?.archiveUrl) {
    for (const root of ARCHIVE_ROOTS) prefixes.add(`${root}/`);
  }
  const full = (path: string) => `${baseUrl}/${path}`;
  return { prefixes: [...prefixes].map(full), urls: [...urls.map(full), ...others(baseUrl, differing)] };
}

/** Files outside the API, except those with a hash in their names. */
function others(baseUrl: string, differing: readonly string[]): string[] {
  const named = [API_ROOT, PACK_FOLDER, PART_FOLDER, ASSET_FOLDER].map((folder) => `${folder}/`);
  const files = differing.filter((path) => !named.some((folder) => path.startsWith(folder)));
  const urls = files.map((path) => `${baseUrl}/${path}`);
  return files.includes(HOME_PATH) ? [...urls, baseUrl, `${baseUrl}/`] : urls;
}
