/** The shipped catalogue, built and queried: facts known from stored responses of the real service. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { createSite } from '../../src/core/handler/site.ts';
import { sha256 } from '../../src/fs/hash.ts';
import { KNOWN_COUNTS, KNOWN_FILES, KNOWN_IDS, KNOWN_TEXTS } from '../support/known-responses.ts';
import { SHIPPED_TOTALS } from '../support/shipped-totals.ts';

const { root } = inject('shipped');
const site = createSite({
  readFile: async (path) => readFileSync(join(root, path)),
  sha256,
  baseUrl: 'http://gwosc.org',
});

async function textOf(url: string): Promise<string> {
  const { status, body } = await site.respond({ method: 'GET', url: `/api/v2/${url}`, header: () => undefined });
  expect(status).toBe(200);
  return new TextDecoder().decode(body);
}

const resultsOf = async (url: string) =>
  (JSON.parse(await textOf(url)) as { results: Record<string, unknown>[] }).results;

it.each(KNOWN_TEXTS)('%s has the text of the service', async (url, text) => {
  expect(await textOf(url)).toContain(text);
});

it.each(KNOWN_FILES)('the strain files of %s, by interval and below the event', async (event, gps, ids) => {
  const byInterval = await resultsOf(`strain-files?start=${gps}&stop=${gps}`);
  const urls = byInterval.map(({ detail_url }) => detail_url);
  expect(urls).toEqual(ids.map((id) => `http://gwosc.org/api/v2/strain-files/${id}?format=api`));
  expect(await resultsOf(`events/${event}/strain-files`)).toEqual(byInterval);
});

it('versions at the same gps are ascending, and a later gps comes first', async () => {
  const namesOf = async (name: string) =>
    (await resultsOf(`event-versions?name-contains=${name}`)).map(({ shortName }) => shortName);
  expect((await namesOf('GW150914')).slice(0, 3)).toEqual(['GW150914-v1', 'GW150914-v2', 'GW150914-v3']);
  expect(await namesOf('GW190408')).toEqual(['GW190408_181802-v1', 'GW190408_181802-v3', 'GW190408_181802-v2']);
});

it('links have canonical filters, sorted by name', async () => {
  const text = await textOf(
    'event-versions?release=GWTC-3-marginal%2CGWTC-3-confident,GWTC-3-marginal&pagesize=005&page=2&lastver=0&max-p-astro=%2B1.0&format=json&page_size=3',
  );
  const { next, previous } = JSON.parse(text) as { next: string; previous: string };
  const link = (number: number): string =>
    `http://gwosc.org/api/v2/event-versions?format=api&max-p-astro=1&page=${number}&pagesize=5&release=GWTC-3-confident%2CGWTC-3-marginal`;
  expect([previous, next]).toEqual([link(1), link(3)]);
});

it('the mask of O2 is that of the service', async () => {
  const { bitmask } = JSON.parse(await textOf('datasets/O2_16KHZ_R1')) as {
    bitmask: { name: string; bit: number; mask_type: string }[];
  };
  expect(bitmask.map(({ name, bit, mask_type }) => `${mask_type} ${bit} ${name}`)).toEqual([
    ...['DQ 0 DATA', 'INJ 0 NO_CBC_HW_INJ', 'DQ 1 CBC_CAT1', 'INJ 1 NO_BURST_HW_INJ', 'DQ 2 CBC_CAT2'],
    ...['INJ 2 NO_DETCHAR_HW_INJ', 'DQ 3 CBC_CAT3', 'INJ 3 NO_CW_HW_INJ', 'DQ 4 BURST_CAT1'],
    ...['INJ 4 NO_STOCH_HW_INJ', 'DQ 5 BURST_CAT2', 'DQ 6 BURST_CAT3'],
  ]);
});

it('older records of the catalogs of O4 list bulk strain files of their detectors, and those of IAS-O3a list none', async () => {
  const strainOf = async (catalog: string) => {
    const url = `/eventapi/jsonfull/${catalog}`;
    const { body } = await site.respond({ method: 'GET', url, header: () => undefined });
    const { events } = JSON.parse(new TextDecoder().decode(body)) as {
      events: Record<string, { strain: { duration: number }[] }>;
    };
    return Object.values(events).map(({ strain }) => strain);
  };
  for (const catalog of ['GWTC-4.0', 'GWTC-4.1', 'GWTC-5.0', 'O4_Discovery_Papers']) {
    const strain = await strainOf(catalog);
    expect([catalog, strain.filter(({ length }) => length === 0).length]).toEqual([catalog, 0]);
    if (catalog === 'GWTC-4.0') expect(new Set(strain.flat().map(({ duration }) => duration))).toEqual(new Set([4096]));
  }
  expect((await strainOf('IAS-O3a')).flat()).toEqual([]);
});

it('segments at a time without a list of the flag are a 404 that names the runs with a list', async () => {
  const url = '/api/v2/timelines/H1_DATA/segments?start=931035615&stop=931035715';
  const { status, body } = await site.respond({ method: 'GET', url, header: () => undefined });
  const { detail } = JSON.parse(new TextDecoder().decode(body)) as { detail: string };
  expect(status).toBe(404);
  expect(detail).toMatch(/H1_DATA.*O1, O2, O3a, O3b/);
});

it('the names of parameters, with gps-time last', async () => {
  expect(await resultsOf('default-parameters')).toEqual([
    ...['mass-1-source', 'mass-2-source', 'total-mass-source', 'chirp-mass', 'chirp-mass-source', 'final-mass-source'],
    ...['luminosity-distance', 'redshift', 'chi-eff', 'far', 'p-astro', 'network-matched-filter-snr', 'gps-time'],
  ]);
});

it.each(KNOWN_COUNTS)('complete: %s has %d entries', async (listing, count) => {
  const end = listing.includes('?') ? '&' : '?';
  expect(JSON.parse(await textOf(`${listing}${end}pagesize=1`)).results_count).toBe(count);
});

it('the pointer stays under 250 KB, and the site is as large as the pages of the hosts say', () => {
  expect(statSync(join(root, 'release.json')).size).toBeLessThan(250_000);
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const sizes = files.map((file) => statSync(join(file.parentPath, file.name)).size / 2 ** 20);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(files.length, 'fewer than 1,000 files').toBeLessThan(1000);
  expect(Math.max(...sizes), 'no file exceeds 25 MiB').toBeLessThan(25);
  expect(Math.abs(total - 100), `about 100 MiB: ${total.toFixed(0)}`).toBeLessThan(20);
});

it.each(KNOWN_IDS)('%s is the record of %s', async (id, shortName) => {
  const text = await textOf(`event-versions/${id}`);
  expect(text).toContain(`"shortName":"${shortName}",`);
  expect(text).toBe(await textOf(`event-versions/${shortName}`));
});

it('more than 10,000 rows of CSV are refused, with the way to get them', async () => {
  const url = '/api/v2/strain-files?format=csv';
  const { status, body } = await site.respond({ method: 'GET', url, header: () => undefined });
  expect([status, JSON.parse(new TextDecoder().decode(body))]).toEqual([
    400,
    {
      detail: `${SHIPPED_TOTALS.strainFiles} match; at most 10000 are sent. Use "pagesize" or downloads/.`,
      parameter: 'pagesize',
    },
  ]);
});

it('a short strain file of GW150914, and the segment of H1_DATA in its interval', async () => {
  const query = 'detector=H1&duration=32&file-format=HDF5&sample-rate=4';
  expect(await resultsOf(`event-versions/GW150914-v3/strain-files?${query}`)).toEqual([
    {
      gps_start: 1126259447,
      detector: 'H1',
      sample_rate_kHz: 4,
      duration: 32,
      file_format: 'HDF',
      download_url: 'http://gwosc.org/eventapi/json/GWTC-1-confident/GW150914/v3/H-H1_GWOSC_4KHZ_R1-1126259447-32.hdf5',
    },
  ]);
  const interval = { start: 1126259447, stop: 1126259479 };
  const segments = await resultsOf(`timelines/H1_DATA/segments?start=${interval.start}&stop=${interval.stop}`);
  expect(segments).toEqual([interval]);
});
