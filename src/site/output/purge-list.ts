/**
 * What a cache in front of the site has to forget after a release: every URL that may now be answered differently. Listings
 * are named by prefix, as their queries cannot be enumerated; records by URL, or by prefix where they are many. Pure.
 *
 * Not in it: packs (their names change with their content), records that are new (their 404 was kept for seconds), and records
 * with a query that means nothing.
 */

import { FORMAT } from '../../contract/listings.ts';
import {
  API_ROOT,
  ARCHIVE_ROOT,
  detailPath,
  FIXED_BODY_FOLDER,
  HOME_PATH,
  PACK_FOLDER,
  recordPath,
  withFormat,
  withLinkFormat,
} from '../../contract/paths.ts';
import { LISTING_NAMES, type ListingName } from '../../contract/wire.ts';
import type { ReleaseData } from '../../handler/release.ts';
import type { PackSet } from '../../listing/compose.ts';
import type { SiteDiff } from '../diff/diff-site.ts';

export interface PurgeList {
  /** Every URL that begins so. */
  readonly prefixes: readonly string[];
  readonly urls: readonly string[];
}

/** More records than this are named by their listing's prefix; services take no long lists. */
const MOST_RECORDS = 1000;

/** What a client can ask a record's format by. */
const FORMATS = FORMAT.codec.allowed ?? [];

/** The packs whose lines a listing's pages are made of. */
const ENTRY_SETS: Readonly<Record<ListingName, readonly PackSet[]>> = {
  'strain-files': ['strain-files'],
  'event-versions': ['event-versions', 'event-versions-parameters'],
  'default-parameters': ['default-parameters'],
};

interface Releases {
  readonly old: ReleaseData | null;
  readonly new: ReleaseData | null;
}

/** True where something that every body or header depends on has changed, so that nothing cached can stay. */
function isAllNew({ old, new: next }: Releases): boolean {
  const rest = (release: ReleaseData | null) => release && [release.baseUrl, release.cache, release.vocabulary];
  return JSON.stringify(rest(old)) !== JSON.stringify(rest(next));
}

/** Ids of the records whose detail files differ. */
function recordsOf(listing: ListingName, { changed, removed }: SiteDiff): string[] {
  const prefix = recordPath(listing, '');
  const ending = detailPath(listing, '').slice(prefix.length);
  return [...changed, ...removed]
    .filter((path) => path.startsWith(prefix) && path.endsWith(ending) && !path.slice(prefix.length).includes('/'))
    .map((path) => path.slice(prefix.length, -ending.length));
}

/** `touched`: ids of the records whose content changed or that are gone, where it is known from packs. */
export function purgeList(
  site: SiteDiff,
  releases: Releases,
  touched: ReadonlyMap<ListingName, readonly string[]>,
): PurgeList {
  const baseUrl = (releases.new ?? releases.old)?.baseUrl ?? '';
  const differing = [...site.added, ...site.changed, ...site.removed];
  const differs = (prefix: string) => differing.some((path) => path.startsWith(prefix));
  if (differing.length === 0) return { prefixes: [], urls: [] };
  if (isAllNew(releases)) {
    return { prefixes: [`${baseUrl}/${API_ROOT}`, `${baseUrl}/${ARCHIVE_ROOT}/`], urls: others(baseUrl, differing) };
  }
  const hasPages = releases.new?.layout !== 'packs';
  const prefixes: string[] = [];
  const urls: string[] = [];
  for (const listing of LISTING_NAMES) {
    const root = recordPath(listing, '').slice(0, -1);
    const isAffected =
      differs(`${root}/_/`) || ENTRY_SETS[listing].some((set) => differing.some((path) => isPackOf(set, path)));
    const records = [...new Set([...(touched.get(listing) ?? []), ...recordsOf(listing, site)])];
    if (records.length > MOST_RECORDS) {
      prefixes.push(`${root}/`);
    } else {
      if (isAffected) prefixes.push(`${root}/?`, `${root}/_/`);
      for (const id of records) {
        const path = recordPath(listing, id);
        urls.push(path, ...FORMATS.map((format) => withFormat(path, format)), `${path}/`);
        if (hasPages) urls.push(detailPath(listing, id), withLinkFormat(detailPath(listing, id)));
      }
    }
    if (isAffected) {
      prefixes.push(`${root}?`);
      urls.push(root, `${root}/`);
    }
  }
  if (differs(`${FIXED_BODY_FOLDER}/`)) prefixes.push(`${FIXED_BODY_FOLDER}/`);
  if (releases.old?.archiveUrl !== releases.new?.archiveUrl) prefixes.push(`${ARCHIVE_ROOT}/`);
  const full = (path: string) => `${baseUrl}/${path}`;
  return { prefixes: prefixes.map(full), urls: [...urls.map(full), ...others(baseUrl, differing)] };
}

/** The files outside the API, packs apart. */
function others(baseUrl: string, differing: readonly string[]): string[] {
  const files = differing.filter((path) => !path.startsWith(`${API_ROOT}/`) && !path.startsWith(`${PACK_FOLDER}/`));
  const urls = files.map((path) => `${baseUrl}/${path}`);
  return files.includes(HOME_PATH) ? [...urls, baseUrl, `${baseUrl}/`] : urls;
}

/** True for a pack of exactly this set: the names of some sets begin with those of others. */
function isPackOf(set: PackSet, path: string): boolean {
  return (
    path.startsWith(`${PACK_FOLDER}/${set}-`) && /^[0-9a-f]{32}\b/.test(path.slice(`${PACK_FOLDER}/${set}-`.length))
  );
}
