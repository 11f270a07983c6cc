/** Expectations for parameter sets. */

import { API_ROOT } from '../../core/contract/paths.ts';
import type { Envelope, EventVersionDetail, ParameterSet } from '../../core/contract/wire.ts';
import { testCase } from '../case.ts';
import { difference, first } from '../expect.ts';
import { bodyOf, type Expectations, INNER_MEMBERS } from './expectations.ts';

const PIPELINE_TYPES = ['pe', 'search', null];

export const parameterSets: Expectations<ParameterSet> = {
  members: {
    'parameter-sets': [
      ...['name', 'pipeline_type', 'waveform_family', 'data_url', 'is_preferred', 'links', 'parameters'],
    ],
  },
  below: { 'event-versions/{}/parameters': ({ pipeline_type }) => PIPELINE_TYPES.includes(pipeline_type) },
  cases: ({ listing, parents: [id], path }) => [
    testCase(`${listing.path}.members`, path, (answer) => {
      const sets = bodyOf<Envelope<ParameterSet>>(answer).results;
      const parameters = sets.flatMap((set) => set.parameters);
      return first(
        ...parameters.map((one) => difference('members', Object.keys(one), INNER_MEMBERS.default_parameters)),
      );
    }),
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
