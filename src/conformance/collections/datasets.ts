/** What cases expect of datasets. */

import type { Dataset } from '../../contract/wire.ts';
import type { Expectations } from './expectations.ts';

export const datasets: Expectations<Dataset> = {
  members: {
    datasets: [
      ...['name', 'run', 'description', 'sample_rate_kHz', 'gps_start', 'gps_end', 'detectors', 'bitmask'],
      ...['strain_files_url', 'detail_url'],
    ],
  },
  isInOrder: (a, b) => (a.gps_start === b.gps_start ? a.name < b.name : a.gps_start < b.gps_start),
  below: { 'runs/{}/datasets': (entry, [run]) => entry.run === run },
};
