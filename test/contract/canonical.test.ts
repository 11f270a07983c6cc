/** Canonical form: one text for all queries that mean the same; parse(format(q)) = q. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPageLink, formatQuery } from '../../src/contract/query.ts';
import type { ListingName } from '../../src/contract/wire.ts';
import { LISTINGS, queryOf } from './vocabulary.ts';

const canonical = (listing: ListingName, text: string) => formatQuery(LISTINGS[listing], queryOf(listing, text));

describe('formatQuery: sorted by name, defaults left out, one spelling', () => {
  it.each<[ListingName, string, string]>([
    ['strain-files', '', ''],
    ['strain-files', 'format=json&page=1&pagesize=20', ''],
    ['strain-files', 'unknown=1&page=02&format=api', 'page=2'],
    ['strain-files', 'stop=10.0&start=-0&pagesize=5000', 'pagesize=1000&start=0&stop=10'],
    ['strain-files', 'sample-rate=4&detector=V1', 'detector=V1&sample-rate=4'],
    ['event-versions', 'release=GWTC-2,GWTC-1,GWTC-1', 'release=GWTC-1%2CGWTC-2'],
    ['event-versions', 'name-contains=GW+1%2B%26', 'name-contains=gw%201%2B%26'],
    ['event-versions', 'lastver&include-default-parameters=1', 'include-default-parameters=true&lastver=true'],
    ['event-versions', 'lastver=0&name-contains=&include-default-parameters=False', ''],
    ['event-versions', 'min-far=0.00000010&max-far=1E21', 'max-far=1e%2B21&min-far=1e-7'],
    [
      'event-versions',
      'page=3&pagesize=7&lastver=1&max-chi-eff=-.50',
      'lastver=true&max-chi-eff=-0.5&page=3&pagesize=7',
    ],
    ['default-parameters', 'pagesize=2&page=2', 'page=2&pagesize=2'],
  ])('%s?%s', (listing, text, out) => {
    expect(canonical(listing, text)).toBe(out);
    expect(canonical(listing, out)).toBe(out);
  });
});

describe('links: canonical filters, always format and page', () => {
  it.each<[ListingName, string, number, string]>([
    ['strain-files', '', 2, 'format=api&page=2'],
    ['strain-files', 'format=json&page=7', 1, 'format=api&page=1'],
    ['strain-files', 'stop=9&detector=H1&pagesize=50', 3, 'detector=H1&format=api&page=3&pagesize=50&stop=9'],
    ['event-versions', 'release=GWTC-2,GWTC-1', 2, 'format=api&page=2&release=GWTC-1%2CGWTC-2'],
  ])('%s?%s, page %d', (listing, text, page, out) => {
    expect(formatPageLink(LISTINGS[listing], queryOf(listing, text), page)).toBe(out);
  });
});

/** Any query as pairs, in mixed spellings. */
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom('0', '-0', '+1.50', '.5', '5.', '1E3'),
);
const seconds = fc.tuple(fc.maxSafeInteger(), fc.constantFrom('', '.0', '.000')).map(([value, zeros]) => value + zeros);
const paging = {
  pagesize: fc.integer({ min: 1, max: 2000 }).map(String),
  page: fc.integer({ min: 1, max: 99 }).map((page) => `0${page}`),
  format: fc.constantFrom('api', 'json'),
};
const QUERIES: { readonly [listing in ListingName]: fc.Arbitrary<Record<string, string>> } = {
  'strain-files': fc.record(
    {
      start: seconds.map((text) => (text.startsWith('-') ? text : `-${text}`)),
      stop: seconds.map((text) => text.replace('-', '')),
      detector: fc.constantFrom('H1', 'V1'),
      'sample-rate': fc.constantFrom('4', '16'),
      ...paging,
    },
    { requiredKeys: [] },
  ),
  'event-versions': fc.record(
    {
      'name-contains': fc.string({ maxLength: 50, unit: 'binary' }),
      release: fc.array(fc.constantFrom('GWTC-2', 'GWTC-1', 'a.b_c-d'), { minLength: 1 }).map(String),
      lastver: fc.constantFrom('', 'True', '0', 'false'),
      'include-default-parameters': fc.constantFrom('1', 'False'),
      'min-far': number,
      'max-far': number,
      'max-gps-time': number,
      ...paging,
    },
    { requiredKeys: [] },
  ),
  'default-parameters': fc.record(paging, { requiredKeys: [] }),
};

const textOf = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');

describe.each(Object.entries(QUERIES) as [ListingName, fc.Arbitrary<Record<string, string>>][])(
  '%s',
  (name, queries) => {
    it('parse(format(q)) = q, and format(parse(u)) is a fixed point', () => {
      fc.assert(
        fc.property(queries, (pairs) => {
          const query = queryOf(name, textOf(Object.entries(pairs)));
          const text = formatQuery(LISTINGS[name], query);
          const again = queryOf(name, text);
          expect(again).toStrictEqual(query);
          expect([...again.filters]).toStrictEqual([...query.filters]);
          expect(formatQuery(LISTINGS[name], again)).toBe(text);
          const names = text === '' ? [] : text.split('&').map((pair) => pair.split('=')[0] as string);
          expect(names).toEqual([...names].sort());
        }),
      );
    });

    it('the order of the parameters does not matter', () => {
      const shuffled = queries.chain((pairs) =>
        fc.tuple(
          fc.constant(Object.entries(pairs)),
          fc.shuffledSubarray(Object.entries(pairs), { minLength: Object.keys(pairs).length }),
        ),
      );
      fc.assert(
        fc.property(shuffled, ([pairs, others]) => {
          expect(canonical(name, textOf(others))).toBe(canonical(name, textOf(pairs)));
        }),
      );
    });

    it('a link leads to the same query on its page', () => {
      fc.assert(
        fc.property(queries, fc.integer({ min: 1, max: 1000 }), (pairs, page) => {
          const query = queryOf(name, textOf(Object.entries(pairs)));
          const link = formatPageLink(LISTINGS[name], query, page);
          expect(queryOf(name, link)).toStrictEqual({ ...query, page });
          expect(link).toMatch(/(^|&)format=api(&|$)/);
        }),
      );
    });
  },
);
