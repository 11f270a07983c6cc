/** Enumerated queries: which have page files. */

import { describe, expect, it } from 'vitest';
import { type Enumeration, enumerateFilters, isEnumerated } from '../../src/contract/enumeration.ts';
import { pagePath } from '../../src/contract/paths.ts';
import { LISTING_NAMES, type ListingName } from '../../src/contract/wire.ts';
import { LISTINGS, queryOf, VOCABULARY } from './vocabulary.ts';

const ALL: Enumeration = {
  pageSizes: [20, 100],
  filters: {
    'strain-files': ['detector', 'sample-rate'],
    'event-versions': ['release', 'lastver', 'include-default-parameters'],
  },
};
const setsOf = (listing: ListingName, enumeration: Enumeration) =>
  enumerateFilters(LISTINGS[listing], enumeration).map((set) => [...set]);

describe('enumerateFilters', () => {
  it('strain-files: every detector or none, times every sample rate or none', () => {
    const rates = [[], [['sample-rate', '4']], [['sample-rate', '16']]];
    const detectors = [[], ...VOCABULARY.detectors.map((code) => [['detector', code]])];
    const expected = detectors.flatMap((detector) => rates.map((rate) => [...detector, ...rate]));
    expect(setsOf('strain-files', ALL)).toEqual(expected);
  });

  it('event-versions: every single release or none, times both flags; a set is in order of name', () => {
    const sets = setsOf('event-versions', ALL);
    expect(sets).toHaveLength((VOCABULARY.catalogs.length + 1) * 2 * 2);
    expect(sets[0]).toEqual([]);
    expect(sets).toContainEqual([
      ['include-default-parameters', true],
      ['lastver', true],
      ['release', ['a.b_c-d']],
    ]);
    expect(sets.flat()).not.toContainEqual(['lastver', false]);
    for (const set of sets) expect(set.map(([name]) => name)).toEqual(set.map(([name]) => name).sort());
  });

  it('a listing without filters has the one empty set', () => {
    expect(setsOf('default-parameters', ALL)).toEqual([[]]);
  });

  it('a listing or filter that is not configured is not enumerated', () => {
    expect(setsOf('strain-files', { ...ALL, filters: {} })).toEqual([[]]);
    const rates = setsOf('strain-files', { ...ALL, filters: { 'strain-files': ['sample-rate'] } });
    expect(rates).toEqual([[], [['sample-rate', '4']], [['sample-rate', '16']]]);
  });

  it.each(LISTING_NAMES)('%s: every set gives enumerated queries with paths of their own', (name) => {
    const listing = LISTINGS[name];
    const pages = enumerateFilters(listing, ALL).flatMap((filters) =>
      ALL.pageSizes.map((pageSize) => ({ listing: name, filters, pageSize, page: 1 })),
    );
    expect(pages.every((query) => isEnumerated(listing, query, ALL))).toBe(true);
    expect(new Set(pages.map((query) => pagePath(listing, query))).size).toBe(pages.length);
  });
});

describe('isEnumerated', () => {
  it.each<[ListingName, string, boolean]>([
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
    expect(isEnumerated(LISTINGS[listing], queryOf(listing, text), ALL)).toBe(out);
  });

  it('needs each of its filters configured', () => {
    const some = { ...ALL, filters: { 'strain-files': ['detector'] } };
    const check = (text: string) => isEnumerated(LISTINGS['strain-files'], queryOf('strain-files', text), some);
    expect(check('detector=H1')).toBe(true);
    expect(check('sample-rate=4')).toBe(false);
    expect(check('detector=H1&sample-rate=4')).toBe(false);
    expect(isEnumerated(LISTINGS['event-versions'], queryOf('event-versions', 'lastver'), some)).toBe(false);
  });
});
