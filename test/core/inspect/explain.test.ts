/** Explains requests, and the files that answer them. */

import { describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/core/contract/collection.ts';
import { Refused } from '../../../src/core/contract/query.ts';
import { findRoute } from '../../../src/core/contract/route.ts';
import { resolveRequest, splitUrl } from '../../../src/core/handler/resolve-request.ts';
import { explainRefusal, explainRequest } from '../../../src/core/inspect/explain.ts';
import { findIgnored } from '../../../src/core/inspect/find-ignored.ts';
import { findMistakes } from '../../../src/core/inspect/find-mistakes.ts';
import { openIndex } from '../../../src/core/listing/select.ts';
import type { Release } from '../../../src/core/release/release.ts';
import { texts } from '../../../src/site/render/index-columns.ts';
import { sampleRelease } from '../../support/sample-release.ts';

const { release } = sampleRelease();

async function explain(path: string, from: Release = release, method = 'GET') {
  const url = `/gw/api/v2/${path}`;
  try {
    return explainRequest(await resolveRequest({ method, url }, from), from);
  } catch (error) {
    if (error instanceof Refused) return explainRefusal(error, findRoute(splitUrl(url).path, from), from);
    throw error;
  }
}

/** The same release with the index of openings in a separate file. */
const divided: Release = {
  ...release,
  data: { ...release.data, index: { ...release.data.index, openings: { kind: 'file', name: 'openings-12ab' } } },
};

describe('explainRequest', () => {
  it('an enumerated page: its canonical query, entries, packs and page file', async () => {
    expect(await explain('things?colour=green&pagesize=2&format=api')).toEqual({
      listing: 'things',
      canonical: 'https://x.test/gw/api/v2/things?colour=green&pagesize=2',
      count: 2,
      pages: 1,
      positions: '1-2',
      packs: ['packs/things-0.ndjson'],
      pageFile: 'api/v2/things/_.colour-green/2/1.json',
    });
  });

  it.each([
    ['colour=red', '0, 3-4'],
    ['min-size=2', '1, 3-4'],
    ['tags=red', '0-1, 4'],
    ['tags=green', '1, 3'],
    ['max-size=1', '0'],
    ['min-size=99', ''],
    ['', '0-4'],
  ])('positions of ?%s are "%s"', async (query, positions) => {
    expect(await explain(`things?${query}`)).toMatchObject({ positions });
  });

  it('a page that is not enumerated has no page file', async () => {
    expect(await explain('things?min-size=2')).toMatchObject({ pageFile: 'none: the query is not enumerated' });
  });

  it('a page of intervals needs no pack, but the index file with them', async () => {
    expect(await explain('boxes/b/openings')).toMatchObject({ count: 1, packs: [] });
    expect(await explain('boxes/b/openings')).not.toHaveProperty('index');
    expect(await explain('boxes/b/openings', divided)).toMatchObject({ index: 'index/openings-12ab.json' });
  });

  it('a record, by another id: its own id, position, pack and file', async () => {
    expect(await explain('boxes/second')).toEqual({
      record: 'b',
      position: 1,
      packs: ['packs/boxes-0.ndjson'],
      detailFile: 'api/v2/boxes/b.json',
    });
  });

  it('a site in packs has neither page files nor records', async () => {
    const packed = { ...release, data: { ...release.data, layout: 'packs' as const } };
    expect(await explain('things', packed)).toMatchObject({ pageFile: 'none: the site has layout packs' });
    expect(await explain('boxes/b', packed)).toMatchObject({ detailFile: 'none: the site has layout packs' });
  });

  it('a record whose pack is missing in the release', async () => {
    const open: Release['open'] = async (name) => ({ ...(await release.open(name)), packs: {} });
    const without = { ...release, open };
    expect(await explain('boxes/b', without)).toMatchObject({ packs: [] });
  });

  it('a page that does not exist: its query', async () => {
    expect(await explain('boxes?page=9')).toEqual({
      listing: 'boxes',
      canonical: 'https://x.test/gw/api/v2/boxes?page=9',
    });
  });

  it.each([
    ['an invalid query: its listing', 'boxes?pagesize=0', 'GET', { listing: 'boxes' }],
    ['a method that is not allowed: what is at the path', 'boxes?page=1', 'DELETE', { listing: 'boxes' }],
    ['the root', '', 'GET', { path: 'root' }],
    ['a path that means nothing', 'cups', 'GET', {}],
  ])('%s', async (_, path, method, explanation) => {
    expect(await explain(path, release, method)).toEqual(explanation);
  });
});

describe('findIgnored', () => {
  const routeAt = (url: string) => findRoute(url, release);
  const ignored = async (path: string, query: string) =>
    findIgnored(query, routeAt(`/gw/api/v2/${path}`), release.collections);

  it('is empty for known parameters', async () => {
    expect(await ignored('things', 'colour=red&page=1&pagesize=2&format=api&min-size=1')).toEqual([]);
  });

  it('has each unknown parameter once, with the known one that was probably meant', async () => {
    expect(await ignored('things', 'color=red&color=green&ö=1')).toEqual([
      { name: 'color', why: 'did you mean "colour"?' },
      { name: 'ö', why: 'there is no such parameter here' },
    ]);
  });

  it('has the parameters that the path sets', async () => {
    expect(await ignored('boxes/b/things', 'colour=red')).toEqual([{ name: 'colour', why: 'the path sets it' }]);
  });

  it('has no unknown range filters where they are refused', async () => {
    expect(await ignored('things', 'min-weight=1')).toEqual([]);
    expect(await ignored('boxes', 'min-weight=1')).toEqual([
      { name: 'min-weight', why: 'there is no such parameter here' },
    ]);
  });

  it('has everything but the format for a record', async () => {
    expect(await ignored('boxes/b', 'format=api&page=1&min-size=2')).toEqual([
      { name: 'page', why: 'there is no such parameter here' },
      { name: 'min-size', why: 'there is no such parameter here' },
    ]);
  });

  it.each(['/gw/', '/gw/api/v2/docs'])('has everything, even the format, for %s', (url) => {
    expect(findIgnored('format=json', routeAt(url), release.collections)).toEqual([
      { name: 'format', why: 'there is no such parameter here' },
    ]);
  });

  it('is empty for a file of the archive, which gets the whole query', () => {
    const route = routeAt('/gw/archive/data/x.gwf');
    expect([route?.kind, findIgnored('download=1&format=api', route, release.collections)]).toEqual(['archive', []]);
  });

  it('is empty if the path does not exist', async () => {
    expect(await ignored('cups', 'page=1')).toEqual([]);
  });

  it('has the names as the handler reads them', async () => {
    expect(await ignored('things', '?colour=red&&colour%FF=red&')).toEqual([
      { name: '?colour', why: 'did you mean "colour"?' },
      { name: 'colour%FF', why: 'did you mean "colour"?' },
    ]);
  });
});

describe('findMistakes', () => {
  const mistakes = (query: string) => findMistakes(`/gw/api/v2/things?${query}`, release);

  it('corrects all names and values at once, keeps the other parameters, and starts at the first page', async () => {
    const corrected = '/gw/api/v2/things?colour=green&min-size=1&pagesize=2';
    expect(await mistakes('page=2&&colour=grene&min-sizes=1&pagesize=2')).toEqual([
      { why: '"grene" is not a valid value for "colour"', meant: 'green', corrected },
      { why: 'there is no parameter "min-sizes"', meant: 'min-size', corrected },
    ]);
  });

  it.each([
    ['tags=gren,rde', 2],
    ['tags=gren,nothing', 2],
    ['min-sizes=1&min-size=2', 1],
    ['colour=grene&min-size=%zz', 1],
    ['colour=grene&pagesize=0', 1],
    ['colour=red,green', 1],
  ])('?%s: offers no request that is refused', async (query, count) => {
    const found = await mistakes(query);
    expect(found).toHaveLength(count);
    for (const { corrected } of found) {
      if (corrected !== null) expect(await mistakes(corrected.replace(/.*[?]/, ''))).toEqual([]);
    }
    expect(found.map((one) => one.corrected !== null)).toEqual(found.map(() => query === 'tags=gren,rde'));
  });

  it('says that a parameter takes one value', async () => {
    expect(await mistakes('colour=red,green')).toEqual([
      { why: '"colour" takes one value, not "red,green"', meant: null, corrected: null },
    ]);
  });

  it.each([
    ['lids/grene', 'lids/green'],
    ['lids/grene/', 'lids/green/'],
    ['boxes/b/lids/grene/things?page=2', 'boxes/b/lids/green/things'],
  ])('corrects only the id in %s, even if the base URL has the same segment', async (path, corrected) => {
    expect(await findMistakes(`/grene/api/v2/${path}`, { ...release, basePath: '/grene' })).toMatchObject([
      { meant: 'green', corrected: `/grene/api/v2/${corrected}` },
    ]);
  });

  it('keeps "-v1" at the end of a name that is not an event version', async () => {
    const lids = release.collections.find(({ name }) => name === 'lids') as Collection;
    const index = openIndex(lids, { kind: 'columns', count: 1, columns: { colour: texts(['green-v1']) } });
    const open = async () => ({ index, packs: {}, readPack: release.readPack });
    expect(await findMistakes('/gw/api/v2/lids/grene-v1', { ...release, loaded: () => index, open })).toMatchObject([
      { meant: 'green-v1', corrected: '/gw/api/v2/lids/green-v1' },
    ]);
  });

  it.each(['?colour=grene', 'colour=%FF'])('reads %s as the handler does', async (query) => {
    expect(await mistakes(query)).toEqual([]);
  });
});
