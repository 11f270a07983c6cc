/** Enumerated queries are the queries that have page files. */

import { describe, expect, it } from 'vitest';
import type { Listing } from '../../../src/core/contract/collection.ts';
import {
  defaultEnumeration,
  type Enumeration,
  enumerateFilters,
  isEnumerated,
} from '../../../src/core/contract/enumeration.ts';
import { pagePath } from '../../../src/core/contract/site-paths.ts';
import { sampleListing } from '../../support/sample-collections.ts';
import { collections, LISTING_PATHS, listingOf, queryOf, VOCABULARY } from '../../support/vocabulary.ts';

const ALL: Enumeration = {
  pageSizes: [20, 100],
  filters: {
    'strain-files': ['detector', 'sample-rate'],
    'event-versions': ['release', 'lastver', 'include-default-parameters'],
  },
};
const setsOf = (listing: string | Listing, enumeration: Enumeration) =>
  enumerateFilters(typeof listing === 'string' ? listingOf(listing) : listing, enumeration).map((set) =>
    Array.from(set, ([name, { condition }]) => [
      name,
      condition !== null && 'value' in condition ? condition.value : true,
    ]),
  );

it('by default: two page sizes, and every filter with finitely many values', () => {
  expect(defaultEnumeration(collections())).toEqual({ pageSizes: [20, 500], filters: ALL.filters });
});

it('a page in another format than JSON has no file', () => {
  expect(isEnumerated(queryOf('runs', 'format=csv'), ALL)).toBe(false);
  expect(isEnumerated(queryOf('runs', 'format=json'), ALL)).toBe(true);
});

describe('enumerateFilters', () => {
  it('strain-files: every detector or none, times every sample rate or none', () => {
    const rates = [[], [['sample-rate', '4']], [['sample-rate', '16']]];
    const detectors = [[], ...VOCABULARY.detectors.map((code) => [['detector', code]])];
    const expected = detectors.flatMap((detector) => rates.map((rate) => [...detector, ...rate]));
    expect(setsOf('strain-files', ALL)).toEqual(expected);
  });

  it('event-versions: every single release or none, times both flags; each set is sorted by name', () => {
    const sets = setsOf('event-versions', ALL);
    // Paths cannot contain the catalog `a.b_c-d`, whose dot is followed by a lower-case letter.
    expect(sets).toHaveLength(VOCABULARY.catalogs.length * 2 * 2);
    expect(sets.flat()).not.toContainEqual(['release', ['a.b_c-d']]);
    expect(sets[0]).toEqual([]);
    expect(sets).toContainEqual([
      ['include-default-parameters', true],
      ['lastver', true],
      ['release', ['GWTC-1']],
    ]);
    expect(sets.flat()).not.toContainEqual(['lastver', false]);
    for (const set of sets) expect(set.map(([name]) => name)).toEqual(set.map(([name]) => name).sort());
  });

  it('a listing without filters has a single, empty set', () => {
    expect(setsOf('default-parameters', ALL)).toEqual([[]]);
  });

  it('a listing or filter that is not configured is not enumerated', () => {
    expect(setsOf('strain-files', { ...ALL, filters: {} })).toEqual([[]]);
    const rates = setsOf('strain-files', { ...ALL, filters: { 'strain-files': ['sample-rate'] } });
    expect(rates).toEqual([[], [['sample-rate', '4']], [['sample-rate', '16']]]);
  });

  it('a set equals the result of parsing its own query', () => {
    const sets = enumerateFilters(listingOf('event-versions'), ALL);
    const text = 'include-default-parameters=true&lastver=true&release=GWTC-1';
    expect(sets).toContainEqual(queryOf('event-versions', text).filters);
  });

  it('below a parent: a single, empty set, for any configuration', () => {
    const filters = { things: ['colour', 'tags', 'new'] };
    expect(setsOf(sampleListing('boxes/{}/lids/{}/things'), { ...ALL, filters })).toEqual([[]]);
    expect(setsOf(sampleListing('boxes/{}/openings'), { ...ALL, filters: { openings: ['start'] } })).toEqual([[]]);
    expect(setsOf(sampleListing('things'), { ...ALL, filters })).toHaveLength(4 * 4 * 2);
  });

  it('a filter without finitely many values is not enumerated, even if it is configured', () => {
    expect(setsOf(sampleListing('things'), { ...ALL, filters: { things: ['min-size'] } })).toEqual([[]]);
  });

  it.each(LISTING_PATHS)('%s: every set gives enumerated queries with unique paths', (path) => {
    const listing = listingOf(path);
    const parentIds = listing.parentNames.map((_, n) => `P${n}`);
    const pages = enumerateFilters(listing, ALL).flatMap((filters) =>
      ALL.pageSizes.map((pageSize) => ({ listing, parentIds, filters, pageSize, page: 1 })),
    );
    expect(pages.every((query) => isEnumerated(query, ALL))).toBe(true);
    expect(new Set(pages.map((query) => pagePath(query)?.toLowerCase())).size).toBe(pages.length);
  });
});

describe('isEnumerated', () => {
  it.each<[string, string, boolean]>([
    ['strain-files', '', true],
    ['strain-files', 'page=99999', true],
    ['strain-files', 'pagesize=100&detector=H1&sample-rate=4', true],
    ['strain-files', 'pagesize=50', false],
    ['strain-files', 'start=1', false],
    ['strain-files', 'detector=H1&stop=1', false],
    ['event-versions', 'release=GWTC-2&lastver&include-default-parameters', true],
    ['event-versions', 'release=GWTC-2,GWTC-1', false],
    ['event-versions', 'name-contains=x', false],
    ['event-versions', 'name-contains=&lastver=0', true],
    ['event-versions', 'min-far=1', false],
    ['default-parameters', '', true],
    ['default-parameters', 'pagesize=19', false],
  ])('%s?%s: %s', (listing, text, out) => {
    expect(isEnumerated(queryOf(listing, text), ALL)).toBe(out);
  });

  it('requires all of its filters to be configured', () => {
    const some = { ...ALL, filters: { 'strain-files': ['detector'] } };
    const check = (text: string) => isEnumerated(queryOf('strain-files', text), some);
    expect(check('detector=H1')).toBe(true);
    expect(check('sample-rate=4')).toBe(false);
    expect(check('detector=H1&sample-rate=4')).toBe(false);
    expect(isEnumerated(queryOf('event-versions', 'lastver'), some)).toBe(false);
  });

  it('below a parent, only without filters', () => {
    const things = { ...ALL, filters: { things: ['tags', 'new'] } };
    const check = (text: string) => isEnumerated(queryOf(sampleListing('boxes/{}/things'), text, ['a']), things);
    expect([check(''), check('pagesize=100'), check('pagesize=7')]).toEqual([true, true, false]);
    expect([check('new'), check('tags=red'), check('min-size=1')]).toEqual([false, false, false]);
    expect(isEnumerated(queryOf(sampleListing('things'), 'new&tags=red'), things)).toBe(true);
  });
});
