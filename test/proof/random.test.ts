/**
 * Random requests, valid and invalid, to the shipped catalogue: the status, headers and body of each response are compared with the naive
 * oracle's. `random-generated.test.ts` does the same for other catalogues. `npm run long -- fuzz` sends any number.
 */

import { expect, inject, it } from 'vitest';
import { propertyRuns } from '../support/property-runs.ts';
import { compareRandom } from './compare-random.ts';

const { root, data } = inject('shipped');
const archiveUrl = 'https://gwosc.org';

it.each([
  [propertyRuns(200), 'at the root of its host', { config: { archiveUrl }, seed: 1 }],
  // The path in the base URL only changes links.
  [propertyRuns(350), 'below a path', { config: { archiveUrl, baseUrl: 'https://user.example/a/gw' }, seed: 100_001 }],
])('%i requests to the shipped catalogue, %s', async (queries, _, run) => {
  const { differences, statuses } = await compareRandom({ dataDir: data, root, queries, ...run });
  expect(differences).toEqual([]);
  expect([...statuses.keys()].sort()).toEqual([200, 302, 400, 404, 405]);
  expect(statuses.get(200)).toBeGreaterThan(queries / 2);
});
