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

const endOf = ({ gps_start }: StrainFileEntry): number => gps_start + STRAIN_FILE_DURATION_S;

const recordOf = async ({ detail_url }: StrainFileEntry, { follow }: Tools): Promise<StrainFileDetail> =>
  bodyOf(await follow(detail_url));

/** The time of an event's last version. */
async function gpsOf(event: string | undefined, { get, follow }: Tools): Promise<number> {
  const { versions } = bodyOf<EventDetail>(await get(`${API_ROOT}/events/${event}`));
  return bodyOf<EventVersionDetail>(await follow(versions.at(-1)?.detail_url ?? '')).gps;
}

export const strainFiles: Expectations<StrainFileEntry> = {
  shownBy: { detector: 'detector', 'sample-rate': 'sample_rate_kHz' },
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
