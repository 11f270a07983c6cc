/** Links to strain files in the data archive, for hosts that do not redirect. */

import { resolvePath } from '../../../core/contract/resolve-path.ts';
import type { StrainFileEntry } from '../../../core/contract/wire.ts';
import type { Release } from '../../../core/handler/release.ts';

/** What the page says instead of links. */
export const NO_ARCHIVE = 'This site does not say where the files themselves are, so there are no links to them.';

/**
 * The URL in the data archive to which the API redirects its link to a file, without the query, so that download programs name
 * the file as it is named there; null if the site has no archive. Links to other places stay as they are.
 */
export function toArchive(link: string, { data, baseUrl, basePath, collections }: Release): string | null {
  if (!link.startsWith(`${baseUrl}/`)) return link;
  if (data.archiveUrl === null) return null;
  const [path = ''] = link.slice(baseUrl.length).split('?');
  const target = resolvePath(basePath + path, basePath, collections);
  return target?.kind === 'archive' ? `${data.archiveUrl}/${target.path}` : link;
}

/** Formats of a file with its URLs; null without an archive. */
export type Links = readonly (readonly [format: string, url: string | null])[];

/** Formats of the bulk strain files, by the member of an entry that contains the URL. */
export const FILE_FORMATS = { HDF5: 'hdf5_url', GWF: 'gwf_url' } as const;
export type FileFormat = keyof typeof FILE_FORMATS;

export const linksOf = (file: StrainFileEntry, release: Release): Links =>
  Object.entries(FILE_FORMATS).map(([format, member]) => [format, toArchive(file[member], release)]);
