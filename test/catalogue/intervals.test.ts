/** Where intervals end: runs and strain files that follow each other do not overlap, and an end belongs to what comes next. */

import { expect, it } from 'vitest';
import { checkDataset, findRepeatedFiles } from '../../src/catalogue/check-strain-files.ts';
import { checkRuns, runAt } from '../../src/catalogue/runs.ts';
import type { StrainDataset } from '../../src/catalogue/types.ts';

const runs = [
  { name: 'O1', gps_start: 0, gps_end: 8192 },
  { name: 'O2', gps_start: 8192, gps_end: 16384 },
];
const dataset = (name: string, first: number, count: number): StrainDataset => ({
  ...{ dataset: name, run: 'O1', sample_rate_kHz: 4 },
  series: [{ detector: 'H1', file_prefix: 'a', blocks: [[first, count]] }],
});

it('a run can start when another ends', () => {
  expect(checkRuns(runs, null)).toEqual([]);
  expect(checkRuns(runs.toReversed(), null)).toEqual([]);
  expect([8191, 8192, 16384].map((gps) => runAt(gps, runs))).toEqual(['O1', 'O2', null]);
});

it('the files of one dataset can start when those of another end', () => {
  const found = (first: number) =>
    findRepeatedFiles([dataset('A', 0, 2), dataset('B', first, 1)], () => '').map(({ finding }) => finding.code);
  expect([found(8192), found(4096)]).toEqual([[], ['D143']]);
});

it('a dataset ends after it starts', () => {
  const known = {
    detectors: null,
    runs: null,
    catalogs: null,
    cumulative: null,
    parameters: null,
    otherParameters: null,
  };
  const codes = (gps_end: number) =>
    checkDataset({ ...dataset('A', 0, 1), gps_start: 4096, gps_end }, known).map(({ code }) => code);
  expect([codes(4096), codes(4097)]).toEqual([['D149'], []]);
});
