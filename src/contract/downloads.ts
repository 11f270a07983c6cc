/**
 * The downloads: whole collections as files of their own, under names that stay. What is in each, `site/downloads/` says. Pure.
 *
 * They can change with every release, so they are cached as listings are; they are too large to be sent whole to everybody, so hosts
 * send ranges of them.
 */

import { CSV_TYPE, JSON_TYPE } from './headers.ts';

export const DOWNLOAD_FOLDER = 'downloads';

/** https://www.iana.org/assignments/media-types/application/vnd.apache.parquet */
export const PARQUET_TYPE = 'application/vnd.apache.parquet';

/** https://www.rfc-editor.org/rfc/rfc6713 */
const GZIP_TYPE = 'application/gzip';

/** Content types by how a name ends. What is in a `.gz` was compressed for good: it is no coding of an answer. */
export const DOWNLOAD_TYPES = { csv: CSV_TYPE, json: JSON_TYPE, parquet: PARQUET_TYPE, gz: GZIP_TYPE } as const;

/** The content type of a download. */
export function downloadType(name: string): string {
  return DOWNLOAD_TYPES[name.slice(name.lastIndexOf('.') + 1) as keyof typeof DOWNLOAD_TYPES];
}

/** Those that would be tens of MB are compressed: hosts refuse such files, and nobody opens them by hand. */
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

/** The file of a download in the site, and its path below the base URL. */
export const downloadPath = (name: DownloadName): string => `${DOWNLOAD_FOLDER}/${name}`;
