/**
 * Random requests to generated catalogues that sit on borders, compared with the naive oracle; and queries put together by
 * fast-check, which shrinks one that is answered wrongly to its smallest form.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { difference } from '../oracle/compare.ts';
import { catalogueCases } from '../oracle/generated.ts';
import { createOracle } from '../oracle/oracle.ts';
import { loadOracleData } from '../oracle/records.ts';
import { openBuiltSite } from './built-site.ts';
import { compareRandom } from './compare-random.ts';

const QUERIES = 4000;
const each = Math.ceil(QUERIES / catalogueCases.length);

const folder = mkdtempSync(join(tmpdir(), 'stillwave-random-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function dataOf(name: string): string {
  const dataDir = join(folder, name);
  catalogueCases.find((one) => one.name === name)?.write(dataDir);
  return dataDir;
}

it.each(catalogueCases.map(({ name }, n) => [name, n] as const))('%s', async (name, n) => {
  const { differences, statuses } = await compareRandom({
    dataDir: dataOf(name),
    config: { baseUrl: 'https://user.example/gw' },
    queries: each,
    seed: 1_000_000 + n * each,
  });
  expect(differences).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(0);
});

/** Pairs of a query, raw: names of all listings, and texts that are values of some of them. */
const NAMES = [
  ...['start', 'stop', 'detector', 'sample-rate', 'name-contains', 'release', 'lastver', 'include-default-parameters'],
  ...[
    'min-far',
    'max-far',
    'min-chi-eff',
    'max-gps-time',
    'min-nothing',
    'pagesize',
    'page',
    'format',
    'other',
    'p%61ge',
  ],
];
const TEXTS = [
  ...[
    '',
    '0',
    '1',
    '2',
    '4',
    '16',
    '1000',
    '-1',
    '1.0',
    '1e-7',
    '.5',
    '1e999',
    'true',
    'False',
    'H1',
    'L1',
    'x',
    'GW',
    'gw15',
  ],
  ...[
    '1126256640',
    '1126260735',
    '1126260736',
    '1126256639.0',
    'GWTC-2',
    'GWTC-2,A',
    'A%2CGWTC-2',
    'A,',
    'api',
    'json',
  ],
  ...['%zz', '%FF', '+1', '%2B1', 'a%20b', '９', '9007199254740992'],
];
const pair = fc.oneof(
  fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...TEXTS)).map(([name, text]) => `${name}=${text}`),
  fc.constantFrom(...NAMES),
);
const urls = fc
  .tuple(
    fc.constantFrom('strain-files', 'event-versions', 'event-versions/', 'default-parameters', '', 'strain-files/x'),
    fc.array(pair, { maxLength: 6 }),
  )
  .map(([path, pairs]) => `/api/v2/${path}?${pairs.join('&')}`);

describe('put together by fast-check', () => {
  it.each(['random-1', 'gps-ties', 'fifty-versions'])('%s', async (name) => {
    const dataDir = dataOf(name);
    const config = { ...DEFAULT_CONFIG, archiveUrl: 'https://archive.example' };
    const oracle = createOracle(loadOracleData(dataDir), config);
    const built = await openBuiltSite(dataDir, config);
    try {
      await fc.assert(
        fc.asyncProperty(urls, async (url) => {
          const request = { method: 'GET', url, headers: {} };
          expect(difference(oracle(request), await built.answer(request))).toBeNull();
        }),
        { numRuns: 700 },
      );
    } finally {
      built.remove();
    }
  });
});
