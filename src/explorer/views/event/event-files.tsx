/** The strain files of an event: its own short ones, and those of the run that contain its second. */

import { type EventStrainFile, STRAIN_FILE_DURATION_S, type StrainFileEntry } from '../../../core/contract/wire.ts';
import type { Release } from '../../../core/handler/release.ts';
import { type Column, RecordTable } from '../../parts/records.tsx';
import { type Links, linksOf, NO_ARCHIVE, toArchive } from '../strain/archive.ts';
import { FileLinks } from '../strain/file-links.tsx';

/** A file in its formats. */
interface ListedFile {
  readonly detector: string;
  readonly duration: number;
  readonly rate: number;
  readonly gpsStart: number;
  readonly links: Links;
}

const COLUMNS: readonly Column<ListedFile>[] = [
  { title: 'Detector', cell: ({ detector }) => detector },
  { title: 'Length', kind: 'number', cell: ({ duration }) => `${duration} s` },
  { title: 'Rate', kind: 'number', cell: ({ rate }) => `${rate} kHz` },
  { title: 'GPS start', kind: 'number spare', cell: ({ gpsStart }) => gpsStart },
  { title: 'Files', cell: ({ links }) => <FileLinks links={links} /> },
];

const identify = ({ detector, duration, rate, gpsStart }: ListedFile): string =>
  [detector, duration, rate, gpsStart].join(' ');

/** The event's own files, which the API lists by format. */
function listOwn(files: readonly EventStrainFile[], release: Release): ListedFile[] {
  const listed = new Map<string, ListedFile>();
  for (const { detector, duration, sample_rate_kHz: rate, gps_start: gpsStart, file_format, download_url } of files) {
    const file = {
      detector,
      duration,
      rate,
      gpsStart,
      links: [[file_format, toArchive(download_url, release)] as const],
    };
    const links = listed.get(identify(file))?.links ?? [];
    listed.set(identify(file), { ...file, links: [...links, ...file.links] });
  }
  return [...listed.values()];
}

const listBulk = (files: readonly StrainFileEntry[], release: Release): ListedFile[] =>
  files.map((file) => ({
    detector: file.detector,
    duration: STRAIN_FILE_DURATION_S,
    rate: file.sample_rate_kHz,
    gpsStart: file.gps_start,
    links: linksOf(file, release),
  }));

interface EventFilesProps {
  readonly own: readonly EventStrainFile[];
  readonly bulk: readonly StrainFileEntry[];
  readonly release: Release;
}

export function EventFiles({ own, bulk, release }: EventFilesProps) {
  const groups = {
    'Around the event': listOwn(own, release),
    'Files of the run that hold it': listBulk(bulk, release),
  };
  const files = Object.values(groups).flat();
  if (files.length === 0) return <p class="empty">The catalogue has no strain files of this event.</p>;
  const isLinked = files.some(({ links }) => links.some(([, url]) => url !== null));
  return (
    <>
      {!isLinked && <p class="note">{NO_ARCHIVE}</p>}
      {Object.entries(groups).map(
        ([label, records]) =>
          records.length > 0 && (
            <RecordTable
              key={label}
              {...{ label, records }}
              kind="files"
              isCaptioned
              columns={COLUMNS}
              keyOf={identify}
            />
          ),
      )}
    </>
  );
}
