/** Blocks of consecutive strain files, and where intervals end: what follows an interval does not overlap it. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countBlockFiles, hasFile, uniteBlocks } from '../../src/catalogue/blocks.ts';
import { checkRuns } from '../../src/catalogue/check-runs.ts';
import { checkDataset, findRepeatedFiles } from '../../src/catalogue/check-strain-files.ts';
import { runAt } from '../../src/catalogue/runs.ts';
import type { Block, StrainDataset } from '../../src/catalogue/types.ts';

describe('uniteBlocks', () => {
  const block = (index: number, count: number): Block => [index * 4096, count];

  it.each([
    { blocks: [block(0, 2), block(2, 1)], united: [block(0, 3)] },
    { blocks: [block(5, 1), block(0, 2)], united: [block(0, 2), block(5, 1)] },
    { blocks: [block(0, 9), block(2, 1)], united: [block(0, 9)] },
    { blocks: [], united: [] },
  ])('$blocks', ({ blocks, united }) => {
    expect(uniteBlocks(blocks)).toEqual(united);
  });

  it('contains each file of the blocks once, and no others', () => {
    const start = fc.nat(60).map((n) => n * 4096);
    const blocks = fc.array(fc.tuple(start, fc.integer({ min: 1, max: 9 })));
    fc.assert(
      fc.property(blocks, (given) => {
        const files = new Set<number>();
        for (const [first, count] of given) for (let i = 0; i < count; i++) files.add(first / 4096 + i);
        const united = uniteBlocks(given);
        expect(countBlockFiles(united)).toBe(files.size);
        for (let i = 0; i < 75; i++) expect(hasFile(united, i * 4096)).toBe(files.has(i));
        expect(hasFile(united, 1)).toBe(false);
      }),
    );
  });
});

const runs = [
  { name: 'O1', gps_start: 0, gps_end: 8192 },
  { name: 'O2', gps_start: 8192, gps_end: 16384 },
];
const dataset = (name: string, first: number, count: number): StrainDataset => ({
  ...{ dataset: name, run: 'O1', sample_rate_kHz: 4 },
  series: [{ detector: 'H1', file_prefix: 'a', blocks: [[first, count]] }],
});

it('a run can start when another ends', () => {
  expect(checkRuns(runs, [])).toEqual([]);
  expect(checkRuns(runs.toReversed(), [])).toEqual([]);
  expect([8191, 8192, 16384].map((gps) => runAt(gps, runs))).toEqual(['O1', 'O2', null]);
});

it('the files of one dataset can start when those of another end', () => {
  const found = (first: number) =>
    findRepeatedFiles([dataset('A', 0, 2), dataset('B', first, 1)], () => '').map(({ finding }) => finding.code);
  expect([found(8192), found(4096)]).toEqual([[], ['D143']]);
});

it('a dataset ends after it starts', () => {
  const none = { catalogs: [], cumulative: [], parameters: [], otherParameters: [] };
  const known = { ...none, detectors: ['H1'], runs: ['O1'] };
  const codes = (gps_end: number) =>
    checkDataset({ ...dataset('A', 0, 1), gps_start: 4096, gps_end }, known).map(({ code }) => code);
  expect([codes(4096), codes(4097)]).toEqual([['D149'], []]);
});
