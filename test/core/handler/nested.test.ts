/** Listings below parents: any id finds a parent, but links use its own id; an unknown parent is a 404. */

import { describe, expect, it } from 'vitest';
import { findParents } from '../../../src/core/release/parents.ts';
import { answer } from '../../support/answer.ts';
import { bodyOf, request } from '../../support/memory-site.ts';
import { sampleListing } from '../../support/sample-collections.ts';
import { SAMPLE_URL, sampleLine, sampleRelease } from '../../support/sample-release.ts';

const { release, ports } = sampleRelease();
const ask = (path: string, method = 'GET') => answer(request(`/gw/api/v2/${path}`, {}, method), release, ports);

interface Page {
  readonly next: string | null;
  readonly previous: string | null;
  readonly results_count: number;
  readonly results: readonly Record<string, unknown>[];
}

async function pageOf(path: string): Promise<Page> {
  const response = await ask(path);
  expect(response.status).toBe(200);
  return JSON.parse(bodyOf(response));
}

const things = (...positions: number[]) => positions.map((position) => JSON.parse(sampleLine('things', position)));

describe('entries below a parent', () => {
  it.each<[string, object[]]>([
    ['boxes/a@1/things', things(0, 3, 4)],
    ['boxes/b/things', things(1, 2)],
    ['boxes/c/things', []],
    // Things 3 and 4 are the newest of their shape in this box, though not among all things.
    ['boxes/a@1/things?new', things(0, 3, 4)],
    ['boxes/a@1/things?min-size=4', things(3, 4)],
    ['boxes/a@1/things?colour=green', things(0, 3, 4)],
    ['boxes/a@1/lids/red/things', things(0, 1)],
    ['boxes/b/lids/red/things', things(4)],
    ['boxes/b/lids/green/things?colour=red', things(3)],
    ['boxes/b/lids/green/things?tags=red', things(3)],
    [
      'boxes/a@1/openings',
      [
        { start: 0, stop: 5 },
        { start: 10, stop: 20 },
      ],
    ],
    ['boxes/b/openings', [{ start: 0, stop: 30 }]],
    ['boxes/c/openings', []],
    [
      'boxes/a@1/openings?start=3&stop=12',
      [
        { start: 3, stop: 5 },
        { start: 10, stop: 12 },
      ],
    ],
    ['boxes/a@1/openings?start=5&stop=10', []],
  ])('%s', async (path, entries) => {
    const { results, results_count } = await pageOf(path);
    expect(results).toEqual(entries);
    expect(results_count).toBe(entries.length);
  });

  it('are shown from another line set if a filter selects it', async () => {
    const { results } = await pageOf('boxes/b/things?full');
    expect(results).toEqual([1, 2].map((position) => JSON.parse(sampleLine('things-full', position))));
  });
});

describe('a parent', () => {
  it.each(['a@1', 'a%401', 'first', 'f%69rst'])('is found as %s; the response is the same to the byte', async (id) => {
    const query = 'things?pagesize=1&page=2';
    const [response, expected] = await Promise.all([ask(`boxes/${id}/${query}`), ask(`boxes/a@1/${query}`)]);
    expect(response).toStrictEqual(expected);
    const { next, previous } = JSON.parse(bodyOf(response)) as Page;
    const link = (page: number) => `${SAMPLE_URL}/api/v2/boxes/a@1/things?format=api&page=${page}&pagesize=1`;
    expect([next, previous]).toEqual([link(3), link(1)]);
    expect(await ask(`boxes/${id}/things/?pagesize=1&page=2`)).toStrictEqual(expected);
  });

  it('own id before alias: b is the box b, although it is also an alias of a@1', async () => {
    expect((await pageOf('boxes/b/things')).results).toEqual(things(1, 2));
    expect((await pageOf('boxes/second/things')).results).toEqual(things(1, 2));
  });

  it.each([
    'boxes/x/things',
    'boxes/A@1/things',
    'boxes//things',
    'boxes/{}/things',
    'boxes/__proto__/things',
    'boxes/a@1/lids/x/things',
    'boxes/x/lids/red/things',
    'boxes/red/lids/a@1/things',
    'boxes/x/openings',
    'boxes/a%25401/things',
    'boxes/a@1/things/t0',
    'boxes/a@1/lids/red',
  ])('%s: 404, before method and query', async (path) => {
    for (const [url, method] of [
      [path, 'GET'],
      [path, 'POST'],
      [path, 'OPTIONS'],
      [`${path}?format=x&page=0&pagesize=0`, 'GET'],
    ] as const) {
      const response = await ask(url, method);
      const hint = path.includes('A@1') ? ' Did you mean \\"a@1\\"?' : '';
      expect([response.status, bodyOf(response)]).toEqual([404, `{"detail":"Not found.${hint}"}`]);
    }
  });

  it('that exists: method, query and page are checked in the usual order', async () => {
    const statusOf = async (path: string, method = 'GET') => (await ask(path, method)).status;
    expect(await statusOf('boxes/a@1/things?format=x', 'POST')).toBe(405);
    expect(await statusOf('boxes/a@1/things?format=x&pagesize=0')).toBe(404);
    expect(await statusOf('boxes/a@1/things?pagesize=0&tags=x')).toBe(400);
    expect(await statusOf('boxes/a@1/things?page=2')).toBe(404);
    expect(await statusOf('boxes/c/things?page=1')).toBe(200);
    expect(await statusOf('boxes/c/things?page=2')).toBe(404);
    expect(await statusOf('boxes/a@1/openings?start=2&stop=1')).toBe(400);
  });
});

it('OPTIONS names the parameters, but not the bound one', async () => {
  const { parameters, name } = JSON.parse(bodyOf(await ask('boxes/first/things', 'OPTIONS')));
  expect(name).toBe('Things');
  expect(parameters.map((one: { name: string }) => one.name)).toEqual([
    ...['tags', 'new', 'full', 'min-size', 'max-size', 'pagesize', 'page', 'format'],
  ]);
});

it('records are found by every id, even if they are the same as their entries', async () => {
  for (const id of ['a@1', 'a%401', 'first']) expect(bodyOf(await ask(`boxes/${id}`))).toBe(sampleLine('boxes', 0));
  expect(bodyOf(await ask('boxes/b/'))).toBe(sampleLine('boxes', 1));
  expect(bodyOf(await ask('things/t3'))).toBe(sampleLine('thing-details', 3));
  expect((await ask('boxes/third')).status).toBe(404);
});

describe('findParents', () => {
  it('returns the rows of all parents, with the ids used in links', async () => {
    const found = await findParents(sampleListing('boxes/{}/lids/{}/things'), ['first', 'red'], release);
    expect(found.map(({ id, position }) => [id, position])).toEqual([
      ['a@1', 0],
      ['red', 0],
    ]);
    expect(found[0]?.text('colour')).toBe('red');
    expect(found[0]?.number('size')).toBe(5);
    expect(found[0]?.names('aliases')).toEqual(['first', 'b']);
  });

  it('returns no parents for a top-level listing', async () => {
    expect(await findParents(sampleListing('things'), [], release)).toEqual([]);
  });
});

it.each([
  ['boxes/third/things', 'Not found.'],
  ['boxes/SECOND', 'Not found. Did you mean "second"?'],
  ['boxes/Second/things', 'Not found. Did you mean "second"?'],
])('%s is a 404: %s', async (path, detail) => {
  const response = await ask(path);
  expect([response.status, JSON.parse(bodyOf(response))]).toEqual([404, { detail }]);
});
