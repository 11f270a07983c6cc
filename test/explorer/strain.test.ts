/** Computations of the strain view, compared with independent second-by-second counting. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunEntry } from '../../src/core/contract/wire.ts';
import { LIST_FORMATS } from '../../src/explorer/strain-data/archive.ts';
import {
  between,
  clip,
  coverage,
  hull,
  type Interval,
  move,
  SHORTEST_S,
  secondsCovered,
  shareCovered,
  union,
  within,
  zoom,
} from '../../src/explorer/strain-data/interval.ts';
import { knowledgeIn, runsWithin, shareOn, timeThatIs } from '../../src/explorer/strain-data/observing.ts';
import { hoursText } from '../../src/explorer/text/hours-text.ts';
import { daysPerBar, listBins } from '../../src/explorer/timeline/bins.ts';
import { countSets, countTogether, timeTogether } from '../../src/explorer/views/strain/detector-sets.ts';

const DETECTORS = ['G1', 'H1', 'L1', 'V1'];

/** Ascending segments of whole seconds within 0 to about 200, some of which touch. */
const segments = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 25 })), { maxLength: 12 })
  .map((pairs) => {
    let at = 0;
    return pairs.map(([gap, length]) => {
      const start = at + gap;
      at = start + length;
      return { start, stop: at };
    });
  });
const interval = fc
  .tuple(fc.integer({ min: -20, max: 150 }), fc.integer({ min: 0, max: 120 }))
  .map(([start, length]): Interval => ({ start, stop: start + length }));
const timelines = fc
  .array(segments, { minLength: 1, maxLength: DETECTORS.length })
  .map((all) => all.map((one, n) => ({ detector: DETECTORS[n] as string, segments: one })));

const secondsOf = ({ start, stop }: Interval): number[] =>
  Array.from({ length: stop - start }, (_, second) => start + second);
const isIn = (all: readonly Interval[], second: number): boolean =>
  all.some(({ start, stop }) => start <= second && second < stop);

describe('segments of one detector', () => {
  test('clipping keeps exactly the seconds of the interval', () => {
    fc.assert(
      fc.property(segments, interval, (all, shown) => {
        const kept = clip(all, shown);
        expect(secondsOf({ start: -30, stop: 400 }).filter((second) => isIn(kept, second))).toEqual(
          secondsOf(shown).filter((second) => isIn(all, second)),
        );
      }),
    );
  });

  test('each column has the covered fraction of its slice', () => {
    fc.assert(
      fc.property(
        segments,
        interval,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 8 }),
        (all, at, columns, width) => {
          const shown = { start: at.start, stop: at.start + columns * width };
          const counted = Array.from({ length: columns }, (_, column) => {
            const start = shown.start + column * width;
            return secondsOf({ start, stop: start + width }).filter((second) => isIn(all, second)).length / width;
          });
          const parts = [...coverage(all, shown, columns)];
          expect(parts.length).toBe(columns);
          for (const [n, part] of parts.entries()) expect(part).toBeCloseTo(counted[n] as number, 9);
        },
      ),
    );
  });

  test('the drawn fractions add up to the covered seconds, at any width', () => {
    fc.assert(
      fc.property(segments, interval, fc.integer({ min: 1, max: 90 }), (all, shown, columns) => {
        fc.pre(shown.stop > shown.start);
        const drawn = coverage(all, shown, columns).reduce((sum, part) => sum + part, 0);
        expect((drawn * (shown.stop - shown.start)) / columns).toBeCloseTo(secondsCovered(all, shown), 6);
      }),
    );
  });
});

