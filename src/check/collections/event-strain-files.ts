/** Expectations for the strain files of one event version. */

import type { EventStrainFile } from '../../core/contract/wire.ts';
import { testCase } from '../case.ts';
import { sameAs } from '../expect.ts';
import type { Expectations } from './expectations.ts';

/** File extension by format. */
const ENDINGS: Readonly<Record<string, string>> = { GWF: '.gwf', HDF: '.hdf5', TXT: '.txt.gz' };

export const eventStrainFiles: Expectations<EventStrainFile> = {
  shownBy: {
    detector: 'detector',
    'sample-rate': 'sample_rate_kHz',
    duration: 'duration',
    'file-format': 'file_format',
  },
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
      ),
    ),
};
