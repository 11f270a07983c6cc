/** Validates every response body of the shipped catalogue against its JSON Schema, which also defines the order of members. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { ID_PLACEHOLDER } from '../../src/core/contract/collection.ts';
import { entryLineSets, recordLineSet } from '../../src/core/contract/line-sets.ts';
import { listingPath, recordPath } from '../../src/core/contract/paths.ts';
import { ERROR_FOLDER } from '../../src/core/contract/site-paths.ts';
import { createSite } from '../../src/core/handler/site.ts';
import { sha256 } from '../../src/fs/hash.ts';
import { ask, errorsOf, judge, listOf, type Members, misorderedIn, queryShowing, RIGHT, release } from './shipped.ts';

const { collections } = release;
const listings = collections.flatMap((collection) => collection.listings);

/** The id in the link to an entry's record. */
const readId = (entry: unknown): string =>
  (entry as { detail_url: string }).detail_url.replace(/^.*\//, '').replace(/\?.*$/, '');

/** Every entry of a listing, page by page. */
async function entriesAt(path: string): Promise<Members[]> {
  const entries: Members[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { body } = await ask(`/${path}?pagesize=1000&page=${page}`);
    pages = body.num_pages as number;
    entries.push(...listOf(body.results));
  }
  return entries;
}

/** Ids of all records for each parent; for two parents, existing combinations. */
async function parentsOf(path: string): Promise<string[][]> {
  const end = path.lastIndexOf(`/${ID_PLACEHOLDER}`);
  if (end < 0) return [[]];
  const above = listings.find((listing) => listing.path === path.slice(0, end));
  if (!above) throw new Error(`no listing has the parents of ${path}`);
  const found: string[][] = [];
  for (const parents of await parentsOf(above.path)) {
    for (const entry of await entriesAt(listingPath(above, parents))) found.push([...parents, readId(entry)]);
  }
  return found;
}

describe('pages of the shipped catalogue, below every parent', () => {
  it.each(listings.map((listing) => [listing.path, listing] as const))('%s', async (path, listing) => {
    let count = 0;
    for (const parents of await parentsOf(path)) {
      for (const lines of entryLineSets(listing.collection)) {
        const query = queryShowing(listing, lines);
        for (let page = 1, pages = 1; page <= pages; page++) {
          const url = `/${listingPath(listing, parents)}?${query}pagesize=500&page=${page}`;
          const { verdict, body } = await judge(`${lines}-page.schema.json`, url);
          // Runs and datasets without a list of files.
          if (verdict[0] === 404 && path.endsWith('}/strain-files')) {
            expect(body.detail, url).toMatch(/with a list: /);
            continue;
          }
          expect(verdict, url).toEqual(RIGHT);
          pages = body.num_pages as number;
          count += listOf(body.results).length;
        }
      }
    }
    expect(count).toBeGreaterThan(0);
  });

  it.each([
    ['strain-files', 'strain-files?stop=0'],
    ['event-versions', 'event-versions?name-contains=nothing'],
    ['segments', 'timelines/H1_DATA/segments?start=1126051217&stop=1126051217'],
    ['event-strain-files', 'event-versions/GW150914-v3/strain-files?detector=K1'],
  ])('%s, with an empty selection', async (name, query) => {
    const { verdict, body } = await judge(`${name}-page.schema.json`, `/api/v2/${query}`);
    expect([verdict, body.results]).toEqual([RIGHT, []]);
  });
});

describe('records of the shipped catalogue', () => {
  const whole = collections.filter(
    (collection) => recordLineSet(collection) !== null && collection.name !== 'strain-files',
  );

  it.each(whole.map(({ name }) => name))('every one of %s', async (name) => {
    for (const entry of await entriesAt(`api/v2/${name}`)) {
      const path = recordPath(name, readId(entry));
      expect((await judge(`${name}-detail.schema.json`, `/${path}`)).verdict, path).toEqual(RIGHT);
    }
  });

  it('one strain file in a hundred, and all that have statistics', async () => {
    const ids = (await entriesAt('api/v2/strain-files')).map((entry) => readId(entry));
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
      const { verdict, body } = await judge('strain-files-detail.schema.json', `/api/v2/strain-files/${id}`);
      expect(verdict, id).toEqual(RIGHT);
      if (body.mean_strain !== null) known++;
    }
    expect(withStatistics.length).toBeGreaterThan(100);
    expect(known).toBeGreaterThan(100);
  });
});

describe('the root and OPTIONS', () => {
  it('root', async () => {
    const { verdict, body } = await judge('root.schema.json', '/api/v2/');
    expect(verdict).toEqual(RIGHT);
    const whole = listings.filter(({ parentNames }) => parentNames.length === 0);
    expect(Object.keys(body)).toEqual(whole.map(({ collection }) => collection.name));
  });

  it.each([
    '/api/v2/',
    ...listings.filter(({ parentNames }) => parentNames.length === 0).map(({ path }) => `/api/v2/${path}`),
    '/api/v2/event-versions/GW150914-v3',
    '/api/v2/event-versions/GW150914-v3/strain-files',
    '/api/v2/catalogs/GWTC/events',
    '/api/v2/runs/O1/timelines/H1_DATA/segments',
    '/api/v2/strain-files/H1-1126256640-4kHz',
    '/archive/data/O1/x.gwf',
    '/',
  ])('OPTIONS %s', async (url) => {
    const { status, body } = await ask(url, 'OPTIONS');
    const file = 'options.schema.json';
    expect([status, errorsOf(file, body), misorderedIn(file, body)]).toEqual(RIGHT);
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
    ...['duration=33', 'file-format=xml', 'detector='].map((query) => `event-versions/GW150914/strain-files?${query}`),
    'timelines/H1_DATA/segments?start=2&stop=1',
    ...['format=api&format=api', 'format=%zz', 'page=%zz'].map((query) => `default-parameters?${query}`),
  ])('400 %s', async (url) => {
    const { status, body } = await ask(`/api/v2/${url}`);
    expect([status, errorsOf('error.schema.json#/$defs/bad_parameter', body)]).toEqual([400, []]);
    const order = ['detail', 'parameter', 'allowed'].filter((name) => name in body);
    expect(Object.keys(body)).toEqual(order);
  });

  it.each([
    ['GET', '/api/v2/nothing', 404],
    ['GET', '/api/v2/runs/nothing/events', 404],
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

describe('bodies of errors, for hosts with rewrite rules', () => {
  const folder = join(inject('partial').root, ERROR_FOLDER);
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'));

  it('exist for each status', () => {
    const names = ['400', '404-page', '404', '405', '412', '416', '503'];
    expect(paths.toSorted()).toEqual(names.map((name) => `${name}.json`));
  });

  it.each(paths)('%s', (path) => {
    const body = JSON.parse(readFileSync(join(folder, path), 'utf8'));
    expect(errorsOf('error.schema.json', body)).toEqual([]);
  });
});
