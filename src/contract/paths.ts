/**
 * URL paths and paths in `dist/`: the one place that spells either.
 *
 * Paths in `dist/` have no leading slash and use `A-Z a-z 0-9 . _ - /` alone. The first is the path below the base URL;
 * the rewrite rules of hosts join the same segments. Pure.
 */

import { FORMAT, isListingName, LINK_FORMAT, type Listing, PAGE, type Parameter, SAMPLE_RATES } from './listings.ts';
import { formatPageLink, formatQuery, type Query } from './query.ts';
import type { ListingName } from './wire.ts';

export const API_ROOT = 'api/v2';
export const ARCHIVE_ROOT = 'archive/data';

export const RELEASE_PATH = 'release.json';
export const MANIFEST_PATH = 'manifest.json';
export const HOME_PATH = 'index.html';
/** Where the page at `HOME_PATH` looks for a service worker; its folder is what the worker may answer for. */
export const SERVICE_WORKER_PATH = 'sw.js';
export const PACK_FOLDER = 'packs';
/** Bodies of errors and of OPTIONS, for hosts that can only send files. */
export const FIXED_BODY_FOLDER = `${API_ROOT}/_`;

/** The file of a fixed body. `fixedBodyPath("strain-files", "invalid", "detector")` -> `api/v2/_/strain-files/invalid/detector.json`. */
export function fixedBodyPath(...names: readonly string[]): string {
  return `${FIXED_BODY_FOLDER}/${names.join('/')}.json`;
}

/** The file of the OPTIONS body of a target. */
export function optionsBodyPath(target: Target): string {
  if (target.kind === 'listing') return fixedBodyPath('options', target.listing);
  if (target.kind === 'record') return fixedBodyPath('options', `${target.listing}-record`);
  return fixedBodyPath('options', target.kind === 'archive' ? 'archive' : 'root');
}

/** What a request path means. `id` of a record is decoded, but not known to exist. */
export type Target =
  | { readonly kind: 'home' }
  | { readonly kind: 'root' }
  | { readonly kind: 'listing'; readonly listing: ListingName }
  | { readonly kind: 'record'; readonly listing: ListingName; readonly id: string }
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

/** Finds what a request path means; null where there is nothing. `basePath` is the path of the base URL, "" or "/gw". */
export function resolvePath(path: string, basePath: string): Target | null {
  const base = basePath.split('/').slice(1);
  const all = decodeSegments(path);
  if (all === null || base.some((segment, index) => segment !== all[index])) return null;
  const segments = all.slice(base.length);
  if (segments.length === 0) return { kind: 'home' };
  const [first, second, listing, id, ...rest] = segments;
  const root = `${first}/${second}`;
  if (root === ARCHIVE_ROOT && listing !== undefined && segments.every(isSafeSegment)) {
    return { kind: 'archive', path: segments.join('/') };
  }
  if (root !== API_ROOT || rest.length > 0) return null;
  if (listing === undefined) return { kind: 'root' };
  if (!isListingName(listing)) return null;
  return id === undefined ? { kind: 'listing', listing } : { kind: 'record', listing, id };
}

/**
 * True for a path, without its leading slash and below the base URL, that asks the API or the archive, and not for a file of
 * the site: for hosts that send the site's files as well.
 */
export function asksApi(path: string): boolean {
  const isBelow = (root: string) => path === root || path.startsWith(`${root}/`);
  return (isBelow(API_ROOT) || isBelow(ARCHIVE_ROOT)) && !path.endsWith(recordEnding('path'));
}

/** The id of a strain file. `strainFileId("H1", 1126256640, 4)` -> `H1-1126256640-4kHz`. */
export function strainFileId(detector: string, gpsStart: number, sampleRateKHz: number): string {
  return `${detector}-${gpsStart}-${sampleRateKHz}kHz`;
}

const strainFileIdForm = new RegExp(`^([A-Z0-9]+)-(-?[0-9]+)-(${SAMPLE_RATES.join('|')})kHz$`);

/** Takes a strain file's id apart; null for anything but the one canonical spelling. */
export function parseStrainFileId(id: string): { detector: string; gpsStart: number; sampleRateKHz: number } | null {
  const [, detector, gpsText, rateText] = strainFileIdForm.exec(id) ?? [];
  if (detector === undefined) return null;
  const gpsStart = Number(gpsText);
  const sampleRateKHz = Number(rateText);
  return strainFileId(detector, gpsStart, sampleRateKHz) === id ? { detector, gpsStart, sampleRateKHz } : null;
}

/** The id of an event version. `eventVersionId("GW150914", 3)` -> `GW150914-v3`. */
export function eventVersionId(name: string, version: number): string {
  return `${name}-v${version}`;
}

