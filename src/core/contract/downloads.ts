/**
 * Names and paths of the downloads: whole collections as single files with permanent names. `site/downloads/` writes them.
 *
 * Downloads can change with every release, so they are cached like listings. They are large, so hosts support range requests for them.
 */

export const DOWNLOAD_FOLDER = 'downloads';

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
