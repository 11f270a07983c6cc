/** Select: combining the conditions of parents and filters, and splitting the matches into pages. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../src/core/contract/conditions.ts';
import { firstPageOf, type Query } from '../../../src/core/contract/query.ts';
import type { RowIndex } from '../../../src/core/listing/row-index.ts';
import { cutPage, openIndex, selectAll } from '../../../src/core/listing/select.ts';
import { names, numbers } from '../../../src/site/render/index-columns.ts';
import { orRefusal } from '../../support/refused.ts';
import { sampleListing } from '../../support/sample-collections.ts';
import { collectionOf, listingOf, queryOf } from '../../support/vocabulary.ts';

const defaultParameters = (count: number): RowIndex =>
  openIndex(collectionOf('default-parameters'), { kind: 'columns', count, columns: {} });

const pageOf = (pageSize: number, page: number): Query => ({
  ...firstPageOf(listingOf('default-parameters'), [], pageSize),
  page,
});

const selectPage = (index: RowIndex, query: Query, bound: readonly Condition[]) =>
  cutPage(selectAll(index, query, bound), query);

const INVALID = { status: 404, body: { detail: 'Invalid page.' } };

describe('default parameters', () => {
  const index = defaultParameters(3);

  it('match as a whole, and have no records', () => {
    expect([...index.select([])]).toEqual([0, 1, 2]);
    expect(index.idsBetween(0, 3)).toEqual([]);
    expect([index.positionOf('far'), index.positionOf('H1-0-4kHz'), index.positionOf('')]).toEqual([-1, -1, -1]);
  });
});

describe('openIndex', () => {
  it('refuses data of another kind than the definition', () => {
    const columns = { kind: 'columns', count: 0, columns: {} } as const;
    expect(() => openIndex(collectionOf('strain-files'), columns)).toThrow(new TypeError('no index of series'));
    const series = { kind: 'series', series: [] } as const;
    expect(() => openIndex(collectionOf('runs'), series)).toThrow(new TypeError('no index of columns'));
  });
});

describe('selectPage', () => {
  it.each([
    [5, 2, 1, { count: 5, pageCount: 3, positions: [0, 1] }],
    [5, 2, 2, { count: 5, pageCount: 3, positions: [2, 3] }],
    [5, 2, 3, { count: 5, pageCount: 3, positions: [4] }],
    [5, 2, 4, INVALID],
    [4, 2, 2, { count: 4, pageCount: 2, positions: [2, 3] }],
    [4, 2, 3, INVALID],
    [3, 1000, 1, { count: 3, pageCount: 1, positions: [0, 1, 2] }],
    [3, 1000, 2, INVALID],
    [0, 20, 1, { count: 0, pageCount: 0, positions: [] }],
    [0, 20, 2, INVALID],
    [3, 1, Number.POSITIVE_INFINITY, INVALID],
  ])('%d entries, %d on a page, page %d', (count, pageSize, page, out) => {
    const found = orRefusal(() => selectPage(defaultParameters(count), pageOf(pageSize, page), []));
    expect('positions' in found ? { ...found, positions: [...found.positions] } : found).toStrictEqual(out);
  });

  it('10,000 entries are one CSV file, 10,001 are too many', () => {
    const whole: Query = { ...pageOf(10_000, 1), csv: { isWhole: true } };
    expect(selectPage(defaultParameters(10_000), whole, [])).toMatchObject({ count: 10_000, pageCount: 1 });
    const detail = '10001 match; at most 10000 are sent. Use "pagesize" or downloads/.';
    expect(orRefusal(() => selectPage(defaultParameters(10_001), whole, []))).toMatchObject({
      status: 400,
      body: { parameter: 'pagesize', detail },
    });
  });

  it('all pages together contain each position once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 25 }), (count, pageSize) => {
        const all: number[] = [];
        for (let page = 1; page <= Math.ceil(count / pageSize); page++) {
          all.push(...selectPage(defaultParameters(count), pageOf(pageSize, page), []).positions);
        }
        expect(all).toEqual(Array.from({ length: count }, (_, position) => position));
      }),
    );
  });
});

describe('conditions of parents apply in addition to the query', () => {
  const listing = sampleListing('boxes/{}/things');
  const index = openIndex(listing.collection, {
    kind: 'columns',
    count: 5,
    columns: { colour: names(['red', 'red', 'blue', 'red', 'blue']), size: numbers([1, 2, 3, 4, 5]) },
  });
  const red: Condition = { test: 'is', column: 'colour', value: 'red' };

  function page(text: string, bound: readonly Condition[]) {
    const found = orRefusal(() => selectPage(index, queryOf(listing, text, ['a']), bound));
    return 'positions' in found ? [found.count, found.pageCount, [...found.positions]] : found;
  }

  it.each<[string, readonly Condition[], unknown]>([
    ['', [], [5, 1, [0, 1, 2, 3, 4]]],
    ['', [red], [3, 1, [0, 1, 3]]],
    ['min-size=2', [red], [2, 1, [1, 3]]],
    ['min-size=2&max-size=3', [red], [1, 1, [1]]],
    ['min-size=5', [red], [0, 0, []]],
    ['min-size=5&page=2', [red], INVALID],
    ['pagesize=2&page=2', [red], [3, 2, [3]]],
    // A bound filter in the query is ignored.
    ['colour=blue', [red], [3, 1, [0, 1, 3]]],
  ])('%j with %j', (text, bound, out) => {
    expect(page(text, bound)).toEqual(out);
  });
});
