/** Links strain files to the data archive, for hosts that do not redirect, and writes lists of the files for download programs. */

import { findRoute } from '../../core/contract/route.ts';
import { STRAIN_FILE_DURATION_S, type StrainFileEntry } from '../../core/contract/wire.ts';
import type { Release } from '../../core/release/release.ts';
import { lastSegment } from '../address/address.ts';

/** A file and its formats. */
export interface ListedFile {
  readonly detector: string;
  readonly gpsStart: number;
  readonly duration: number;
  readonly rate: number;
  /** Formats with their URLs; the URLs are null if there is no archive. */
  readonly links: readonly (readonly [format: string, url: string | null])[];
}

/**
 * The URL in the data archive that the API's link to a file redirects to; null if the site has no archive. The query is removed, so that
 * download programs give the file its name in the archive. Other links are returned unchanged.
 */
export function toArchive(link: string, release: Release): string | null {
  const { data, baseUrl, basePath } = release;
  if (!link.startsWith(`${baseUrl}/`)) return link;
  if (data.archiveUrl === null) return null;
  const [path = ''] = link.slice(baseUrl.length).split('?');
  const route = findRoute(basePath + path, release);
  return route?.kind === 'archive' ? `${data.archiveUrl}/${route.path}` : link;
}

/** The formats of bulk strain files, with the entry member that contains the URL. */
export const FILE_FORMATS = { HDF5: 'hdf5_url', GWF: 'gwf_url' } as const;

export const listBulkFiles = (files: readonly StrainFileEntry[], release: Release): readonly ListedFile[] =>
  files.map((file) => ({
    detector: file.detector,
    gpsStart: file.gps_start,
    duration: STRAIN_FILE_DURATION_S,
    rate: file.sample_rate_kHz,
    links: Object.entries(FILE_FORMATS).map(([format, member]) => [format, toArchive(file[member], release)]),
  }));

export const identifyFile = ({ detector, gpsStart, duration, rate }: ListedFile): string =>
  [detector, gpsStart, duration, rate].join(' ');

export const isLinked = ({ links }: ListedFile): boolean => links.some(([, url]) => url !== null);

/**
 * Lists of files to download, by the program that reads them: the list's file name, the command to run in its folder, and the lines for
 * each URL. Sources: `wget --input-file` reads one URL per line (GNU Wget manual, "Logging and Input File Options"); `aria2c --input-file`
 * reads a URL's options from the lines after it that start with a space (aria2 manual, "Input File").
 */
export const LIST_FORMATS = {
  wget: {
    file: 'strain-files.txt',
    command: 'wget --continue --input-file=strain-files.txt',
    line: (url: string) => `${url}\n`,
  },
  aria2: {
    file: 'strain-files.aria2.txt',
    command: 'aria2c --continue --input-file=strain-files.aria2.txt',
    line: (url: string) => `${url}\n  out=${lastSegment(url)}\n`,
  },
} as const;
