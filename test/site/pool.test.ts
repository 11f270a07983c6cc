/** Threads of a build. */

import { expect, it } from 'vitest';
import { countThreads } from '../../src/site/pages/pool.ts';

it.each([
  [1, 0],
  [2, 1],
  [9, 8],
  [64, 8],
])('%i cores: %i threads besides the main one', (cores, threads) => {
  expect(countThreads(cores)).toBe(threads);
});
