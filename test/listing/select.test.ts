/** Select: which positions match, equal to a loop over all entries on random small indices; and how they are cut into pages. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FilterValue } from '../../src/contract/listings.ts';
import type { Query } from '../../src/contract/query.ts';
import type { ListingName } from '../../src/contract/wire.ts';
import { STRAIN_FILE_DURATION_S } from '../../src/contract/wire.ts';
import { type Index, type IndexData, openIndex, selectPage } from '../../src/listing/select.ts';
import { countStrainFiles, inTieOrder, openStrainIndex } from '../../src/listing/strain-index.ts';
import * as brute from './brute-force.ts';

const NOTHING: IndexData = {
  strainFiles: [],
  eventVersions: { names: [], versions: [], gps: [], catalogs: [], isLastVersion: [], parameters: {} },
  defaultParameters: 0,
};

function queryOf(listing: ListingName, filters: object, pageSize = 20, page = 1): Query {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined) as [string, FilterValue][];
  return { listing, filters: new Map(given), pageSize, page };
}

const positionsWhere = <T>(entries: readonly T[], matches: (entry: T) => boolean) =>
  entries.flatMap((entry, position) => (matches(entry) ? [position] : []));

describe('strain files', () => {
  it('select is the filter of all files', () => {
    fc.assert(
      fc.property(brute.strainIndices, fc.array(brute.strainFilters, { minLength: 1 }), (strainFiles, queries) => {
        const index = openIndex({ ...NOTHING, strainFiles });
        const files = brute.allFiles(strainFiles);
        for (const filters of queries) {
          // A reversed interval is refused before.
          if ((filters.start ?? 0) > (filters.stop ?? Number.POSITIVE_INFINITY)) continue;
          const expected = positionsWhere(files, (file) => brute.matchesFile(file, filters));
          const { count, positions } = index.select(queryOf('strain-files', filters));
          expect([...positions]).toEqual(expected);
          expect(count).toBe(expected.length);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('order: gps_start, then detector, then sample rate; every id is found at its position', () => {
    fc.assert(
      fc.property(brute.strainIndices, (strainFiles) => {
        const ids = brute.allFiles(strainFiles).map(({ detector, gps, rate }) => `${detector}-${gps}-${rate}kHz`);
        const index = openIndex({ ...NOTHING, strainFiles });
        expect(index.recordIds('strain-files')).toEqual(ids);
        expect(ids.map((id) => index.positionOf('strain-files', id))).toEqual(ids.map((_, position) => position));
        expect(countStrainFiles(strainFiles)).toBe(ids.length);
        const opened = openStrainIndex(strainFiles);
        const order = inTieOrder(strainFiles);
        const { series, gpsStarts } = opened.entries();
        const listed = [...series].map((s, n) => `${order[s]?.detector}-${gpsStarts[n]}-${order[s]?.sampleRateKHz}kHz`);
        expect(listed).toEqual(ids);
        expect(opened.count).toBe(ids.length);
      }),
    );
  });

  const H1 = { detector: 'H1', sampleRateKHz: 4, runs: [0, 2, 12288, 1] };
  const index = openIndex({ ...NOTHING, strainFiles: [H1] });

  it.each([
    ['H1-0-4kHz', 0],
    ['H1-4096-4kHz', 1],
    ['H1-12288-4kHz', 2],
    ['H1-8192-4kHz', -1],
    ['H1-1-4kHz', -1],
    ['H1--4096-4kHz', -1],
    ['H1-16384-4kHz', -1],
    ['H1-0-16kHz', -1],
    ['L1-0-4kHz', -1],
    ['H1-00-4kHz', -1],
    ['nothing', -1],
  ])('%s is at position %d', (id, out) => {
    expect(index.positionOf('strain-files', id)).toBe(out);
  });

  it.each([
    [{ start: 4095 }, [0, 1, 2]],
    [{ start: 4096 }, [1, 2]],
    [{ stop: -1 }, []],
    [{ stop: 0 }, [0]],
    [{ stop: 4095 }, [0]],
    [{ stop: 4096 }, [0, 1]],
    [{ start: 8192, stop: 12287 }, []],
    [{ start: 8191, stop: 12288 }, [1, 2]],
    [{ start: 16384 }, []],
    [{ start: 16383 }, [2]],
  ])('interval: gps_start <= stop and gps_start + 4096 > start, %j', (filters, out) => {
    expect([...index.select(queryOf('strain-files', filters)).positions]).toEqual(out);
    expect(STRAIN_FILE_DURATION_S).toBe(4096);
  });
});

describe('event versions', () => {
  it('select is the filter of all versions', () => {
    fc.assert(
      fc.property(brute.events, fc.array(brute.eventFilters, { minLength: 1 }), (events, queries) => {
        const index = openIndex({ ...NOTHING, eventVersions: brute.indexOf(events) });
        for (const filters of queries) {
          const expected = positionsWhere(events, (event) => brute.matchesEvent(event, filters));
          const { count, positions } = index.select(queryOf('event-versions', filters));
          expect([...positions]).toEqual(expected);
          expect(count).toBe(expected.length);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('every id is found at its position, and no other', () => {
    fc.assert(
      fc.property(brute.events, (events) => {
        const index = openIndex({ ...NOTHING, eventVersions: brute.indexOf(events) });
        const ids = events.map(({ name, version }) => `${name}-v${version}`);
        expect(index.recordIds('event-versions')).toEqual(ids);
        expect(ids.map((id) => index.positionOf('event-versions', id))).toEqual(ids.map((_, position) => position));
        expect(index.positionOf('event-versions', 'GW15-v9')).toBe(-1);
        expect(index.positionOf('event-versions', '__proto__')).toBe(-1);
      }),
    );
  });

  it('a flag that is not set, and include-default-parameters, filter nothing', () => {
    const eventVersions = brute.indexOf([{ name: 'A', version: 1, gps: 1, catalog: 'A', isLast: false, chiEff: null }]);
    const index = openIndex({ ...NOTHING, eventVersions });
    const filters = { lastver: false, 'include-default-parameters': true };
    expect(index.select(queryOf('event-versions', filters)).count).toBe(1);
  });
});

describe('default parameters', () => {
  const index = openIndex({ ...NOTHING, defaultParameters: 3 });

  it('match whole, and have no records', () => {
    const { count, positions } = index.select(queryOf('default-parameters', {}));
    expect([count, [...positions]]).toEqual([3, [0, 1, 2]]);
    expect(index.recordIds('default-parameters')).toEqual([]);
    expect(index.positionOf('default-parameters', 'far')).toBe(-1);
    expect(index.positionOf('default-parameters', 'H1-0-4kHz')).toBe(-1);
  });
});

describe('selectPage', () => {
  const index = (count: number): Index => openIndex({ ...NOTHING, defaultParameters: count });
  const INVALID = { status: 404, body: { detail: 'Invalid page.' } };

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
    const found = selectPage(index(count), queryOf('default-parameters', {}, pageSize, page));
    expect('positions' in found ? { ...found, positions: [...found.positions] } : found).toStrictEqual(out);
  });

  it('pages put together are the whole, each position once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 25 }), (count, pageSize) => {
        const all: number[] = [];
        for (let page = 1; page <= Math.ceil(count / pageSize); page++) {
          const found = selectPage(index(count), queryOf('default-parameters', {}, pageSize, page));
          if ('positions' in found) all.push(...found.positions);
        }
        expect(all).toEqual(Array.from({ length: count }, (_, position) => position));
      }),
    );
  });
});