describe('detectors at the same time', () => {
  test('a set has two numbers of seconds: with data of at least its detectors, and of exactly its detectors', () => {
    fc.assert(
      fc.property(timelines, interval, (all, shown) => {
        const detectors = all.map(({ detector }) => detector);
        const onIn = (second: number) =>
          all.filter((one) => isIn(one.segments, second)).map(({ detector }) => detector);
        const seconds = secondsOf(shown).map(onIn);
        const { sets: listed, none } = countSets(all, [shown]);
        const subsets = ([first, ...others]: readonly string[]): string[][] =>
          first === undefined ? [[]] : subsets(others).flatMap((set) => [set, [first, ...set]]);
        const sets = [...detectors, ...seconds.flatMap(subsets).map(String)];
        expect(new Set(listed.map(({ detectors: set }) => set.join()))).toEqual(
          new Set(sets.filter((set) => set !== '')),
        );
        // Every second counts for exactly one set, or for none.
        expect(none).toBe(seconds.filter((on) => on.length === 0).length);
        for (const { detectors: set, atLeast, exactly } of listed) {
          expect(atLeast).toBe(seconds.filter((on) => set.every((one) => on.includes(one))).length);
          expect(exactly).toBe(seconds.filter((on) => on.join() === set.join()).length);
          const together = timeTogether(
            all.filter(({ detector }) => set.includes(detector)),
            [shown],
          );
          expect(together.reduce((sum, { start, stop }) => sum + stop - start, 0)).toBe(atLeast);
        }
      }),
    );
  });

  test('sets are listed from all detectors down to single ones; a pair that was never on is left out', () => {
    const segmentsFor = (detector: string, start: number, stop: number) => ({ detector, segments: [{ start, stop }] });
    const all = [segmentsFor('H1', 0, 5), segmentsFor('L1', 2, 7), segmentsFor('V1', 4, 6), segmentsFor('K1', 8, 9)];
    expect(countSets(all, [{ start: 0, stop: 10 }])).toEqual({
      sets: [
        { detectors: ['H1', 'L1', 'V1'], atLeast: 1, exactly: 1 },
        { detectors: ['H1', 'L1'], atLeast: 3, exactly: 2 },
        { detectors: ['H1', 'V1'], atLeast: 1, exactly: 0 },
        { detectors: ['L1', 'V1'], atLeast: 2, exactly: 1 },
        { detectors: ['H1'], atLeast: 5, exactly: 2 },
        { detectors: ['L1'], atLeast: 5, exactly: 1 },
        { detectors: ['V1'], atLeast: 2, exactly: 0 },
        { detectors: ['K1'], atLeast: 1, exactly: 1 },
      ],
      none: 2,
    });
  });
});

describe('bars', () => {
  test('are UTC days at the scale of a run, and segments below ten days', () => {
    expect(daysPerBar({ start: 0, stop: 9 * 86_400 }, 1000)).toBe(0);
    expect(daysPerBar({ start: 0, stop: 183 * 86_400 }, 1200)).toBe(1);
    expect(daysPerBar({ start: 0, stop: 3000 * 86_400 }, 1200)).toBeGreaterThan(1);
    // From a day's midnight to the next one: GPS is 16 s ahead of UTC in 2015, and a second more after the leap second of 2016.
    expect(listBins({ start: 1126051217, stop: 1126051217 + 2 * 86_400 }, 1)).toEqual([
      { start: 1126051217, stop: 1126137617 },
      { start: 1126137617, stop: 1126224017 },
    ]);
    expect(listBins({ start: 1167177617, stop: 1167177618 }, 1)).toEqual([{ start: 1167177617, stop: 1167264018 }]);
  });

  test('have times in minutes below one hour', () => {
    expect([0, 12, 252, 3596, 3597, 3600, 9_226_440].map((seconds) => hoursText(seconds))).toEqual([
      '0',
      '12 s',
      '4.2 min',
      '59.9 min',
      '1.0',
      '1.0',
      '2,562.9',
    ]);
  });
});

describe('observing time', () => {
  const run = (name: string, gps_start: number, gps_end: number, detectors: string[]) =>
    ({ name, gps_start, gps_end, detectors }) as unknown as RunEntry;
  const runs = [
    run('A', 0, 100, ['H1', 'L1']),
    run('B', 200, 300, ['H1', 'L1']),
    run('B1', 250, 260, ['H1', 'L1']),
    run('C', 290, 400, ['H1']),
  ];
  const h1 = { detector: 'H1', flag: 'H1_DATA', runs: ['A', 'C'], segments: [{ start: 10, stop: 20 }] };
  const l1 = { detector: 'L1', flag: 'L1_DATA', runs: ['A', 'B'], segments: [] };

  test('of a detector is the time of the runs whose segments are known', () => {
    const all = { start: -50, stop: 350 };
    expect(timeThatIs('known', h1, runs, all)).toEqual([
      { start: 0, stop: 100 },
      { start: 290, stop: 350 },
    ]);
    expect(timeThatIs('known', l1, runs, all)).toEqual([
      { start: 0, stop: 100 },
      { start: 200, stop: 300 },
    ]);
    expect(timeThatIs('known', h1, runs, { start: 210, stop: 280 })).toEqual([]);
  });

  test('is unknown in a run without a list, and absent between runs and in runs without the detector', () => {
    expect(timeThatIs('unlisted', h1, runs, { start: 0, stop: 1000 })).toEqual([{ start: 200, stop: 300 }]);
    const knowledge = (start: number, stop: number) => knowledgeIn(l1, runs, { start, stop });
    expect(knowledgeIn(h1, runs, { start: 210, stop: 280 })).toBe('unlisted');
    expect([knowledge(150, 250), knowledge(120, 180), knowledge(300, 400)]).toEqual(['known', 'absent', 'absent']);
  });

  test('counts for the height of a bar only where it is known', () => {
    const segments = [{ start: 0, stop: 50 }];
    expect(shareCovered(segments, [{ start: 0, stop: 100 }])).toBe(0.5);
    expect(
      shareCovered(segments, [
        { start: 25, stop: 75 },
        { start: 90, stop: 115 },
      ]),
    ).toBe(1 / 3);
    expect(shareCovered(segments, [])).toBeNull();
  });

  test('of several detectors is that of runs that have a list, without runs for which a participating detector has none', () => {
    const unnamed = run('N', 500, 600, []);
    const counted = countTogether({
      timelines: [h1, l1],
      runs: [...runs, unnamed],
      interval: { start: 0, stop: 1000 },
    });
    expect(counted.knownRuns).toEqual(['A', 'C']);
    expect(counted.joint).toEqual([
      { start: 0, stop: 100 },
      { start: 290, stop: 400 },
    ]);
    expect(counted.known).toBe(210);
  });

  test('counts a run within another one once', () => {
    expect(runsWithin(runs, { start: 0, stop: 1000 }).map(({ run: { name } }) => name)).toEqual(['A', 'B', 'C']);
  });

  test('belongs to the first of several runs with the same time', () => {
    const same = [run('D', 0, 100, ['H1']), run('D1', 0, 100, ['H1']), run('D2', 20, 100, ['H1'])];
    expect(runsWithin(same, { start: 0, stop: 1000 }).map(({ run: { name } }) => name)).toEqual(['D']);
  });

  test('has a share for which a flag was on, if it is known', () => {
    expect(shareOn(h1, runs, { start: 0, stop: 1000 })).toBe(10 / 210);
    expect(shareOn(l1, runs, { start: 0, stop: 1000 })).toBe(0);
    expect(shareOn(h1, runs, { start: 200, stop: 280 })).toBeNull();
  });

  test('joins intervals that overlap or touch', () => {
    const parts = [
      { start: 5, stop: 9 },
      { start: 0, stop: 2 },
      { start: 2, stop: 6 },
      { start: 20, stop: 21 },
    ];
    expect(union(parts)).toEqual([
      { start: 0, stop: 9 },
      { start: 20, stop: 21 },
    ]);
  });
});

