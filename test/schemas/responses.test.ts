/** Every kind of response body against its JSON Schema, and the order of its members against a list. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { createSite } from '../../src/handler/site.ts';
import { sha256 } from '../../src/site/output/hash.ts';
import { ask, errorsOf, release } from './shipped.ts';

/** Members in order, as stored answers of the service have them; what it has besides is left out. */
const ENVELOPE = ['next', 'previous', 'results_count', 'results_per_page', 'num_pages', 'page_number', 'results'];
const STRAIN_FILE = ['gps_start', 'utc_start', 'detector', 'sample_rate_kHz', 'hdf5_url', 'gwf_url', 'detail_url'];
const STATISTICS = [
  ...['run', 'dataset', 'duration', 'filesize_bytes', 'min_strain', 'max_strain', 'mean_strain', 'stdev_strain'],
  ...['nans_fraction', 'duty_cycle', 'BLRMS200', 'BLRMS1000', 'BNS', 'bitsums'],
];
const EVENT = ['name', 'shortName', 'gps', 'version', 'catalog', 'doi', 'detectors', 'detail_url'];
const EVENT_MORE = ['run', 'aliases', 'is_last_version', 'versions', 'strain_files_url', 'default_parameters'];
const PARAMETER = [
  ...['name', 'unit', 'description', 'best', 'upper_error', 'lower_error', 'is_upper_limit', 'is_lower_limit'],
];
const LISTINGS = ['strain-files', 'event-versions', 'default-parameters'];

type Members = Record<string, unknown>;
const listOf = (value: unknown) => value as Members[];

/** The order, without `doi` where the object has none. */
function expectOrder(object: Members, order: readonly string[]): void {
  expect(Object.keys(object)).toEqual(order.filter((name) => name !== 'doi' || 'doi' in object));
}

describe('pages of the shipped catalogue, all of them', () => {
  async function eachPage(query: string, check: (body: Members) => void): Promise<number> {
    let count = 0;
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { status, body } = await ask(`/api/v2/${query}&page=${page}`);
      expect(status).toBe(200);
      pages = body.num_pages as number;
      expectOrder(body, ENVELOPE);
      check(body);
      count += listOf(body.results).length;
    }
    return count;
  }

  it('strain-files', async () => {
    const count = await eachPage('strain-files?pagesize=1000', (body) => {
      expect(errorsOf('strain-files-page.schema.json', body)).toEqual([]);
      for (const entry of listOf(body.results).slice(0, 5)) expectOrder(entry, STRAIN_FILE);
    });
    expect(count).toBe(74598);
  });

  it.each([
    ['event-versions', 'event-versions?pagesize=50', EVENT],
    [
      'event-versions-parameters',
      'event-versions?include-default-parameters&pagesize=50',
      [...EVENT, 'default_parameters'],
    ],
  ])('%s', async (name, query, order) => {
    const count = await eachPage(query, (body) => {
      expect(errorsOf(`${name}-page.schema.json`, body)).toEqual([]);
      for (const entry of listOf(body.results)) {
        expectOrder(entry, order);
        for (const parameter of listOf(entry.default_parameters ?? [])) expectOrder(parameter, PARAMETER);
      }
    });
    expect(count).toBe(535);
  });

  it('default-parameters', async () => {
    const count = await eachPage('default-parameters?pagesize=5', (body) => {
      expect(errorsOf('default-parameters-page.schema.json', body)).toEqual([]);
    });
    expect(count).toBe(13);
  });

  it('empty ones', async () => {
    const files = await ask('/api/v2/strain-files?stop=0');
    expect(errorsOf('strain-files-page.schema.json', files.body)).toEqual([]);
    const events = await ask('/api/v2/event-versions?name-contains=nothing');
    expect(errorsOf('event-versions-page.schema.json', events.body)).toEqual([]);
  });
});

