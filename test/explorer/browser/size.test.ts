/** Size of what the explorer loads: before the first rows appear, and in total. Limits: DESIGN.md, section 8. */

import { dirname, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { bundleSize } from '../../support/bundle-size.ts';

const FIRST_BYTES = 60_000;
const ALL_BYTES = 180_000;

const { first, all, firstBytes, allBytes } = bundleSize(join(dirname(dirname(inject('cli'))), 'explorer'));

test('before the first rows', () => {
  expect(first.length).toBeGreaterThan(2);
  expect(firstBytes).toBeLessThan(FIRST_BYTES);
});

test('in all', () => {
  expect(all.length).toBeGreaterThan(6);
  expect(allBytes).toBeLessThan(ALL_BYTES);
});
