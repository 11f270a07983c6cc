/** Expectations for timelines. */

import { API_ROOT } from '../../core/contract/paths.ts';
import type { EventVersionDetail, Timeline } from '../../core/contract/wire.ts';
import { bodyOf, type Expectations } from './expectations.ts';

export const timelines: Expectations<Timeline> = {
  below: {
    'runs/{}/timelines': (entry, [run]) => entry.run_names.includes(run ?? ''),
    'event-versions/{}/timelines': async (entry, [id], { get }) =>
      bodyOf<EventVersionDetail>(await get(`${API_ROOT}/event-versions/${id}`)).detectors.includes(entry.detector),
  },
};