describe('records of the shipped catalogue', () => {
  it('every event version', async () => {
    const all = release.index.recordIds('event-versions');
    for (const id of all) {
      const { body } = await ask(`/api/v2/event-versions/${id}`);
      expect(errorsOf('event-version-detail.schema.json', body), id).toEqual([]);
      expectOrder(body, [...EVENT, ...EVENT_MORE]);
      for (const version of listOf(body.versions)) expectOrder(version, ['version', 'catalog', 'detail_url']);
      for (const parameter of listOf(body.default_parameters)) expectOrder(parameter, PARAMETER);
    }
    expect(all).toHaveLength(535);
  });

  it('one strain file in a hundred, and all that have statistics', async () => {
    const ids = release.index.recordIds('strain-files');
    const data = join(inject('shipped').data, 'strain-statistics');
    const withStatistics = readdirSync(data).flatMap((file) => {
      const rate = file.includes('16KHZ') ? 16 : 4;
      const lines = readFileSync(join(data, file), 'utf8').trim().split('\n');
      return lines.map((line) => {
        const { detector, gps_start } = JSON.parse(line) as { detector: string; gps_start: number };
        return `${detector}-${gps_start}-${rate}kHz`;
      });
    });
    let known = 0;
    for (const id of [...ids.filter((_, n) => n % 100 === 0), ...withStatistics]) {
      const { status, body } = await ask(`/api/v2/strain-files/${id}`);
      expect([status, errorsOf('strain-file-detail.schema.json', body)], id).toEqual([200, []]);
      expectOrder(body, [...STRAIN_FILE, ...STATISTICS]);
      for (const bit of listOf(body.bitsums ?? [])) expectOrder(bit, ['bit', 'name', 'sum']);
      if (body.mean_strain !== null) known++;
    }
    expect(withStatistics.length).toBeGreaterThan(100);
    expect(known).toBeGreaterThan(100);
  });
});

describe('the root and OPTIONS', () => {
  it('root', async () => {
    const { body } = await ask('/api/v2/');
    expect(errorsOf('root.schema.json', body)).toEqual([]);
    expectOrder(body, LISTINGS);
  });

  it.each([
    '/api/v2/',
    ...LISTINGS.map((name) => `/api/v2/${name}`),
    '/api/v2/event-versions/GW150914-v3',
    '/api/v2/strain-files/H1-1126256640-4kHz',
    '/archive/data/O1/x.gwf',
    '/',
  ])('OPTIONS %s', async (url) => {
    const { status, body } = await ask(url, 'OPTIONS');
    expect([status, errorsOf('options.schema.json', body)]).toEqual([200, []]);
    expectOrder(body, ['name', 'description', 'renders', 'parses', 'parameters']);
    for (const parameter of listOf(body.parameters)) {
      const order = ['name', 'type', 'unit', 'meaning', 'default', 'allowed'];
      expectOrder(parameter, 'allowed' in parameter ? order : order.slice(0, -1));
    }
  });
});

describe('refusals', () => {
  const long = 'x'.repeat(101);
  it.each([
    ...[
      'start=x',
      'stop=',
      'start=2&stop=1',
      'detector=X',
      'sample-rate=8',
      'pagesize=0',
      'start=1&start=1',
      'stop=%zz',
    ].map((query) => `strain-files?${query}`),
    ...[
      'release=',
      'lastver=2',
      'min-far=x',
      'max-nothing=1',
      `name-contains=${long}`,
      'include-default-parameters=%',
    ].map((query) => `event-versions?${query}`),
    ...['format=api&format=api', 'format=%zz', 'page=%zz'].map((query) => `default-parameters?${query}`),
  ])('400 %s', async (url) => {
    const { status, body } = await ask(`/api/v2/${url}`);
    expect([status, errorsOf('error.schema.json#/$defs/bad_parameter', body)]).toEqual([400, []]);
    expectOrder(
      body,
      ['detail', 'parameter', 'allowed'].filter((name) => name in body),
    );
  });

  it.each([
    ['GET', '/api/v2/nothing', 404],
    ['GET', '/api/v2/strain-files?page=0', 404],
    ['GET', '/api/v2/strain-files?format=x', 404],
    ['POST', '/api/v2/', 405],
  ])('%s %s: %d', async (method, url, expected) => {
    const { status, body } = await ask(url, method);
    expect([status, errorsOf('error.schema.json#/$defs/other', body)]).toEqual([expected, []]);
  });

  it('503', async () => {
    const none = createSite({ readFile: () => Promise.reject(new Error('no disk')), sha256 });
    const { status, body } = await none.respond({ method: 'GET', url: '/api/v2/', header: () => undefined });
    const value = JSON.parse(new TextDecoder().decode(body));
    expect([status, errorsOf('error.schema.json#/$defs/other', value)]).toEqual([503, []]);
  });
});

describe('fixed bodies, for hosts that only send files', () => {
  const folder = join(inject('partial').root, 'api/v2/_');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'));

  it.each(paths)('%s', (path) => {
    const body = JSON.parse(readFileSync(join(folder, path), 'utf8'));
    const schema = path.startsWith('options/') ? 'options' : path === 'root.json' ? 'root' : 'error';
    expect(errorsOf(`${schema}.schema.json`, body)).toEqual([]);
  });
});
