/** Addresses of the strain view, links to the archive, and the axis of an event's versions. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ParameterObject } from '../../src/core/contract/wire.ts';
import { toArchive } from '../../src/explorer/strain-data/archive.ts';
import { isCovered } from '../../src/explorer/strain-data/interval.ts';
import {
  FILTERS,
  filesTarget,
  filesWithin,
  intervalIn,
  STRAIN_FILES,
} from '../../src/explorer/strain-data/strain-address.ts';
import { placeWhiskers } from '../../src/explorer/views/event/place-whiskers.ts';
import { sampleRelease } from '../support/sample-release.ts';
import { listingOf } from '../support/vocabulary.ts';

test("the filters in the address equal the collection's", () => {
  expect([...listingOf(STRAIN_FILES).filters.keys()]).toEqual(Object.values(FILTERS));
});

const ALL = { start: 100, stop: 900 };

describe('the interval of an address', () => {
  test.each([
    ['strain-files', ALL],
    ['strain-files?start=200&stop=300', { start: 200, stop: 300 }],
    ['runs/O1/strain-files?start=200', { start: 200, stop: 900 }],
    ['timelines?stop=400', { start: 100, stop: 400 }],
    ['strain-files?start=much&stop=', ALL],
    // The interval becomes empty, but a drawing needs a length.
    ['strain-files?start=950', { start: 950, stop: 951 }],
    ['runs/O3a/strain-files?stop=50', { start: 49, stop: 50 }],
  ])('%s', (target, interval) => {
    expect(intervalIn(target, ALL)).toEqual(interval);
  });

  test('can be replaced: the list is then of all files, and other filters stay', () => {
    const ends = fc.tuple(fc.integer({ min: -5, max: 2e9 }), fc.integer({ min: 1, max: 1e9 }));
    fc.assert(
      fc.property(ends, ([start, length]) => {
        const interval = { start, stop: start + length };
        const target = filesWithin(interval, 'runs/O1/strain-files?detector=H1&page=3&sample-rate=4');
        expect(intervalIn(target, ALL)).toEqual(interval);
        expect(target).toBe(`strain-files?detector=H1&sample-rate=4&start=${start}&stop=${interval.stop}`);
      }),
    );
  });

  test('in links to files is the visible one if the path has none', () => {
    expect(filesTarget('timelines', ALL)).toBe('strain-files?start=100&stop=900');
    expect(filesTarget('events/GW150914/strain-files', ALL)).toBe('events/GW150914/strain-files');
  });
});

test('links to files lead to the archive if the site has one', () => {
  const link = 'https://user.example/gw/archive/data/O1/1126170624/H-H1_LOSC_4_V1-1126256640-4096.hdf5';
  const { release } = sampleRelease();
  const open = (archiveUrl: string | null) => {
    return { ...release, data: { ...release.data, archiveUrl }, baseUrl: 'https://user.example/gw', basePath: '/gw' };
  };
  expect(toArchive(link, open('https://archive.example'))).toBe(
    'https://archive.example/archive/data/O1/1126170624/H-H1_LOSC_4_V1-1126256640-4096.hdf5',
  );
  expect(toArchive(`${link}?format=api`, open('https://archive.example'))).toBe(
    'https://archive.example/archive/data/O1/1126170624/H-H1_LOSC_4_V1-1126256640-4096.hdf5',
  );
  expect(toArchive(link, open(null))).toBeNull();
  const elsewhere = 'https://other.example/file.hdf5';
  expect(toArchive(elsewhere, open('https://archive.example'))).toBe(elsewhere);
});

test('a time is covered from the start of a segment to just before its stop', () => {
  const segments = [
    { start: 1, stop: 3 },
    { start: 5, stop: 6 },
  ];
  const covered = [0, 1, 2.9, 3, 4, 5, 6].filter((time) => isCovered(segments, time));
  expect(covered).toEqual([1, 2.9, 5]);
});

describe('values of several versions', () => {
  const value = (best: number, lower_error: number | null = null, upper_error: number | null = null) =>
    ({ best, lower_error, upper_error }) as ParameterObject;

  test('share one axis with ticks, and have space at both ends', () => {
    const { whiskers = [], ticks = [] } = placeWhiskers([value(30, -10, 10), value(60, -20, 40)]) ?? {};
    const [first, second] = whiskers;
    if (!first || !second) throw new Error('one of them is not there');
    expect(first.from).toBeGreaterThan(2);
    expect(first.from + second.to).toBeCloseTo(100, 9);
    expect(second.from).toBeCloseTo(first.to, 9);
    // 30 is an eighth of the way from 20 to 100.
    expect((first.best - first.from) / (second.to - first.from)).toBeCloseTo(1 / 8, 9);
    expect(ticks.map(({ text }) => text)).toEqual(['20', '60', '100']);
  });

  test('have the same error bar whatever the sign of the lower error', () => {
    expect(placeWhiskers([value(30, 10, 10)])).toEqual(placeWhiskers([value(30, -10, 10)]));
  });

  test('are on a logarithmic axis if they are far apart', () => {
    const { whiskers = [] } = placeWhiskers([value(1e-7), value(1e-4), value(1e-1)]) ?? {};
    const [low = 0, middle = 0, high = 0] = whiskers.map(({ best }) => best);
    expect(middle).toBeCloseTo(50, 9);
    expect(low + high).toBeCloseTo(100, 9);
  });

  test('are not drawn if there is only one, without errors', () => {
    expect(placeWhiskers([value(5)])).toBeNull();
  });
});
