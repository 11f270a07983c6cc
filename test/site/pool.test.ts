/** Threads of a build. */

import { expect, it } from 'vitest';
import { countThreads } from '../../src/site/tasks/pool.ts';

it.each([
  [1, 2 ** 20, 0],
  [2, 2 ** 20, 1],
  [9, 2 ** 20, 8],
  [64, 2 ** 20, 8],
  [64, 2 ** 17, 0],
])('%i cores and %i bytes of data: %i threads besides the main one', (cores, bytes, threads) => {
  expect(countThreads(cores, bytes)).toBe(threads);
});
