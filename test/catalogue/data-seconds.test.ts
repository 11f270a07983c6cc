import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataCheckOf } from '../../src/catalogue/check-statistics.ts';
import { dataSecondsOf, dutyCycleOf } from '../../src/catalogue/data-seconds.ts';
import { readStatistics } from '../../src/catalogue/statistics.ts';
import type { FileStatistics, Timeline } from '../../src/catalogue/types.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { shippedCatalogue } from '../support/shipped-catalogue.ts';
import { SHIPPED_TOTALS } from '../support/shipped-totals.ts';

const timeline = (segments: Timeline['segments']): Timeline => ({
  name: 'H1_DATA',
  detector: 'H1',
  run: 'O1',
  segments,
});
const { datasets, timelines } = shippedCatalogue();

describe('dataSecondsOf', () => {
  const segments = timeline([
    [0, 4100],
    [8000, 9000],
  ]);

  it.each([
    [0, 4096],
    [4096, 196],
    [8192, 808],
    [12288, 0],
  ])('counts the seconds of the file at GPS %i', (gpsStart, seconds) => {
    expect(dataSecondsOf([segments], { run: 'O1' }, 'H1')?.(gpsStart)).toBe(seconds);
  });

  it('is null without a list for the run and detector', () => {
    expect(dataSecondsOf([segments], { run: 'O2' }, 'H1')).toBeNull();
    expect(dataSecondsOf([segments], { run: 'O1' }, 'L1')).toBeNull();
    expect(dataSecondsOf([{ ...segments, name: 'H1_CBC_CAT1' }], { run: 'O1' }, 'H1')).toBeNull();
  });

  it('equals a second-by-second count, in any order of lookups', () => {
    const gaps = fc.array(fc.tuple(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 5000 })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(gaps, fc.shuffledSubarray([0, 4096, 8192, 12288, 16384, 40960]), (steps, starts) => {
        let at = 0;
        const list = steps.map(([gap, length]): [number, number] => {
          const start = at + gap;
          at = start + length;
          return [start, at];
        });
        const secondsAt = dataSecondsOf([timeline(list)], { run: 'O1' }, 'H1');
        for (const start of starts) {
          let counted = 0;
          for (let gps = start; gps < start + 4096; gps++) {
            if (list.some(([from, to]) => from <= gps && gps < to)) counted++;
          }
          expect(secondsAt?.(start)).toBe(counted);
        }
      }),
      { numRuns: propertyRuns(30) },
    );
  });

  it('covers all DATA seconds of a shipped detector, because each of them is in one file', () => {
    expect(datasets.flatMap(({ series }) => series).length).toBeGreaterThan(20);
    for (const dataset of datasets) {
      for (const { detector, blocks } of dataset.series) {
        const secondsAt = dataSecondsOf(timelines, dataset, detector);
        let sum = 0;
        for (const [start, count] of blocks) {
          for (let i = 0; i < count; i++) sum += secondsAt?.(start + i * 4096) ?? 0;
        }
        const list = timelines.find(({ name, run }) => name === `${detector}_DATA` && run === dataset.run);
        const livetime = list?.segments.reduce((all, [start, stop]) => all + stop - start, 0);
        const name = dataset.dataset;
        expect({ name, detector, sum }).toEqual({ name, detector, sum: livetime });
      }
    }
  });

  it('equals each published duty cycle to the last digit', () => {
    let published = 0;
    for (const dataset of datasets) {
      for (const record of readStatistics(dataset)) {
        const seconds = dataSecondsOf(timelines, dataset, record.detector)?.(record.gps_start) ?? 0;
        expect(record.duty_cycle).toBe(dutyCycleOf(seconds));
        published++;
      }
    }
    expect(published).toBe(SHIPPED_TOTALS.statistics);
  });
});

describe('dataCheckOf', () => {
  const dataset = datasets.find((one) => one.dataset === 'O1');
  if (!dataset) throw new Error('no O1');
  const check = dataCheckOf({ ...dataset, bits: [{ bit: 3, name: 'DATA' }] }, 'H1', [timeline([[0, 2887]])]);
  const codes = (record: Partial<FileStatistics>): string[] =>
    (check?.({ detector: 'H1', gps_start: 0, duty_cycle: null, bitsums: null, ...record } as FileStatistics) ?? []).map(
      ({ code, at }) => `${code} ${at?.join('.')}`,
    );

  it.each([
    [70.48, []],
    [dutyCycleOf(2887), []],
    [dutyCycleOf(2888), ['D154 duty_cycle']],
    [dutyCycleOf(2886), ['D154 duty_cycle']],
    [null, []],
  ])('accepts a duty cycle of %s %% for 2887 s: %j', (dutyCycle, found) => {
    expect(codes({ duty_cycle: dutyCycle })).toEqual(found);
  });

  it('compares the bit named DATA exactly', () => {
    expect(
      codes({
        bitsums: [
          { bit: 0, sum: 5 },
          { bit: 3, sum: 2887 },
        ],
      }),
    ).toEqual([]);
    expect(
      codes({
        bitsums: [
          { bit: 0, sum: 5 },
          { bit: 3, sum: 2886 },
        ],
      }),
    ).toEqual(['D154 bitsums.1.sum']);
  });
});
