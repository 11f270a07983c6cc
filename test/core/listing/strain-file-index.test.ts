/** The index of strain files: every selection equals a loop over all files of small random indices; order, ids, and memory. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL_TIME, type Condition, overlaps } from '../../../src/core/contract/conditions.ts';
import { STRAIN_FILE_DURATION_S } from '../../../src/core/contract/wire.ts';
import { countEntries, openIndex } from '../../../src/core/listing/select.ts';
import {
  countStrainFiles,
  orderFiles,
  type StrainFileIndexData,
  sortSeries,
} from '../../../src/core/listing/strain-file-index.ts';
import { keptAfter } from '../../support/heap.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { collectionOf } from '../../support/vocabulary.ts';
import * as brute from './brute-force.ts';

const open = (data: StrainFileIndexData) => openIndex(collectionOf('strain-files'), data);

const positionsWhere = <T>(entries: readonly T[], matches: (entry: T) => boolean) =>
  entries.flatMap((entry, position) => (matches(entry) ? [position] : []));

describe('select', () => {
  it('equals filtering all files, after any earlier selections', () => {
    fc.assert(
      fc.property(brute.seriesIndices, fc.array(brute.fileConditions, { minLength: 1 }), (data, queries) => {
        const index = open(data);
        const files = brute.allFiles(data);
        for (const conditions of queries) {
          const expected = positionsWhere(files, (file) => conditions.every((one) => brute.matchesFile(file, one)));
          expect([...index.select(conditions)]).toEqual(expected);
        }
      }),
      { numRuns: propertyRuns(1000) },
    );
  });

  const H1 = { detector: 'H1', sampleRateKHz: 4, run: 'O1', dataset: 'O1', blocks: [0, 2, 1, 1] };
  const index = () => open({ kind: 'series', series: [H1] });

  it.each<[{ start?: number; stop?: number }, number[]]>([
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
  ])('interval: gps_start <= stop and gps_start + 4096 > start, %j', ({ start, stop }, out) => {
    const interval = overlaps({ from: start ?? ALL_TIME.from, to: stop ?? ALL_TIME.to });
    expect([...index().select([interval])]).toEqual(out);
    expect(STRAIN_FILE_DURATION_S).toBe(4096);
  });

  it.each([
    [-1, []],
    [0, [0]],
    [4095, [0]],
    [4096, [1]],
    [8192, []],
    [12287, []],
    [12288, [2]],
    [16383, [2]],
    [16384, []],
  ])('contains: gps_start <= second < gps_start + 4096, %d', (second, out) => {
    expect([...index().select([overlaps({ from: second, to: second })])]).toEqual(out);
  });

  it('reports a column that does not exist', () => {
    const conditions: Condition[] = [{ test: 'is', column: 'colour', value: 'red' }];
    expect(() => index().select(conditions)).toThrow(TypeError);
  });
});

describe('order and ids', () => {
  it('gps_start, then detector, then sample rate; every id is found at its position', () => {
    fc.assert(
      fc.property(brute.seriesIndices, (data) => {
        const files = brute.allFiles(data);
        const ids = files.map(({ detector, gps, rate }) => `${detector}-${gps}-${rate}kHz`);
        const index = open(data);
        expect(ids.map((_, position) => index.idAt(position))).toEqual(ids);
        expect(index.idsBetween(0, ids.length)).toEqual(ids.map((id, position) => [id, position]));
        expect(index.idsBetween(Math.min(1, ids.length), Math.min(3, ids.length))).toEqual(
          ids.map((id, position) => [id, position]).slice(1, 3),
        );
        expect(ids.map((id) => index.positionOf(id))).toEqual(ids.map((_, position) => position));
        expect([index.count, countStrainFiles(data), countEntries(data)]).toEqual(Array(3).fill(ids.length));
        const { series, gpsStarts } = orderFiles(data);
        expect([...gpsStarts]).toEqual(files.map(({ gps }) => gps));
        const listed = Array.from(series, (number) => data.series[number]);
        expect(listed.map((one) => [one?.detector, one?.sampleRateKHz, one?.run])).toEqual(
          files.map(({ detector, rate, run }) => [detector, rate, run]),
        );
      }),
    );
  });

  it('ties are by detector, then sample rate, and the argument is not changed', () => {
    const keys = [
      { detector: 'V1', sampleRateKHz: 4 },
      { detector: 'H1', sampleRateKHz: 16 },
      { detector: 'H1', sampleRateKHz: 4 },
    ];
    expect(sortSeries(keys)).toEqual([keys[2], keys[1], keys[0]]);
    expect(keys[0]?.detector).toBe('V1');
  });

  const series = [
    { detector: 'H1', sampleRateKHz: 4, run: 'O2', dataset: 'O2', blocks: [3, 1] },
    { detector: 'H1', sampleRateKHz: 4, run: 'O1', dataset: 'O1', blocks: [0, 2] },
  ];
  const index = open({ kind: 'series', series });

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
    ['H1-12288-4kHz ', -1],
    ['nothing', -1],
    ['', -1],
    ['__proto__', -1],
  ])('%s is at position %d', (id, out) => {
    expect(index.positionOf(id)).toBe(out);
  });

  it('a row has the attributes of the series', () => {
    const { position, names, text, number } = index.rowAt(2);
    expect([position, names('run'), names('dataset'), names('sample_rate')]).toEqual([2, ['O2'], ['O2'], ['4']]);
    for (const read of [() => names('colour'), () => text('run'), () => number('detector')]) {
      expect(read).toThrow(TypeError);
    }
    expect([index.valuesOf('run'), index.valuesOf('detector')]).toEqual([['O1', 'O2'], ['H1']]);
  });

  it('an empty index has no files', () => {
    const empty = open({ kind: 'series', series: [] });
    expect([empty.count, empty.positionOf('H1-0-4kHz'), empty.select([]).length]).toEqual([0, -1, 0]);
    expect(empty.idsBetween(0, 0)).toEqual([]);
  });
});

describe('an index keeps', () => {
  const series = ['H1', 'L1'].map((detector) => {
    return { detector, sampleRateKHz: 4, run: 'O1', dataset: 'O1', blocks: [0, 1000] };
  });
  const ofDetector = (value: string): Condition[] => [{ test: 'is', column: 'detector', value }];

  it('the files of each detector, which are collected once', () => {
    const index = open({ kind: 'series', series });
    const gathered = (value: string) => index.select(ofDetector(value)).buffer;
    const first = gathered('H1');
    expect(gathered('L1')).not.toBe(first);
    expect(gathered('H1')).toBe(first);
  });

  it('nothing about a detector without files', async () => {
    const index = open({ kind: 'series', series });
    const kept = await keptAfter((round) => {
      for (let n = 0; n < 500; n++) {
        const detector = `X${round}${n}${'N'.repeat(10_000)}`;
        index.select(ofDetector(detector));
        expect(index.positionOf(`${detector}-0-4kHz`)).toBe(-1);
      }
    });
    expect(kept).toBeLessThan(1_000_000);
  });
});

describe('conditions and columns that series do not have are bugs', () => {
  it('the test isHighest', () => {
    const index = open({ kind: 'series', series: [] });
    const isHighest = { test: 'isHighest', column: 'gps', group: 'detector' } as const;
    expect(() => index.select([isHighest])).toThrow(new TypeError('no test "isHighest"'));
  });
});
