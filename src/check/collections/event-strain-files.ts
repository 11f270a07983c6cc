/** Expectations for the strain files of one event version. */

import type { EventStrainFile } from '../../core/contract/wire.ts';
import { testCase } from '../case.ts';
import { sameAs } from '../expect.ts';
import type { Expectations } from './expectations.ts';

const FORMATS = ['GWF', 'HDF', 'TXT'];
/** File extension by format. */
const ENDINGS: Readonly<Record<string, string>> = { GWF: '.gwf', HDF: '.hdf5', TXT: '.txt.gz' };

function isSelectedAlone(entry: EventStrainFile, filter: string, text: string): boolean {
  if (filter === 'detector') return entry.detector === text;
  if (filter === 'sample-rate') return entry.sample_rate_kHz === Number(text);
  if (filter === 'duration') return entry.duration === Number(text);
  return filter === 'file-format' && entry.file_format.toLowerCase() === text;
}

/** Sort keys, most significant first. */
const keysOf = ({ detector, duration, sample_rate_kHz, file_format }: EventStrainFile) =>
  [detector, duration, -sample_rate_kHz, FORMATS.indexOf(file_format)] as const;

export const eventStrainFiles: Expectations<EventStrainFile> = {
  members: {
    'event-strain-files': ['gps_start', 'detector', 'sample_rate_kHz', 'duration', 'file_format', 'download_url'],
  },
  isInOrder: (a, b) => {
    const after = keysOf(b);
    const differing = keysOf(a).findIndex((key, n) => key !== after[n]);
    return differing >= 0 && (keysOf(a)[differing] as number) < (after[differing] as number);
  },
  isSelected: (entries, filter, text) => entries.every((entry) => isSelectedAlone(entry, filter, text)),
  filtersOf: ({ detector, sample_rate_kHz, duration, file_format }) => ({
    detector,
    'sample-rate': String(sample_rate_kHz),
    duration: String(duration),
    'file-format': file_format.toLowerCase(),
  }),
  below: {
    'event-versions/{}/strain-files': ({ download_url, gps_start, duration, file_format }, [id = '']) => {
      const [, name, version] = /^(.*)-(v\d+)$/.exec(id) ?? [];
      const isOwn = download_url.includes(`/${name}/${version}/`);
      return isOwn && download_url.endsWith(`-${gps_start}-${duration}${ENDINGS[file_format]}`);
    },
  },
  cases: ({ listing, path }) =>
    [
      ['HDF', 'hdf'],
      ['Hdf5', 'hdf'],
      ['hdf5', 'hdf'],
      ['GWF', 'gwf'],
      ['tXt', 'txt'],
    ].map(([text, canonical]) =>
      testCase(
        `${listing.path}.file-format=${text}`,
        `${path}?file-format=${text}`,
        sameAs(`${path}?file-format=${canonical}`),
        { needs: ['any-query'] },
      ),
    ),
};
