/**
 * The collections' tables, whole: name, kind, unit, default, allowed values of every parameter, in documented order; and how
 * each filter matches.
 */

import { describe, expect, it } from 'vitest';
import { rangeNames } from '../../src/collections/event-versions.ts';
import { createCollections } from '../../src/collections/registry.ts';
import { hyphenForm, looksLikeRangeFilter, nameRangeFilter } from '../../src/contract/parameters.ts';
import { allParameters } from '../../src/handler/describe.ts';
import {
  COLLECTION_NAMES,
  collectionOf,
  LISTING_PATHS,
  listingOf,
  queryOf,
  RANGE_FILTERS,
  VOCABULARY,
} from '../support/vocabulary.ts';

type Row = [name: string, kind: string, unit: string | null, preset: unknown, allowed: readonly string[] | undefined];

const FLAG = ['true', 'false'];
const PAGING: Row[] = [
  ['pagesize', 'integer', null, 20, undefined],
  ['page', 'integer', null, 1, undefined],
  ['format', 'enum', null, 'api', ['api', 'json']],
];
const range = (name: string, unit: string | null): Row[] =>
  ['min', 'max'].map((bound) => [`${bound}-${name}`, 'number', unit, null, undefined]);

const TABLES: { readonly [path: string]: Row[] } = {
  'strain-files': [
    ['start', 'GPS second', 's', null, undefined],
    ['stop', 'GPS second', 's', null, undefined],
    ['detector', 'enum', null, null, VOCABULARY.detectors],
    ['sample-rate', 'enum', 'kHz', null, ['4', '16']],
    ...PAGING,
  ],
  'event-versions': [
    ['name-contains', 'text', null, '', undefined],
    ['release', 'list', null, null, VOCABULARY.catalogs],
    ['lastver', 'flag', null, false, FLAG],
    ['include-default-parameters', 'flag', null, false, FLAG],
    ...range('mass-1-source', 'M_sun'),
    ...range('chi-eff', null),
    ...range('far', 'yr^-1'),
    ...range('gps-time', 's'),
    ...PAGING,
  ],
  'default-parameters': PAGING,
};

it('the registry has these collections, in the order of the root', () => {
  expect(COLLECTION_NAMES).toEqual(['strain-files', 'event-versions', 'default-parameters']);
});

it('what does not depend on the data is there without a vocabulary', () => {
  const shapes = (all: ReturnType<typeof createCollections>) =>
    all.map(({ name, listings, lineSets }) => [name, listings.map(({ path }) => path), lineSets]);
  expect(shapes(createCollections())).toEqual(shapes(createCollections(VOCABULARY)));
});

describe.each(LISTING_PATHS)('%s', (path) => {
  it('has these parameters', () => {
    const rows = allParameters(listingOf(path)).map(({ name, codec, unit, default: preset }): Row => {
      return [name, codec.kind, unit, preset, codec.allowed];
    });
    expect(rows).toStrictEqual(TABLES[path]);
  });

  it('says in a sentence what each parameter means', () => {
    const sentences = allParameters(listingOf(path)).map(({ meaning }) => meaning);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].{10,}\.$/);
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});

describe.each(COLLECTION_NAMES)('%s', (name) => {
  it('says in a sentence what it is, and in what order', () => {
    const { title, description, order } = collectionOf(name);
    expect(title.toLowerCase().replaceAll(' ', '-')).toBe(name);
    expect(description).toMatch(/^[A-Z].{10,}\.$/);
    expect(order).toMatch(/^\S.{5,}$/);
  });
});

describe('how filters match', () => {
  it.each<[string, string, object[]]>([
    ['strain-files', 'detector=H1', [{ test: 'is', column: 'detector', value: 'H1' }]],
    ['strain-files', 'sample-rate=16', [{ test: 'is', column: 'sample_rate', value: '16' }]],
    [
      'strain-files',
      'start=5&stop=9',
      [
        { test: 'intervalStart', value: 5 },
        { test: 'intervalStop', value: 9 },
      ],
    ],
    ['event-versions', 'name-contains=GW', [{ test: 'contains', column: 'name', value: 'gw' }]],
    ['event-versions', 'release=GWTC-2,GWTC-1', [{ test: 'isOneOf', column: 'catalogs', value: ['GWTC-1', 'GWTC-2'] }]],
    ['event-versions', 'lastver', [{ test: 'isSet', column: 'is_last_version', value: true }]],
    [
      'event-versions',
      'include-default-parameters',
      [{ test: 'shows', lines: 'event-versions-parameters', value: true }],
    ],
    [
      'event-versions',
      'max-mass-1-source=2&min-mass-1-source=1',
      [
        { test: 'atMost', column: 'best.mass_1_source', value: 2 },
        { test: 'atLeast', column: 'best.mass_1_source', value: 1 },
      ],
    ],
    [
      'event-versions',
      'max-gps-time=2&min-gps-time=1',
      [
        { test: 'atMost', column: 'gps', value: 2 },
        { test: 'atLeast', column: 'gps', value: 1 },
      ],
    ],
  ])('%s?%s', (listing, text, conditions) => {
    const { filters } = queryOf(listing, text);
    expect(Array.from(filters.values(), ({ condition }) => condition)).toStrictEqual(conditions);
  });
});

describe('range filters', () => {
  it('are a minimum and a maximum for each parameter in hyphen form, gps-time last', () => {
    expect(listingOf('event-versions').rangeFilters).toEqual(RANGE_FILTERS);
    expect(listingOf('strain-files').rangeFilters).toEqual([]);
    expect(rangeNames(VOCABULARY)).toEqual(['mass-1-source', 'chi-eff', 'far', 'gps-time']);
    expect(hyphenForm('a_b_c')).toBe('a-b-c');
    expect([nameRangeFilter('min', 'x'), nameRangeFilter('max', 'chi-eff')]).toEqual(['min-x', 'max-chi-eff']);
  });

  it('say what they bound', () => {
    const meaning = (name: string) => listingOf('event-versions').filters.get(name)?.meaning;
    expect(meaning('min-far')).toBe('Smallest best value of far, itself included.');
    expect(meaning('max-far')).toBe('Largest best value of far, itself included.');
    expect(meaning('min-gps-time')).toBe('Smallest GPS time of the event, itself included.');
  });

  it.each([
    ['min-far', true],
    ['max-mass-1-source', true],
    ['min-', true],
    ['min', false],
    ['minfar', false],
    ['xmin-far', false],
    ['MIN-far', false],
    ['mid-far', false],
    ['name-contains', false],
  ])('%s', (name, looks) => {
    expect(looksLikeRangeFilter(name)).toBe(looks);
  });
});
