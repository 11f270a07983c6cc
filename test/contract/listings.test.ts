/** The listings' tables, whole: name, kind, unit, default, allowed values of every parameter, in documented order. */

import { describe, expect, it } from 'vitest';
import * as listings from '../../src/contract/listings.ts';
import { LISTING_NAMES, type ListingName } from '../../src/contract/wire.ts';
import { LISTINGS, RANGE_FILTERS, VOCABULARY } from './vocabulary.ts';

type Row = [name: string, kind: string, unit: string | null, preset: unknown, allowed: readonly string[] | undefined];

const FLAG = ['true', 'false'];
const PAGING: Row[] = [
  ['pagesize', 'integer', null, 20, undefined],
  ['page', 'integer', null, 1, undefined],
  ['format', 'enum', null, 'api', ['api', 'json']],
];
const range = (name: string, unit: string | null): Row[] =>
  ['min', 'max'].map((bound) => [`${bound}-${name}`, 'number', unit, null, undefined]);

const TABLES: { readonly [name in ListingName]: Row[] } = {
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

describe.each(LISTING_NAMES)('%s', (name) => {
  it('has these parameters', () => {
    const rows = listings.allParameters(LISTINGS[name]).map(({ name, codec, unit, default: preset }): Row => {
      return [name, codec.kind, unit, preset, codec.allowed];
    });
    expect(rows).toStrictEqual(TABLES[name]);
  });

  it('says in a sentence what it is, and what each parameter means', () => {
    const listing = LISTINGS[name];
    expect(listing.name).toBe(name);
    expect(listing.title.toLowerCase().replace(' ', '-')).toBe(name);
    const sentences = [listing.description, ...listings.allParameters(listing).map(({ meaning }) => meaning)];
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].{10,}\.$/);
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});

describe('range filters', () => {
  it('are a minimum and a maximum for each parameter in hyphen form, gps-time last', () => {
    expect(LISTINGS['event-versions'].rangeFilters).toEqual(RANGE_FILTERS);
    expect(LISTINGS['strain-files'].rangeFilters).toEqual([]);
    expect(listings.rangeNames(VOCABULARY)).toEqual(['mass-1-source', 'chi-eff', 'far', 'gps-time']);
    expect(listings.hyphenForm('a_b_c')).toBe('a-b-c');
  });

  it('say what they bound', () => {
    const meaning = (name: string) => LISTINGS['event-versions'].filters.get(name)?.meaning;
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
    expect(listings.looksLikeRangeFilter(name)).toBe(looks);
  });
});

it.each([
  ['strain-files', true],
  ['event-versions', true],
  ['default-parameters', true],
  ['Strain-files', false],
  ['', false],
  ['__proto__', false],
])('%s is a listing: %s', (name, out) => {
  expect(listings.isListingName(name)).toBe(out);
});
