/** A collection is created from one definition: its listings, their parents and filters, its line sets and its records. */

import { describe, expect, it } from 'vitest';
import {
  bind,
  createCollection,
  type Definition,
  type IndexedRecord,
  type Listing,
  wholeListings,
} from '../../../src/core/contract/collection.ts';
import { overlaps } from '../../../src/core/contract/conditions.ts';
import { lineSetFilter } from '../../../src/core/contract/filters.ts';
import { lineSetsOf, recordLineSet } from '../../../src/core/contract/line-sets.ts';
import { listingKey, queryLink } from '../../../src/core/contract/paths.ts';
import {
  checkRecordQuery,
  decodePairs,
  firstPageOf,
  formatPageLink,
  formatQuery,
} from '../../../src/core/contract/query.ts';
import { pageFolder, pathFilters } from '../../../src/core/contract/site-paths.ts';
import { COLOURS, sampleCollections, sampleListing } from '../../support/sample-collections.ts';
import { collections, listings, queryOf, refusalOf, summaryOf } from '../../support/vocabulary.ts';

const MINIMAL: Definition = {
  name: 'x',
  title: 'X',
  description: 'X.',
  order: 'none',
  paths: [{ path: 'x' }],
  index: 'columns',
};

/** A parent with the given columns. */
function parent(id: string, columns: Readonly<Record<string, unknown>> = {}, position = 7): IndexedRecord {
  const read = (name: string) => columns[name] as never;
  return { id, position, number: read, text: read, names: read };
}

const conditionsOf = ({ bindings }: Listing, ...parents: IndexedRecord[]) =>
  bindings.map((binding, n) => binding.condition(parents[n] as IndexedRecord));

describe('lines and records', () => {
  it.each<[string, Partial<Definition>, readonly string[], string | null]>([
    ['entries alone', {}, ['x'], null],
    ['records of their own', { records: 'x-details' }, ['x', 'x-details'], 'x-details'],
    ['records that are the entries', { records: 'entries' }, ['x'], 'x'],
    [
      'entries with more',
      { filters: ['a', 'b'].map((name) => lineSetFilter(name, `x-${name}`, '')), records: 'x-details' },
      ['x', 'x-a', 'x-b', 'x-details'],
      'x-details',
    ],
    ['intervals need no lines', { index: 'intervals' }, [], null],
  ])('%s', (_, more, lineSets, records) => {
    const collection = createCollection({ ...MINIMAL, ...more });
    expect(lineSetsOf(collection)).toEqual(lineSets);
    expect(recordLineSet(collection)).toBe(records);
  });

  it('names of line sets are unique in the whole registry, because packs are named after them', () => {
    const sets = collections().flatMap(lineSetsOf);
    expect(new Set(sets.map((name) => name.toLowerCase())).size).toBe(sets.length);
    for (const name of sets) expect(name).toMatch(/^[a-z-]+$/);
  });
});

describe('listings', () => {
  it('are at the paths of the definition, in order', () => {
    const all = sampleCollections().map(({ listings: own }) => own.map(({ path }) => path));
    expect(all).toEqual([
      ['boxes'],
      ['lids'],
      ['things', 'boxes/{}/things', 'boxes/{}/lids/{}/things'],
      ['boxes/{}/openings'],
      ['looks'],
    ]);
  });

  it.each([
    ['things', ['things'], []],
    ['boxes/{}/things', ['boxes', '{}', 'things'], ['boxes']],
    ['boxes/{}/lids/{}/things', ['boxes', '{}', 'lids', '{}', 'things'], ['boxes', 'lids']],
  ])('%s: segments, and the collections of its parents', (path, segments, parents) => {
    const listing = sampleListing(path);
    expect([listing.segments, listing.parentNames]).toEqual([segments, parents]);
    expect(listing.collection.listings).toContain(listing);
  });

  it.each(listings().map((one) => [one.path, one] as const))('%s: its parents have records, and ids', (_, listing) => {
    expect(listing.bindings).toHaveLength(listing.parentNames.length);
    for (const name of listing.parentNames) {
      const found = collections().find((one) => one.name === name);
      expect(found && recordLineSet(found)).toBeTruthy();
      expect(found?.ids).toBeDefined();
    }
  });

  it('have unique keys that differ from those of all fixed bodies', () => {
    const keys = listings().map(listingKey);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(['record', 'method', 'options', 'root']).not.toContain(key);
    expect(listingKey(sampleListing('boxes/{}/lids/{}/things'))).toBe('boxes.lids.things');
  });
});

