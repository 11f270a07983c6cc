/** The shipped catalogue, built and queried: facts known from stored responses of the real service. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { createSite } from '../../src/core/handler/site.ts';
import { sha256 } from '../../src/fs/hash.ts';
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

it.each([
  ['H1-1126256640-4kHz', '2015-09-14T09:03:43'],
  ['L1-1369415680-16kHz', '2023-05-29T17:14:22'],
  ['H1-1127002112-4kHz', '2015-09-23T00:08:15'],
])('%s starts at %s UTC', async (id, utc) => {
  expect(JSON.parse(await textOf(`strain-files/${id}`)).utc_start).toBe(utc);
});

it('the first strain file of GW150914, literally', async () => {
  const text = await textOf('strain-files?start=1126259462&stop=1126259462&detector=H1&sample-rate=4');
  expect(text).toBe(
    '{"next":null,"previous":null,"results_count":1,"results_per_page":20,"num_pages":1,"page_number":1,"results":[' +
      '{"gps_start":1126256640,"utc_start":"2015-09-14T09:03:43","detector":"H1","sample_rate_kHz":4,' +
      '"hdf5_url":"http://gwosc.org/archive/data/O1/1126170624/H-H1_LOSC_4_V1-1126256640-4096.hdf5?format=api",' +
      '"gwf_url":"http://gwosc.org/archive/data/O1/1126170624/H-H1_LOSC_4_V1-1126256640-4096.gwf?format=api",' +
      '"detail_url":"http://gwosc.org/api/v2/strain-files/H1-1126256640-4kHz?format=api"}]}',
  );
});

it.each([
  ['GW230529_181500', 'start=1369419318&stop=1369419318', ['L1-1369415680-4kHz', 'L1-1369415680-16kHz']],
  [
    'GW150914',
    'start=1126259462&stop=1126259462',
    ['H1-1126256640-4kHz', 'H1-1126256640-16kHz', 'L1-1126256640-4kHz', 'L1-1126256640-16kHz'],
  ],
])('the strain files of %s', async (_, query, ids) => {
  const urls = (await resultsOf(`strain-files?${query}`)).map(({ detail_url }) => detail_url);
  expect(urls).toEqual(ids.map((id) => `http://gwosc.org/api/v2/strain-files/${id}?format=api`));
});

it('versions at the same gps are ascending, and a later gps comes first', async () => {
  const namesOf = async (name: string) =>
    (await resultsOf(`event-versions?name-contains=${name}`)).map(({ shortName }) => shortName);
  expect((await namesOf('GW150914')).slice(0, 3)).toEqual(['GW150914-v1', 'GW150914-v2', 'GW150914-v3']);
  expect(await namesOf('GW190408')).toEqual(['GW190408_181802-v1', 'GW190408_181802-v3', 'GW190408_181802-v2']);
});

it('segments at a time without a list of the flag are a 404 that names the runs with a list', async () => {
  const url = '/api/v2/timelines/H1_DATA/segments?start=931035615&stop=931035715';
  const { status, body } = await site.respond({ method: 'GET', url, header: () => undefined });
  const { detail } = JSON.parse(new TextDecoder().decode(body)) as { detail: string };
  expect(status).toBe(404);
  expect(detail).toMatch(/H1_DATA.*O1, O2, O3a, O3b/);
});

it('gps keeps its decimal', async () => {
  expect(await textOf('event-versions?name-contains=170423')).toContain('"gps":1176984663.0,"version":1,');
});

it('the names of parameters, with gps-time last', async () => {
  expect(await resultsOf('default-parameters')).toEqual([
    ...['mass-1-source', 'mass-2-source', 'total-mass-source', 'chirp-mass', 'chirp-mass-source', 'final-mass-source'],
    ...['luminosity-distance', 'redshift', 'chi-eff', 'far', 'p-astro', 'network-matched-filter-snr', 'gps-time'],
  ]);
});

it.each([
  ['strain-files', SHIPPED_TOTALS.strainFiles],
  ['event-versions', SHIPPED_TOTALS.eventVersions],
  ['runs', SHIPPED_TOTALS.runs],
  ['datasets', SHIPPED_TOTALS.datasets],
  ['catalogs', SHIPPED_TOTALS.catalogs],
  ['events', SHIPPED_TOTALS.events],
  ['timelines', SHIPPED_TOTALS.flags],
  ['catalogs/GWTC/events', SHIPPED_TOTALS.eventsInGwtc],
  ['event-versions?release=GWTC', SHIPPED_TOTALS.eventsInGwtc],
  ['runs/O1/events', 6],
  ['events/GW150914/strain-files', 4],
  ['runs/O1/timelines/H1_DATA/segments', 655],
])('complete: %s has %d entries', async (listing, count) => {
  const end = listing.includes('?') ? '&' : '?';
  expect(JSON.parse(await textOf(`${listing}${end}pagesize=1`)).results_count).toBe(count);
});

it('the pointer stays under 250 KB, and the site under 1,000 files', () => {
  expect(statSync(join(root, 'release.json')).size).toBeLessThan(250_000);
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeLessThan(1000);
});

it('O1 lasted from 1126051217 to 1137254417', async () => {
  const { name, gps_start, gps_end } = JSON.parse(await textOf('runs/O1'));
  expect([name, gps_start, gps_end]).toEqual(['O1', 1126051217, 1137254417]);
});

it('the strain files of GW150914 are the same below the event', async () => {
  const byInterval = await resultsOf('strain-files?start=1126259462&stop=1126259462');
  expect(await resultsOf('events/GW150914/strain-files')).toEqual(byInterval);
});

it.each(['GW150914', 'GW150914@GWTC', 'GW150914@GWTC-2.1-confident', 'GW150914%40GWTC'])(
  '%s is its version 4',
  async (id) => {
    expect(await textOf(`event-versions/${id}`)).toBe(await textOf('event-versions/GW150914-v4'));
  },
);

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
