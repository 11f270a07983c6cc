/**
 * Random requests, valid and invalid, with each response compared with the naive oracle's: status, headers, body. Here to the shipped
 * catalogue, in `random-generated.test.ts` to others. `npm run fuzz` sends any number.
 */

import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { propertyRuns } from '../support/property-runs.ts';
import { compareRandom } from './compare-random.ts';

const DATA = fileURLToPath(new URL('../../data', import.meta.url));
const QUERIES = propertyRuns(1000);

it.each([
  ['at the root of its host', 'http://localhost:8000', 1],
  ['below a path', 'https://user.example/a/gw', 100_001],
])(`${QUERIES} requests to the shipped catalogue, %s`, async (_, baseUrl, seed) => {
  const { differences, statuses } = await compareRandom({ dataDir: DATA, config: { baseUrl }, queries: QUERIES, seed });
  expect(differences).toEqual([]);
  expect([...statuses.keys()].sort()).toEqual([200, 302, 400, 404, 405]);
  expect(statuses.get(200)).toBeGreaterThan(QUERIES / 2);
});