describe('a filter that is bound by a parent', () => {
  const nested = sampleListing('boxes/{}/things');
  const twice = sampleListing('boxes/{}/lids/{}/things');

  it('is not a query parameter; the others are, in order', () => {
    const others = ['tags', 'new', 'full', 'min-size', 'max-size'];
    expect([...sampleListing('things').filters.keys()]).toEqual(['colour', ...others]);
    expect([...nested.filters.keys()]).toEqual(others);
    expect([...twice.filters.keys()]).toEqual(['colour', ...others.slice(1)]);
    expect(nested.rangeFilters).toEqual(['min-size', 'max-size']);
  });

  it.each(['colour=red', 'colour=purple', 'colour=', 'colour=red&colour=red', 'colour=%zz'])(
    'is ignored in a query, like an unknown parameter: %s',
    (text) => {
      expect(summaryOf(nested, text)).toEqual([[], 20, 1]);
      const query = queryOf(nested, `${text}&new`, ['a']);
      expect(formatQuery(query)).toBe('new=true');
      expect(formatPageLink(query, 'api')).toBe('format=api&new=true&page=1');
      expect(queryLink(query, 'api')).toBe('api/v2/boxes/a/things?format=api&new=true&page=1');
    },
  );

  it('is refused in listings where it is not bound', () => {
    expect(refusalOf(twice, 'colour=purple').body).toMatchObject({ parameter: 'colour', allowed: COLOURS });
    expect(summaryOf(twice, 'colour=red&tags=nothing')).toEqual([[['colour', 'red']], 20, 1]);
  });

  it('is not part of the paths of page files', () => {
    expect(pathFilters(nested).map(({ name }) => name)).toEqual(['tags', 'new', 'full']);
    expect(pageFolder(queryOf(nested, '', ['a']))).toBe('api/v2/boxes/a/things/_/20');
    expect(pageFolder(queryOf(twice, 'new', ['a', 'b']))).toBe('api/v2/boxes/a/lids/b/things/_.new/20');
  });

  it("matches by the parent's value", () => {
    expect(conditionsOf(nested, parent('a', { colour: 'red' }))).toEqual([
      { test: 'is', column: 'colour', value: 'red' },
    ]);
    expect(conditionsOf(twice, parent('a'), parent('green'))).toEqual([
      { test: 'is', column: 'box', value: 'a' },
      { test: 'isOneOf', column: 'tags', value: ['green'] },
    ]);
  });

  it('can be a condition without a parameter', () => {
    const { bindings, filters } = sampleListing('boxes/{}/openings');
    expect(bindings.map(({ parameter }) => parameter)).toEqual([null]);
    expect([...filters.keys()]).toEqual(['start', 'stop']);
    expect(conditionsOf(sampleListing('boxes/{}/openings'), parent('a'))).toEqual([
      { test: 'belongsTo', column: 'box', value: 7 },
    ]);
    const seconds = bind(overlaps, (one) => ({ from: one.number('gps'), to: 9 }));
    expect(seconds.parameter).toBeNull();
    expect(seconds.condition(parent('a', { gps: 5 }))).toEqual({ test: 'overlaps', from: 5, to: 9 });
  });
});

describe('an interval', () => {
  it('must not end before it starts, in any listing of the collection', () => {
    const detail = 'The value of "start" must not exceed the value of "stop".';
    const openings = sampleListing('boxes/{}/openings');
    expect(refusalOf(openings, 'start=2&stop=1').body).toEqual({ detail, parameter: 'start' });
    expect(summaryOf(openings, 'start=2&stop=2')[0]).toEqual([
      ['start', 2],
      ['stop', 2],
    ]);
  });

  it('comes from the definition: filters with these names are not sufficient', () => {
    expect(summaryOf(sampleListing('looks'), 'start=2&stop=1')[0]).toHaveLength(2);
  });
});

it('the first page of a listing is page 1 with 20 entries, without filters, by default', () => {
  const listing = sampleListing('boxes/{}/things');
  const first = { listing, parentIds: ['a'], filters: new Map(), pageSize: 20, page: 1 };
  expect(firstPageOf(listing, ['a'])).toStrictEqual(first);
  expect(firstPageOf(listing, ['a'], 7)).toStrictEqual({ ...first, pageSize: 7 });
  expect(firstPageOf(sampleListing('things'))).toMatchObject({ parentIds: [], pageSize: 20 });
});

it('a record ignores the filters of its collection', () => {
  expect(() => checkRecordQuery(decodePairs('colour=purple&new=x&min-size='))).not.toThrow();
});

it('a collection without a top-level path has no top-level listing', () => {
  const whole = wholeListings(collections()).map(({ path }) => path);
  expect(whole).toEqual([
    ...['strain-files', 'event-versions', 'default-parameters', 'runs', 'datasets', 'catalogs', 'events'],
    'timelines',
  ]);
});
