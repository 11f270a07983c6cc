/**
 * The complete tables of all collections: name, kind, unit, default and allowed values of every parameter, in documented order;
 * and how each filter matches.
 */

import { describe, expect, it } from 'vitest';
import { rangeNames } from '../../../src/core/collections/event-versions.ts';
import { createCollections } from '../../../src/core/collections/registry.ts';
import type { IndexedRecord } from '../../../src/core/contract/collection.ts';
import { lineSetsOf, recordLineSet } from '../../../src/core/contract/line-sets.ts';
import { hyphenForm, looksLikeRangeFilter, nameRangeFilter } from '../../../src/core/contract/parameter-forms.ts';
import { allParameters } from '../../../src/core/contract/query.ts';
import {
  COLLECTION_NAMES,
  collectionOf,
  LISTING_PATHS,
  listingOf,
  listings,
  queryOf,
  RANGE_FILTERS,
  VOCABULARY,
} from '../../support/vocabulary.ts';

type Row = [name: string, kind: string, unit: string | null, preset: unknown, allowed: readonly string[] | undefined];

const FLAG = ['true', 'false'];
const PAGING: Row[] = [
  ['pagesize', 'integer', null, 20, undefined],
  ['page', 'integer', null, 1, undefined],
  ['format', 'enum', null, 'api', ['api', 'json', 'csv']],
];
const range = (name: string, unit: string | null): Row[] =>
  ['min', 'max'].map((bound) => [`${bound}-${name}`, 'number', unit, null, undefined]);

const INTERVAL: Row[] = [
  ['start', 'GPS second', 's', null, undefined],
  ['stop', 'GPS second', 's', null, undefined],
];
const DETECTOR: Row = ['detector', 'enum', null, null, VOCABULARY.detectors];
const SAMPLE_RATE: Row = ['sample-rate', 'enum', 'kHz', null, ['4', '16']];
const STRAIN_FILES: Row[] = [...INTERVAL, DETECTOR, SAMPLE_RATE, ...PAGING];
const RELEASE: Row = ['release', 'list', null, null, VOCABULARY.catalogs];
const EVENT_VERSIONS: Row[] = [
  ['name-contains', 'text', null, '', undefined],
  ['lastver', 'flag', null, false, FLAG],
  ['include-default-parameters', 'flag', null, false, FLAG],
  ...range('mass-1-source', 'M_sun'),
  ...range('chi-eff', null),
  ...range('far', 'yr^-1'),
  ...range('gps-time', 's'),
  ...PAGING,
];

const TABLES: { readonly [path: string]: Row[] } = {
  'strain-files': STRAIN_FILES,
  'runs/{}/strain-files': STRAIN_FILES,
  'datasets/{}/strain-files': STRAIN_FILES,
  'events/{}/strain-files': STRAIN_FILES,
  'event-versions': EVENT_VERSIONS.toSpliced(1, 0, RELEASE),
  // The catalog is in the path.
  'catalogs/{}/events': EVENT_VERSIONS,
  'default-parameters': PAGING,
  runs: PAGING,
  datasets: PAGING,
  'runs/{}/datasets': PAGING,
  catalogs: PAGING,
  events: PAGING,
  'runs/{}/events': PAGING,
  timelines: PAGING,
  'runs/{}/timelines': PAGING,
  'event-versions/{}/timelines': PAGING,
  'timelines/{}/segments': [...INTERVAL, ...PAGING],
  'runs/{}/timelines/{}/segments': [...INTERVAL, ...PAGING],
  'event-versions/{}/strain-files': [
    DETECTOR,
    SAMPLE_RATE,
    ['duration', 'enum', 's', null, ['32', '4096']],
    ['file-format', 'enum', null, null, ['hdf', 'hdf5', 'gwf', 'txt']],
    ...PAGING,
  ],
  'event-versions/{}/default-parameters': PAGING,
  'event-versions/{}/parameters': PAGING,
};

/** Title of each collection, and the line set of its records. */
const COLLECTIONS: { readonly [name: string]: readonly [title: string, records: string | null] } = {
  'strain-files': ['Strain Files', 'strain-file-details'],
  'event-versions': ['Event Versions', 'event-version-details'],
  'default-parameters': ['Default Parameters', null],
  runs: ['Runs', 'run-details'],
  datasets: ['Datasets', 'datasets'],
  catalogs: ['Catalogs', 'catalogs'],
  events: ['Events', 'event-details'],
  timelines: ['Timelines', 'timelines'],
  segments: ['Segments', null],
  'event-strain-files': ['Event Strain Files', null],
  'event-parameters': ['Default Parameters of an Event Version', null],
  'parameter-sets': ['Parameter Sets', null],
};

it('the registry has these collections, in the order of the root', () => {
  expect(COLLECTION_NAMES).toEqual(Object.keys(COLLECTIONS));
});

it('exactly these listings exist', () => {
  expect([...LISTING_PATHS].sort()).toEqual(Object.keys(TABLES).sort());
});

it('segments and event strain files have separate index files, because few requests need them', () => {
  const parts = COLLECTION_NAMES.filter((name) => collectionOf(name).hasIndexFile);
  expect(parts).toEqual(['segments', 'event-strain-files']);
});