describe('the visible interval', () => {
  const bounds = { start: 1000, stop: 900_000 };
  const inside = fc
    .tuple(fc.integer({ min: 1000, max: 800_000 }), fc.integer({ min: SHORTEST_S, max: 90_000 }))
    .map(([start, length]): Interval => ({ start, stop: start + length }));
  const isSound = ({ start, stop }: Interval) =>
    Number.isInteger(start) && Number.isInteger(stop) && start >= bounds.start && stop <= bounds.stop && start < stop;

  test('stays in its bounds, in whole seconds and not too short, after any change', () => {
    fc.assert(
      fc.property(
        inside,
        fc.double({ min: 0.01, max: 40, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (shown, factor, place) => {
          for (const changed of [
            zoom(shown, factor, place, bounds),
            move(shown, factor - 5, bounds),
            between(shown, place, 1 - place, bounds),
            within(bounds, { start: shown.start - 5_000_000, stop: shown.stop }),
          ]) {
            expect(changed).toSatisfy(isSound);
            expect(changed.stop - changed.start).toBeGreaterThanOrEqual(SHORTEST_S);
          }
        },
      ),
    );
  });

  test('zooming keeps the time under the pointer in place', () => {
    const shown = { start: 400_000, stop: 500_000 };
    expect(zoom(shown, 0.5, 0.25, bounds)).toEqual({ start: 412_500, stop: 462_500 });
    expect(zoom(shown, 1000, 0.5, bounds)).toEqual(bounds);
    expect(between(shown, 0.75, 0.5, bounds)).toEqual({ start: 450_000, stop: 475_000 });
    expect(move(shown, -1, bounds)).toEqual({ start: 300_000, stop: 400_000 });
    expect(move(shown, 90, bounds)).toEqual({ start: 800_000, stop: 900_000 });
  });

  test('the hull contains everything', () => {
    expect(hull([])).toBeNull();
    expect(
      hull([
        { start: 5, stop: 9 },
        { start: 1, stop: 2 },
        { start: 4, stop: 30 },
      ]),
    ).toEqual({ start: 1, stop: 30 });
  });
});

test('download lists have the format of each program', () => {
  const urls = [
    'https://host.example/archive/a/H-H1_X-1-4096.hdf5',
    'https://host.example/archive/b/L-L1_X-2-4096.hdf5',
  ];
  const lists = Object.fromEntries(
    Object.entries(LIST_FORMATS).map(([program, { line }]) => [program, urls.map(line).join('')]),
  );
  expect(lists).toEqual({
    wget: `${urls[0]}\n${urls[1]}\n`,
    aria2: `${urls[0]}\n  out=H-H1_X-1-4096.hdf5\n${urls[1]}\n  out=L-L1_X-2-4096.hdf5\n`,
  });
  for (const { command, file } of Object.values(LIST_FORMATS)) expect(command).toContain(`=${file}`);
});
