/** Canonical form: equivalent queries are formatted as the same string; parse(format(q)) = q. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Listing } from '../../../src/core/contract/collection.ts';
import { formatPageLink, formatQuery } from '../../../src/core/contract/query.ts';
import { parentIds, queryPairs, textOf } from '../../support/arbitrary-queries.ts';
import { sampleCollections } from '../../support/sample-collections.ts';
import { listings, queryOf } from '../../support/vocabulary.ts';

const canonical = (listing: string | Listing, text: string) => formatQuery(queryOf(listing, text));

describe('formatQuery: sorted by name, defaults left out, one spelling', () => {
  it.each<[string, string, string]>([
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
    ['event-versions/{}/strain-files', 'file-format=HDF5&duration=32', 'duration=32&file-format=hdf'],
    ['catalogs/{}/events', 'release=GWTC-1&lastver', 'lastver=true'],
    ['timelines/{}/segments', 'stop=10.0&start=-0', 'start=0&stop=10'],
    ['runs', 'detector=H1&start=1&pagesize=020', ''],
  ])('%s?%s', (listing, text, out) => {
    expect(canonical(listing, text)).toBe(out);
    expect(canonical(listing, out)).toBe(out);
  });
});

describe('links: canonical filters, always format and page', () => {
  it.each<[string, string, number, string]>([
    ['strain-files', '', 2, 'format=api&page=2'],
    ['strain-files', 'format=json&page=7', 1, 'format=api&page=1'],
    ['strain-files', 'stop=9&detector=H1&pagesize=50', 3, 'detector=H1&format=api&page=3&pagesize=50&stop=9'],
    ['event-versions', 'release=GWTC-2,GWTC-1', 2, 'format=api&page=2&release=GWTC-1%2CGWTC-2'],
  ])('%s?%s, page %d', (listing, text, page, out) => {
    expect(formatPageLink({ ...queryOf(listing, text), page }, 'api')).toBe(out);
  });
});

/** All listings, and the listings of sample collections. */
const EVERY_LISTING = [...listings(), ...listings(sampleCollections())].map((one) => [one.path, one] as const);

describe.each(EVERY_LISTING)('%s', (_, listing) => {
  const queries = queryPairs(listing);

  it('parse(format(q)) = q, and format(parse(u)) is a fixed point', () => {
    fc.assert(
      fc.property(queries, parentIds(listing), (pairs, parents) => {
        const query = queryOf(listing, textOf(Object.entries(pairs)), parents);
        expect([query.listing, query.parentIds]).toStrictEqual([listing, parents]);
        const text = formatQuery(query);
        const again = queryOf(listing, text, parents);
        expect(again).toStrictEqual(query);
        expect([...again.filters]).toStrictEqual([...query.filters]);
        expect(formatQuery(again)).toBe(text);
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
        expect(canonical(listing, textOf(others))).toBe(canonical(listing, textOf(pairs)));
      }),
    );
  });

  it('a link leads to the same query on its page', () => {
    fc.assert(
      fc.property(queries, fc.integer({ min: 1, max: 1000 }), (pairs, page) => {
        const query = queryOf(listing, textOf(Object.entries(pairs)));
        const link = formatPageLink({ ...query, page }, 'api');
        expect(queryOf(listing, link)).toStrictEqual({ ...query, page });
        expect(link).toMatch(/(^|&)format=api(&|$)/);
      }),
    );
  });
});