it('definitions that do not depend on the data exist without a vocabulary', () => {
  const shapes = (all: ReturnType<typeof createCollections>) =>
    all.map((one) => [one.name, one.listings.map(({ path }) => path), lineSetsOf(one)]);
  expect(shapes(createCollections())).toEqual(shapes(createCollections(VOCABULARY)));
});

describe.each(LISTING_PATHS)('%s', (path) => {
  it('has these parameters', () => {
    const rows = allParameters(listingOf(path)).map(({ name, codec, unit, default: preset }): Row => {
      return [name, codec.kind, unit, preset, codec.allowed];
    });
    expect(rows).toStrictEqual(TABLES[path]);
  });

  it('describes each parameter in a sentence', () => {
    const sentences = allParameters(listingOf(path)).map(({ meaning }) => meaning);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].{10,}\.$/);
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});

describe.each(COLLECTION_NAMES)('%s', (name) => {
  it('describes itself and its order in a sentence', () => {
    const collection = collectionOf(name);
    expect([collection.title, recordLineSet(collection)]).toEqual(COLLECTIONS[name]);
    expect(collection.description).toMatch(/^[A-Z].{10,}\.$/);
    expect(collection.order).toMatch(/^\S.{3,}$/);
  });
});

describe('how filters match', () => {
  it.each<[string, string, object[]]>([
    ['strain-files', 'detector=H1', [{ test: 'is', column: 'detector', value: 'H1' }]],
    ['strain-files', 'sample-rate=16', [{ test: 'is', column: 'sample_rate', value: '16' }]],
    [
      'event-versions/{}/strain-files',
      'detector=H1&duration=32&file-format=HDF5&sample-rate=4',
      [
        { test: 'is', column: 'detector', value: 'H1' },
        { test: 'is', column: 'duration', value: '32' },
        { test: 'is', column: 'file_format', value: 'hdf' },
        { test: 'is', column: 'sample_rate', value: '4' },
      ],
    ],
    ['event-versions', 'name-contains=GW', [{ test: 'contains', column: 'name', value: 'gw' }]],
    ['event-versions', 'release=GWTC-2,GWTC-1', [{ test: 'isOneOf', column: 'catalogs', value: ['GWTC-1', 'GWTC-2'] }]],
    ['event-versions', 'lastver', [{ test: 'isHighest', column: 'version', group: 'name' }]],
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

it('include-default-parameters takes other lines, and selects all entries', () => {
  const { filters } = queryOf('event-versions', 'include-default-parameters');
  expect([...filters.values()]).toEqual([
    { value: true, text: 'true', condition: null, lineSet: 'event-versions-parameters' },
  ]);
});

describe('conditions of parents', () => {
  const columns: Record<string, unknown> = { second: 7, detectors: ['H1', 'L1'], detector_runs: ['H1/O1', 'L1/O1'] };
  const read = (name: string) => columns[name] as never;
  const recordAt = (n: number): IndexedRecord => ({
    id: `P${n}`,
    position: n + 3,
    number: read,
    text: read,
    names: read,
  });

  it.each<[string, object[]]>([
    ['runs/{}/strain-files', [{ test: 'is', column: 'run', value: 'P0' }]],
    ['datasets/{}/strain-files', [{ test: 'is', column: 'dataset', value: 'P0' }]],
    ['events/{}/strain-files', [{ test: 'overlaps', from: 7, to: 7 }]],
    ['catalogs/{}/events', [{ test: 'isOneOf', column: 'catalogs', value: ['P0'] }]],
    ['runs/{}/datasets', [{ test: 'is', column: 'run', value: 'P0' }]],
    ['runs/{}/events', [{ test: 'is', column: 'run', value: 'P0' }]],
    ['runs/{}/timelines', [{ test: 'is', column: 'runs', value: 'P0' }]],
    ['event-versions/{}/timelines', [{ test: 'isOneOf', column: 'detector_runs', value: ['H1/O1', 'L1/O1'] }]],
    ['timelines/{}/segments', [{ test: 'belongsTo', column: 'timeline', value: 3 }]],
    [
      'runs/{}/timelines/{}/segments',
      [
        { test: 'is', column: 'run', value: 'P0' },
        { test: 'belongsTo', column: 'timeline', value: 4 },
      ],
    ],
    ['event-versions/{}/strain-files', [{ test: 'belongsTo', column: 'event_version', value: 3 }]],
    ['event-versions/{}/default-parameters', [{ test: 'belongsTo', column: 'event_version', value: 3 }]],
    ['event-versions/{}/parameters', [{ test: 'belongsTo', column: 'event_version', value: 3 }]],
  ])('%s', (path, conditions) => {
    const { bindings } = listingOf(path);
    expect(bindings.map(({ condition }, n) => condition(recordAt(n)))).toStrictEqual(conditions);
  });

  it('the catalog in a path equals the filter release', () => {
    const bound = listings().flatMap(({ path, bindings }) => bindings.map(({ parameter }) => [path, parameter]));
    expect(bound.filter(([, parameter]) => parameter !== null)).toEqual([['catalogs/{}/events', 'release']]);
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

  it('describe their bounds', () => {
    const meaning = (name: string) => listingOf('event-versions').filters.get(name)?.meaning;
    expect(meaning('min-far')).toBe('Minimum best value of far, inclusive.');
    expect(meaning('max-far')).toBe('Maximum best value of far, inclusive.');
    expect(meaning('min-gps-time')).toBe('Minimum GPS time of the event, inclusive.');
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
