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

/** Content types by how a name ends. */
export const DOWNLOAD_TYPES = { csv: CSV_TYPE, json: JSON_TYPE, parquet: PARQUET_TYPE } as const;
export type DownloadEnding = keyof typeof DOWNLOAD_TYPES;

export const DOWNLOAD_NAMES = [
  'event-versions.csv',
  'event-versions.json',
  'event-versions.parquet',
  'strain-files.csv',
  'strain-files.parquet',
  'segments.csv',
  'segments.parquet',
  'catalogue.json',
] as const;
export type DownloadName = (typeof DOWNLOAD_NAMES)[number];

/** The file of a download in the site, and its path below the base URL. */
export const downloadPath = (name: DownloadName): string => `${DOWNLOAD_FOLDER}/${name}`;
