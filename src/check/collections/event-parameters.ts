/** Expectations for the default parameters of an event version. */

import { API_ROOT } from '../../core/contract/paths.ts';
import type { Envelope, EventVersionDetail, ParameterObject } from '../../core/contract/wire.ts';
import { testCase } from '../case.ts';
import { difference } from '../expect.ts';
import { bodyOf, type Expectations } from './expectations.ts';

export const eventParameters: Expectations<ParameterObject> = {
  below: {
    'event-versions/{}/default-parameters': async ({ name }, [id], { get }) =>
      bodyOf<EventVersionDetail>(await get(`${API_ROOT}/event-versions/${id}`)).default_parameters.some(
        (parameter) => parameter.name === name,
      ),
  },
  cases: ({ listing, parents: [id], path, first }) => [
    testCase(`${listing.path}.as-record`, path, async (answer, { get }) => {
      const record = bodyOf<EventVersionDetail>(await get(`${API_ROOT}/event-versions/${id}`));
      const { results } = bodyOf<Envelope<ParameterObject>>(answer);
      return difference('parameters', results, record.default_parameters.slice(0, first.results_per_page));
    }),
  ],
};
