/** URL paths and paths in dist/ correspond one to one, have only safe characters, and never differ only in case. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as ids from '../../../src/core/contract/ids.ts';
import * as paths from '../../../src/core/contract/paths.ts';
import { optionsName } from '../../../src/core/contract/route.ts';
import * as sitePaths from '../../../src/core/contract/site-paths.ts';
import { queryPairs, textOf } from '../../support/arbitrary-queries.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { sampleListing } from '../../support/sample-collections.ts';
import { collections, LISTING_PATHS, listingOf, queryOf, VOCABULARY } from '../../support/vocabulary.ts';

describe('ids of records', () => {
  it.each<[string, object | null]>([
    ['H1-1126256640-4kHz', { detector: 'H1', gpsStart: 1126256640, sampleRateKHz: 4 }],
    ['V1-0-16kHz', { detector: 'V1', gpsStart: 0, sampleRateKHz: 16 }],
    ...[
      'H1-01126256640-4kHz',
      'H1--0-4kHz',
      'V1--4096-16kHz',
      'h1-1126256640-4kHz',
      'H1-1126256640-4khz',
      'H1-1126256640-8kHz',
      'H1-1126256640-4.0kHz',
      'H1-1126256640.0-4kHz',
      'H1-1126256640-4kHz ',
      ' H1-1126256640-4kHz',
      'H1-1126256640-4kHz\n',
      '-1126256640-4kHz',
      'H1-90071992547409931-4kHz',
      'H1-1e9-4kHz',
      'H1--4kHz',
      'undefined-NaN-NaNkHz',
      '',
    ].map((id): [string, null] => [id, null]),
  ])('%j', (id, out) => {
    expect(ids.parseStrainFileId(id)).toStrictEqual(out);
  });

  it('contain the values that identify the record', () => {
    const key = { detector: 'H1', gpsStart: 1126256640, sampleRateKHz: 4 };
    expect(ids.strainFileId(key)).toBe('H1-1126256640-4kHz');
    expect(ids.eventVersionId('GW150914', 3)).toBe('GW150914-v3');
    expect(ids.catalogVersionId('GW150914', 'GWTC-2.1')).toBe('GW150914@GWTC-2.1');
  });

  it('parse(format) returns every id', () => {
    fc.assert(
      fc.property(fc.constantFrom('H1', 'G1'), fc.maxSafeNat(), fc.constantFrom(4, 16), (detector, gps, rate) => {
        const key = { detector, gpsStart: gps, sampleRateKHz: rate };
        expect(ids.parseStrainFileId(ids.strainFileId(key))).toStrictEqual(key);
      }),
    );
  });
});

describe('spelling of paths', () => {
  it.each([
    ['pointer', sitePaths.RELEASE_PATH, 'release.json'],
    ['manifest', sitePaths.MANIFEST_PATH, 'manifest.json'],
    ['the body of an error', sitePaths.errorBodyPath('404'), 'api/v2/_errors/404.json'],
    ['the root', sitePaths.ROOT_BODY_PATH, 'api/v2/index.json'],
    ['the home page', sitePaths.HOME_PATH, 'index.html'],
    ['OPTIONS of the root', optionsName({ kind: 'root' }), 'options/root'],
    ['OPTIONS of the home page', optionsName({ kind: 'home' }), 'options/root'],
    ['OPTIONS of the archive', optionsName({ kind: 'archive', path: '' }), 'options/archive'],
    [
      'OPTIONS of a listing',
      optionsName({ kind: 'listing', listing: listingOf('strain-files'), parentIds: [] }),
      'options/strain-files',
    ],
    [
      'OPTIONS of a record',
      optionsName({ kind: 'record', collection: listingOf('strain-files').collection, id: '' }),
      'options/strain-files-record',
    ],
    ['a record', paths.recordPath('strain-files', 'H1-1-4kHz'), 'api/v2/strain-files/H1-1-4kHz'],
    ['a detail file', sitePaths.recordFile('event-versions', 'GW1-v2'), 'api/v2/event-versions/GW1-v2.json'],
    ['a pack', sitePaths.packPath('strain-files-00ff'), 'packs/strain-files-00ff.ndjson'],
    ['a link', paths.withLinkFormat('x', 'api'), 'x?format=api'],
    ['a link without a format', paths.withLinkFormat('x', null), 'x'],
    ['another format', paths.withFormat('x', 'json'), 'x?format=json'],
    [
      'OPTIONS of a nested listing',
      optionsName({ kind: 'listing', listing: sampleListing('boxes/{}/lids/{}/things'), parentIds: [] }),
      'options/boxes.lids.things',
    ],
    ['a file of the index', sitePaths.indexPath('things-00ff'), 'index/things-00ff.json'],
    ['a listing', paths.listingPath(listingOf('strain-files'), []), 'api/v2/strain-files'],
    [
      'a listing below two parents',
      paths.listingPath(sampleListing('boxes/{}/lids/{}/things'), ['a@b', 'c']),
      'api/v2/boxes/a@b/lids/c/things',
    ],
    [
      'the first page of a nested listing as a file',
      sitePaths.firstPageFile(sampleListing('boxes/{}/things'), ['a']),
      'api/v2/boxes/a/things.json',
    ],
  ])('%s', (_, path, out) => {
    expect(path).toBe(out);
  });

  it('a pack is named after its line set and the first 128 bits of its hash', () => {
    const hash = `${'0123456789abcdef'.repeat(2)}${'f'.repeat(32)}`;
    const name = sitePaths.packName('event-versions', hash);
    expect(name).toBe('event-versions-0123456789abcdef0123456789abcdef');
    expect(sitePaths.hashMatchesPath('0123456789abcdef0123456789abcdef77', sitePaths.packPath(name))).toBe(true);
    expect(sitePaths.hashMatchesPath('0123456789abcdef0123456789abcde077', sitePaths.packPath(name))).toBe(false);
  });
});

describe('page files: the filters, sorted by name, then the page size', () => {
  it.each<[string, string, string | null]>([
    ['strain-files', '', 'strain-files/_/20/1.json'],
    ['strain-files', 'detector=H1&page=3', 'strain-files/_.detector-H1/20/3.json'],
    ['strain-files', 'sample-rate=16&pagesize=7', 'strain-files/_.sample-rate-16/7/1.json'],
    ['strain-files', 'start=1', null],
    ['strain-files', 'detector=H1&stop=1', null],
    ['event-versions', '', 'event-versions/_/20/1.json'],
    ['event-versions', 'release=a.b_c-d', null],
    ['event-versions', 'release=GWTC-2,GWTC-2', 'event-versions/_.release-GWTC-2/20/1.json'],
    ['event-versions', 'release=GWTC-2,GWTC-1', null],
    [
      'event-versions',
      'lastver&include-default-parameters&page=2',
      'event-versions/_.include-default-parameters.lastver/20/2.json',
    ],
    ['event-versions', 'name-contains=x', null],
    ['event-versions', 'min-far=1&release=GWTC-2', null],
    ['default-parameters', 'pagesize=100', 'default-parameters/_/100/1.json'],
    ['runs', 'page=2', 'runs/_/20/2.json'],
    ['runs/{}/strain-files', 'page=2', 'runs/P/strain-files/_/20/2.json'],
    ['events/{}/strain-files', 'detector=H1', 'events/P/strain-files/_.detector-H1/20/1.json'],
    ['catalogs/{}/events', 'release=x', 'catalogs/P/events/_/20/1.json'],
    ['timelines/{}/segments', '', 'timelines/P/segments/_/20/1.json'],
    ['timelines/{}/segments', 'start=1', null],
    ['runs/{}/timelines/{}/segments', '', 'runs/P/timelines/Q/segments/_/20/1.json'],
    [
      'event-versions/{}/strain-files',
      'duration=32&detector=H1',
      'event-versions/P/strain-files/_.detector-H1.duration-32/20/1.json',
    ],
  ])('%s?%s', (listing, text, out) => {
    const query = queryOf(listing, text, ['P', 'Q']);
    expect(sitePaths.pagePath(query)).toBe(out === null ? null : `api/v2/${out}`);
    const folder = out === null ? null : `api/v2/${out.replace(/\/[^/]*$/, '')}`;
    expect(sitePaths.pageFolder(query)).toBe(folder);
  });

  it('no filter name plus a hyphen begins another filter name, so no value can be read as part of a name', () => {
    const names = [
      ...new Set(collections().flatMap(({ listings }) => listings.flatMap((one) => [...one.filters.keys()]))),
    ];
    for (const name of names) {
      expect(name).toMatch(/^[a-z]/);
      expect(names.filter((other) => other.startsWith(`${name}-`))).toEqual([]);
    }
  });

  it('a value that reads like another filter has no file', () => {
    const part = (text: string) => sitePaths.filterInPath(listingOf('strain-files'), 'detector', text);
    expect(part('H1')).toBe('.detector-H1');
    expect(part('H1.1-X')).toBe('.detector-H1.1-X');
    expect(part('H1.x')).toBe(null);
    expect(part('H1.sample-rate-4')).toBe(null);
    expect(part('H1/../L1')).toBe(null);
    expect(part('')).toBe(null);
    expect(sitePaths.filterInPath(listingOf('strain-files'), 'start', '5')).toBe(null);
  });

  it('the filters that paths can contain', () => {
    const names = (listing: string) => sitePaths.pathFilters(listingOf(listing)).map(({ name }) => name);
    expect(names('strain-files')).toEqual(['detector', 'sample-rate']);
    expect(names('event-versions')).toEqual(['release', 'lastver', 'include-default-parameters']);
    expect(names('default-parameters')).toEqual([]);
  });
});

describe('links to pages and records', () => {
  const link = (text: string, form: sitePaths.LinkForm) =>
    sitePaths.PAGE_LINKS[form](queryOf('strain-files', text), 'api');

  it('as a query: format and page, and canonical filters', () => {
    expect(link('page=2', 'query')).toBe('api/v2/strain-files?format=api&page=2');
    expect(link('start=5', 'query')).toBe('api/v2/strain-files?format=api&page=1&start=5');
    expect(sitePaths.recordEnding('query')).toBe('');
  });

  it('as a path: the page file, ending in format and page', () => {
    expect(link('page=2', 'path')).toBe('api/v2/strain-files/_/20/2.json?format=api&page=2');
    expect(sitePaths.recordEnding('path')).toBe('.json');
    expect(() => link('start=5', 'path')).toThrow(new RangeError('no page file answers api/v2/strain-files?start=5'));
  });
});

it('hosts pass on everything below these folders to the handler', () => {
  expect(paths.API_ROOTS).toEqual(['api/v2', 'eventapi', 'archive', 'timeline']);
});

describe('queryUrl', () => {
  it.each<[string, string, string]>([
    ['strain-files', 'format=api', 'api/v2/strain-files'],
    ['event-versions', 'page=2&lastver', 'api/v2/event-versions?lastver=true&page=2'],
  ])('%s?%s', (listing, text, out) => {
    expect(paths.queryUrl(queryOf(listing, text))).toBe(out);
  });
});

describe('paths in dist/', () => {
  const anyOf = (values: readonly string[]) => fc.constantFrom('', ...values);
  const queries = fc.record({
    listing: fc.constantFrom('strain-files', 'event-versions', 'default-parameters'),
    detector: anyOf(VOCABULARY.detectors),
    rate: anyOf(['4', '16']),
    release: anyOf(VOCABULARY.catalogs),
    last: fc.boolean(),
    parameters: fc.boolean(),
    pagesize: fc.integer({ min: 1, max: 1000 }),
    page: fc.integer({ min: 1, max: 9999 }),
  });
  const textOfFolders = (given: typeof queries extends fc.Arbitrary<infer T> ? T : never) => {
    const pairs = { detector: given.detector, 'sample-rate': given.rate, release: given.release };
    const filters = Object.entries(pairs).filter(([, value]) => value !== '');
    const flags = `lastver=${given.last}&include-default-parameters=${given.parameters}`;
    return `${new URLSearchParams(filters)}&${flags}&pagesize=${given.pagesize}&page=${given.page}`;
  };

  it('of page files are equal only for equal queries, even ignoring case', () => {
    const parent = fc.constantFrom('P', 'p1', 'GW1-v1', 'GW1', '_', 'strain-files', 'events');
    const queriesOf = LISTING_PATHS.map((path) => {
      const listing = listingOf(path);
      const parents = fc.array(parent, {
        minLength: listing.parentNames.length,
        maxLength: listing.parentNames.length,
      });
      return fc
        .tuple(queryPairs(listing), parents)
        .map(([pairs, ids]) => queryOf(listing, textOf(Object.entries(pairs)), ids));
    });
    const anyQuery = fc.oneof(...queriesOf);
    let compared = 0;
    fc.assert(
      fc.property(anyQuery, anyQuery, (a, b) => {
        const [one, other] = [sitePaths.pagePath(a), sitePaths.pagePath(b)];
        if (one === null || other === null) return;
        compared++;
        expect(one).toMatch(/^[A-Za-z0-9._/-]+$/);
        expect(one.toLowerCase() === other.toLowerCase()).toBe(paths.queryUrl(a) === paths.queryUrl(b));
      }),
      { numRuns: propertyRuns(1000) },
    );
    expect(compared).toBeGreaterThan(propertyRuns(30));
  });

  it('are unique for each query, in safe characters, and never differ only in case', () => {
    fc.assert(
      fc.property(queries, queries, (first, second) => {
        const [a, b] = [first, second].map((given) => {
          const query = queryOf(given.listing, textOfFolders(given));
          return { url: paths.queryUrl(query), path: sitePaths.pagePath(query) as string };
        }) as [{ url: string; path: string }, { url: string; path: string }];
        fc.pre(a.path !== null && b.path !== null);
        expect(a.path).toMatch(/^[A-Za-z0-9._/-]+$/);
        expect(a.path.toLowerCase() === b.path.toLowerCase()).toBe(a.url === b.url);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});
