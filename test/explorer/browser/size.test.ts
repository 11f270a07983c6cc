/** Limits for the size of the explorer's scripts, in bytes after gzip: of those loaded before the first rows appear, and of all scripts. */

import { dirname, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { bundleSize } from '../../support/bundle-size.ts';

const FIRST_BYTES = 80_000;
const ALL_BYTES = 180_000;

const { first, all, firstBytes, allBytes } = bundleSize(join(dirname(dirname(inject('cli'))), 'explorer'));

test('the scripts before the first rows are within their limit', () => {
  expect(first.length).toBeGreaterThan(2);
  expect(firstBytes).toBeLessThan(FIRST_BYTES);
});

test('all scripts together are within their limit', () => {
  expect(all.length).toBeGreaterThan(6);
  expect(allBytes).toBeLessThan(ALL_BYTES);
});
