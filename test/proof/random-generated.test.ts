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
  ...['duration', 'file-format', 'min-far', 'max-far', 'min-chi-eff', 'max-gps-time', 'min-nothing', 'run', 'flag'],
  ...['pagesize', 'page', 'format', 'other', 'p%61ge'],
];
const TEXTS = [
  ...['', '0', '1', '2', '4', '16', '32', '4096', '1000', '-1', '1.0', '1e-7', '.5', '1e999', 'true', 'False', 'H1'],
  ...['L1', 'V1', 'x', 'GW', 'gw15', 'hdf', 'HDF5', 'gwf', 'Txt', 'hdf6', 'O1', 'GWTC', 'GWTC%2CA', 'Later,GWTC'],
  ...['1126256640', '1126260735', '1126260736', '1126256639.0', '1126256700', '1126256701', '1126257000'],
  ...['1126256999', '1126258100', '1126260999', '1126261000', '1170000005', 'GWTC-2', 'GWTC-2,A', 'A%2CGWTC-2'],
  ...['A,', 'api', 'json', '%zz', '%FF', '+1', '%2B1', 'a%20b', '９', '9007199254740992'],
];
const pair = fc.oneof(
  fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...TEXTS)).map(([name, text]) => `${name}=${text}`),
  fc.constantFrom(...NAMES),
);
/** Paths of the catalogue in `every-kind.ts`; the other ones have some of them. Those with filters stand twice. */
const WITH_FILTERS = [
  ...['strain-files', 'event-versions', 'event-versions/', 'runs/O1/strain-files', 'datasets/O1_4KHZ_R1/strain-files'],
  ...['catalogs/GWTC/events', 'catalogs/A/events', 'events/GW150914/strain-files', 'timelines/H1_DATA/segments'],
  ...['event-versions/GW150914@GWTC-1-confident/strain-files', 'runs/O1/timelines/H1_DATA/segments'],
  ...['timelines/H1_CBC_CAT1/segments', 'timelines/V1_X/segments', 'timelines/V1_ONES/segments'],
];
const PATHS = [
  ...WITH_FILTERS,
  ...['', 'default-parameters', 'strain-files/x', 'runs', 'runs/O1', 'runs/O1/events', 'runs/O1/datasets', 'datasets'],
  ...['runs/O1/timelines', 'runs/O2/timelines/H1_DATA/segments', 'datasets/O1_4KHZ_R1', 'catalogs', 'catalogs/GWTC'],
  ...['events', 'events/GW15', 'event-versions/GW150914%40GWTC', 'event-versions/GW150914/parameters', 'timelines'],
  ...['event-versions/150914-v1/default-parameters', 'event-versions/GW150914-v3/timelines', 'timelines/H1_DATA'],
  ...['runs/X/events', 'runs/O1/x', 'event-versions/@/parameters', 'timelines/X/segments'],
];
const urls = fc
  .tuple(fc.constantFrom(...WITH_FILTERS, ...PATHS), fc.array(pair, { maxLength: 6 }))
  .map(([path, pairs]) => `/api/v2/${path}?${pairs.join('&')}`);

describe('put together by fast-check', () => {
  it.each(['random-1', 'gps-ties', 'fifty-versions', 'every-kind', 'nested-runs', 'thousand-segments'])(
    '%s',
    async (name) => {
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
    },
  );
});
