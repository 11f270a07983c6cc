/** Strain files as a table, with links to them in the data archive, for hosts that do not redirect. */

import { resolvePath } from '../../../core/contract/resolve-path.ts';
import { STRAIN_FILE_DURATION_S, type StrainFileEntry } from '../../../core/contract/wire.ts';
import type { Release } from '../../../core/handler/release.ts';
import { utcText } from '../../parts/format.ts';
import { type Column, RecordTable } from '../../parts/records.tsx';

/** A file in its formats. */
export interface ListedFile {
  readonly detector: string;
  readonly gpsStart: number;
  readonly duration: number;
  readonly rate: number;
  /** Formats with their URLs; null without an archive. */
  readonly links: readonly (readonly [format: string, url: string | null])[];
}

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

/** Formats of the bulk strain files, by the member of an entry that contains the URL. */
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

const COLUMNS: readonly Column<ListedFile>[] = [
  { title: 'Detector', cell: ({ detector }) => detector },
  { title: 'GPS start', kind: 'number', cell: ({ gpsStart }) => gpsStart },
  { title: 'UTC start', kind: 'spare', cell: ({ gpsStart }) => utcText(gpsStart) },
  { title: 'Length', kind: 'number spare', cell: ({ duration }) => `${duration} s` },
  { title: 'Rate', kind: 'number', cell: ({ rate }) => `${rate} kHz` },
  {
    title: 'Files',
    cell: ({ links }) =>
      links.map(
        ([format, url]) =>
          url !== null && (
            <a key={format} class="file-link" href={url}>
              {format}
            </a>
          ),
      ),
  },
];

interface FileTableProps {
  readonly label: string;
  readonly files: readonly ListedFile[];
  readonly isCaptioned?: boolean;
}

export function FileTable({ label, files, isCaptioned = false }: FileTableProps) {
  const columns = files.some(isLinked) ? COLUMNS : COLUMNS.slice(0, -1);
  return <RecordTable {...{ label, columns, isCaptioned }} kind="files" records={files} keyOf={identifyFile} />;
}

/** What the page says instead of links. */
export const NoArchive = () => (
  <p class="note">This site does not say where the files themselves are, so there are no links to them.</p>
);
