/** Expectations for parameter sets. */

import { API_ROOT } from '../../core/contract/paths.ts';
import type { Envelope, EventVersionDetail, ParameterSet } from '../../core/contract/wire.ts';
import { testCase } from '../case.ts';
import { difference } from '../expect.ts';
import { bodyOf, type Expectations } from './expectations.ts';

const PIPELINE_TYPES = ['pe', 'search', null];

export const parameterSets: Expectations<ParameterSet> = {
  below: { 'event-versions/{}/parameters': ({ pipeline_type }) => PIPELINE_TYPES.includes(pipeline_type) },
  cases: ({ listing, parents: [id], path }) => [
    testCase(`${listing.path}.without-sets`, path, async (answer, { get }) => {
      const [set, ...others] = bodyOf<Envelope<ParameterSet>>(answer).results;
      const record = bodyOf<EventVersionDetail>(await get(`${API_ROOT}/event-versions/${id}`));
      const isMade = others.length === 0 && set?.name === record.catalog && set.pipeline_type === null;
      if (!isMade) return null;
      const { name, pipeline_type } = set;
      const made = { name, pipeline_type, waveform_family: null, data_url: null, is_preferred: true, links: [] };
      return difference('the one set', set, { ...made, parameters: record.default_parameters });
    }),
  ],
};
