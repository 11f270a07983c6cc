/**
 * Names, paths and types of the downloads: whole collections as single files with permanent names. `site/downloads/` writes them.
 *
 * Downloads can change with every release, so they are cached like listings. They are large, so hosts support range requests for them.
 */

import { CSV_TYPE, JSON_TYPE } from './headers.ts';

export const DOWNLOAD_FOLDER = 'downloads';

/** https://www.iana.org/assignments/media-types/application/vnd.apache.parquet */
export const PARQUET_TYPE = 'application/vnd.apache.parquet';

/** https://www.rfc-editor.org/rfc/rfc6713 */
const GZIP_TYPE = 'application/gzip';

/** Content types by file extension. Clients receive a `.gz` file as a gzip file: gzip is never a content coding here. */
export const DOWNLOAD_TYPES = { csv: CSV_TYPE, json: JSON_TYPE, parquet: PARQUET_TYPE, gz: GZIP_TYPE } as const;

/** The content type of a download. */
export function downloadType(name: string): string {
  return DOWNLOAD_TYPES[name.slice(name.lastIndexOf('.') + 1) as keyof typeof DOWNLOAD_TYPES];
}

/**
 * Names of all downloads. Downloads that would be tens of MB are compressed: some hosts reject files that large, and nobody opens them in
 * an editor.
 */
export const DOWNLOAD_NAMES = [
  'event-versions.csv',
  'event-versions.json',
  'event-versions.parquet',
  'strain-files.csv.gz',
  'strain-files.json.gz',
  'strain-files.parquet',
  'segments.csv',
  'segments.parquet',
  'catalogue.json',
] as const;
export type DownloadName = (typeof DOWNLOAD_NAMES)[number];

/** Path of a download, both in the site's folder and below the base URL. */
export const downloadPath = (name: DownloadName): string => `${DOWNLOAD_FOLDER}/${name}`;
