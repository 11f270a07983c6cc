/**
 * 10,000 random requests, valid and invalid, with each response compared with the naive oracle's: status, headers, body. 6,000 of
 * them here, to the shipped catalogue, and 4,000 in `random-generated.test.ts`. `npm run fuzz` sends any number.
 */

import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compareRandom } from './compare-random.ts';

const DATA = fileURLToPath(new URL('../../data', import.meta.url));

it.each([
  ['at the root of its host', 'http://localhost:8000', 1],
  ['below a path', 'https://user.example/a/gw', 100_001],
])('3,000 requests to the shipped catalogue, %s', async (_, baseUrl, seed) => {
  const { differences, statuses } = await compareRandom({ dataDir: DATA, config: { baseUrl }, queries: 3000, seed });
  expect(differences).toEqual([]);
  expect([...statuses.keys()].sort()).toEqual([200, 302, 400, 404, 405]);
  expect(statuses.get(200)).toBeGreaterThan(1500);
});
