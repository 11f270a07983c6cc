/** Expectations for strain files. */

import { API_ROOT } from '../../core/contract/paths.ts';
import {
  type EventDetail,
  type EventVersionDetail,
  STRAIN_FILE_DURATION_S,
  type StrainFileDetail,
  type StrainFileEntry,
} from '../../core/contract/wire.ts';
import type { Tools } from '../case.ts';
import { bodyOf, type Expectations } from './expectations.ts';

const MEMBERS = ['gps_start', 'utc_start', 'detector', 'sample_rate_kHz', 'hdf5_url', 'gwf_url', 'detail_url'];

const endOf = ({ gps_start }: StrainFileEntry): number => gps_start + STRAIN_FILE_DURATION_S;

function isSelectedAlone(entry: StrainFileEntry, filter: string, text: string): boolean {
  if (filter === 'detector') return entry.detector === text;
  if (filter === 'sample-rate') return entry.sample_rate_kHz === Number(text);
  if (filter === 'start') return endOf(entry) > Number(text);
  return filter === 'stop' && entry.gps_start <= Number(text);
}

const recordOf = async ({ detail_url }: StrainFileEntry, { follow }: Tools): Promise<StrainFileDetail> =>
  bodyOf(await follow(detail_url));

/** The time of an event's last version. */
async function gpsOf(event: string | undefined, { get, follow }: Tools): Promise<number> {
  const { versions } = bodyOf<EventDetail>(await get(`${API_ROOT}/events/${event}`));
  return bodyOf<EventVersionDetail>(await follow(versions.at(-1)?.detail_url ?? '')).gps;
}

export const strainFiles: Expectations<StrainFileEntry> = {
  members: {
    'strain-files': MEMBERS,
    'strain-file-details': [
      ...MEMBERS,
      ...['run', 'dataset', 'duration', 'filesize_bytes', 'min_strain', 'max_strain', 'mean_strain', 'stdev_strain'],
      ...['nans_fraction', 'duty_cycle', 'BLRMS200', 'BLRMS1000', 'BNS', 'bitsums'],
    ],
  },
  isInOrder: (a, b) => {
    if (a.gps_start !== b.gps_start) return a.gps_start < b.gps_start;
    return a.detector === b.detector ? a.sample_rate_kHz < b.sample_rate_kHz : a.detector < b.detector;
  },
  isSelected: (entries, filter, text) => entries.every((entry) => isSelectedAlone(entry, filter, text)),
  filtersOf: ({ detector, sample_rate_kHz }) => ({ detector, 'sample-rate': String(sample_rate_kHz) }),
  intervalOf: (entry) => [entry.gps_start, endOf(entry)],
  below: {
    'runs/{}/strain-files': async (entry, [run], tools) => (await recordOf(entry, tools)).run === run,
    'datasets/{}/strain-files': async (entry, [dataset], tools) => (await recordOf(entry, tools)).dataset === dataset,
    'events/{}/strain-files': async (entry, [event], tools) => {
      const second = Math.floor(await gpsOf(event, tools));
      return entry.gps_start <= second && second < endOf(entry);
    },
  },
};