/** File name of a strain file below `archive/data/<dataset>/<folder>/`; folders hold 2^20 s each. */
export function archivePath(dataset: string, filePrefix: string, gpsStart: number, durationS: number, ending: string) {
  const folder = Math.floor(gpsStart / 2 ** 20) * 2 ** 20;
  return `${ARCHIVE_ROOT}/${dataset}/${folder}/${filePrefix}-${gpsStart}-${durationS}.${ending}`;
}

export function recordPath(listing: ListingName, id: string): string {
  return `${API_ROOT}/${listing}/${id}`;
}

/** Asks for a format. */
export function withFormat(url: string, format: string): string {
  return `${url}?${FORMAT.name}=${format}`;
}

/** Adds the format that every link carries. Also correct behind a query that is given without its `?`. */
export function withLinkFormat(url: string): string {
  return withFormat(url, LINK_FORMAT);
}

/**
 * How links to pages and records are written. `query`: as clients ask the API. `path`: as paths of page files, so that a
 * client can follow them on a host that only sends files.
 */
export const LINK_FORMS = ['query', 'path'] as const;
export type LinkForm = (typeof LINK_FORMS)[number];

/**
 * The link to a page, below the base URL. As a path it needs a query that has a page file.
 * `api/v2/strain-files?format=api&page=2` or `api/v2/strain-files/_/all/all/20/2.json?format=api&page=2`.
 */
export function pageLink(listing: Listing, query: Query, form: LinkForm): string {
  if (form === 'query') return `${API_ROOT}/${listing.name}?${formatPageLink(listing, query, query.page)}`;
  const path = pagePath(listing, query);
  if (path === null) throw new RangeError(`no page file answers ${queryUrl(listing, query)}`);
  return `${withLinkFormat(path)}&${PAGE.name}=${PAGE.codec.format(query.page)}`;
}

/** What the link to a record ends in. */
export function recordEnding(form: LinkForm): '' | '.json' {
  return form === 'path' ? '.json' : '';
}

/** The strain files that hold a GPS second, as a link below the base URL. */
export function strainFilesAround(gps: number): string {
  return `${withLinkFormat(`${API_ROOT}/strain-files`)}&start=${gps}&stop=${gps}`;
}

/** The URL of a canonical query below the base URL, as a client would type it. */
export function queryUrl(listing: Listing, query: Query): string {
  const text = formatQuery(listing, query);
  return `${API_ROOT}/${listing.name}${text === '' ? '' : `?${text}`}`;
}

function segment(filter: Parameter, query: Query): string | null {
  const { absent, present } = filter.segment ?? {};
  const value = query.filters.get(filter.name);
  if (value === undefined) return absent ?? null;
  const text = filter.codec.format(value);
  return present ?? (text.includes(',') ? null : text);
}

/** The filters that are folders of page files, in the order of the folders. */
export function pathFilters(listing: Listing): readonly Parameter[] {
  return [...listing.filters.values()].filter((filter) => filter.segment);
}

/** The folder that holds the page files of a query's filters and page size; null where filters have no folder. */
export function pageFolder(listing: Listing, query: Query): string | null {
  const filters = pathFilters(listing);
  if ([...query.filters.keys()].some((name) => !listing.filters.get(name)?.segment)) return null;
  const segments = filters.map((filter) => segment(filter, query));
  if (segments.includes(null)) return null;
  return [API_ROOT, listing.name, '_', ...segments, query.pageSize].join('/');
}

/** The page file in the folder of its query. */
export function pageFile(folder: string, page: number): string {
  return `${folder}/${page}.json`;
}

/** The page file of a query, whether it is enumerated or not; null where its filters have no folder. */
export function pagePath(listing: Listing, query: Query): string | null {
  const folder = pageFolder(listing, query);
  return folder === null ? null : pageFile(folder, query.page);
}

/** The detail file of a record. */
export function detailPath(listing: ListingName, id: string): string {
  return `${recordPath(listing, id)}${recordEnding('path')}`;
}

/** The file of a pack, named by its content: `packs/strain-files-<first 128 bits of its SHA-256>.ndjson`. */
export function packPath(name: string): string {
  return `${PACK_FOLDER}/${name}.ndjson`;
}

/** Name of a pack: what it holds and the hash of its bytes. */
export function packName(packSet: string, sha256Hex: string): string {
  return `${packSet}-${sha256Hex.slice(0, PACK_HASH_DIGITS)}`;
}

/** The hash that a pack's name promises. */
export function packHash(name: string): string {
  return name.slice(-PACK_HASH_DIGITS);
}

const PACK_HASH_DIGITS = 32;
