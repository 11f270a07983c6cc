/**
 * The table of the site's files outside the API: where they are, their content types, how long caches may keep them, and whether request
 * handlers serve them. Request handlers, the rules for web servers, `_headers` and serve.json all read this table.
 */

import { DOWNLOAD_FOLDER } from './downloads.ts';
import {
  type CacheLifetimes,
  CSV_TYPE,
  type Headers,
  JSON_TYPE,
  listingCacheControl,
  PACK_TYPE,
  PARQUET_TYPE,
  successHeaders,
  TEXT_TYPE,
} from './headers.ts';
import {
  ASSET_FOLDER,
  INDEX_FOLDER,
  MANIFEST_PATH,
  PACK_FOLDER,
  RELEASE_ID_PATH,
  RELEASE_PATH,
  ROBOTS_PATH,
} from './site-paths.ts';

/** A file of the site, as in manifest.json. */
export interface ManifestFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** In hex. */
  readonly sha256: string;
}

/** What manifest.json contains about files. The files of a group follow each other in the list, and a group says how many it has. */
export interface ManifestBody {
  readonly groups: readonly { readonly kind: string; readonly files: number }[];
  readonly files: readonly ManifestFile[];
}

/** A file, or the files of a folder. */
export interface FileRow {
  /** The file's path in the site, or the folder's path with a final slash. */
  readonly path: string;
  /** Content types by file extension. */
  readonly types: Readonly<Record<string, string>>;
  /** How long caches may keep a file: forever, because its name contains a hash of its content; not at all; or like a listing. */
  readonly lifetime: 'forever' | 'revalidated' | 'listing';
  /** Whether request handlers answer range requests. */
  readonly hasRanges?: true;
  /** False if request handlers do not serve it. */
  readonly isServed?: false;
}

/** https://www.rfc-editor.org/rfc/rfc6713. Clients receive a `.gz` file as a gzip file: gzip is never a content coding here. */
const GZIP_TYPE = 'application/gzip';
export const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** Downloads have permanent names, so they are cached like listings. */
const DOWNLOADS: FileRow = {
  path: `${DOWNLOAD_FOLDER}/`,
  types: { csv: CSV_TYPE, json: JSON_TYPE, parquet: PARQUET_TYPE, gz: GZIP_TYPE },
  lifetime: 'listing',
  hasRanges: true,
};

export const FILES: readonly FileRow[] = [
  DOWNLOADS,
  { path: `${PACK_FOLDER}/`, types: { ndjson: PACK_TYPE }, lifetime: 'forever' },
  { path: `${INDEX_FOLDER}/`, types: { json: JSON_TYPE }, lifetime: 'forever' },
  { path: RELEASE_PATH, types: { json: JSON_TYPE }, lifetime: 'revalidated' },
  { path: RELEASE_ID_PATH, types: { txt: TEXT_TYPE }, lifetime: 'revalidated' },
  { path: ROBOTS_PATH, types: { txt: TEXT_TYPE }, lifetime: 'listing' },
  { path: MANIFEST_PATH, types: { json: JSON_TYPE }, lifetime: 'revalidated', isServed: false },
  {
    path: `${ASSET_FOLDER}/`,
    types: { js: SCRIPT_TYPE, css: 'text/css; charset=utf-8', svg: 'image/svg+xml' },
    lifetime: 'forever',
  },
];

export const isFolder = ({ path }: FileRow): boolean => path.endsWith('/');

const extensionOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** The content type of a download. */
export const downloadType = (name: string): string => DOWNLOADS.types[extensionOf(name)] as string;

/** The row for a path in the site; null if the path can have no file outside the API. */
export function findFileRow(path: string): FileRow | null {
  const [, folder = ''] = /^([\w-]+\/)?[\w-]+(?:\.[\w-]+)+$/.exec(path) ?? [];
  const row = FILES.find((one) => one.path === (folder || path));
  return row && Object.hasOwn(row.types, extensionOf(path)) ? row : null;
}

/** Patterns for a row's paths, in which `*` stands for any text without a slash. */
export function patternsOf(row: FileRow): string[] {
  const extensions = Object.keys(row.types);
  if (!isFolder(row)) return [row.path];
  return extensions.length === 1 ? [`${row.path}*`] : extensions.map((extension) => `${row.path}*.${extension}`);
}

export function cacheControlOf(lifetime: FileRow['lifetime'], cache: CacheLifetimes): string {
  if (lifetime === 'forever') return 'public, max-age=31536000, immutable';
  return lifetime === 'revalidated' ? 'no-cache' : listingCacheControl(cache);
}

/** Lets scripts from other origins read the headers that describe a range. */
export function exposeRanges(headers: Headers): Headers {
  const exposed = headers['access-control-expose-headers'];
  return { ...headers, 'access-control-expose-headers': `${exposed}, Accept-Ranges, Content-Range` };
}

/** The headers for a file in this row, by the extension of its path, or of a pattern for it. */
export function fileHeaders(row: FileRow, path: string, cache: CacheLifetimes): Headers {
  const { types, lifetime, hasRanges } = row;
  const type = types[extensionOf(path)] ?? (Object.values(types)[0] as string);
  const headers: Headers = { ...successHeaders(cache, type), 'cache-control': cacheControlOf(lifetime, cache) };
  return hasRanges ? exposeRanges(headers) : headers;
}
