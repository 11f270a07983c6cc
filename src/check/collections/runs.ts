/** Expectations for observing runs. */

import type { RunEntry } from '../../core/contract/wire.ts';
import type { Expectations } from './expectations.ts';

const MEMBERS = ['name', 'gps_start', 'gps_end', 'detectors', 'detail_url'];

export const runs: Expectations<RunEntry> = {
  members: {
    runs: MEMBERS,
    'run-details': [...MEMBERS, 'datasets_url', 'events_url', 'strain_files_url', 'timelines_url'],
  },
  isInOrder: (a, b) => (a.gps_start === b.gps_start ? a.name < b.name : a.gps_start < b.gps_start),
};
