/** Which lines of a pack are not those of the pack before. */

import { describe, expect, it } from 'vitest';
import { LINES_PER_PACK } from '../../src/core/listing/pack.ts';
import { compareLines, hasChanged } from '../../src/site/build/changed-lines.ts';

const bytes = (lines: readonly string[]) => Buffer.from(lines.map((line) => `${line}\n`).join(''));

/** Positions that changed, in pack 1 of a set. */
function changedPositions(before: readonly string[] | null, now: readonly string[]): number[] {
  const comparison = compareLines(LINES_PER_PACK + now.length);
  comparison.compare('set', 1, bytes(now), before && bytes(before));
  const all = Array.from({ length: LINES_PER_PACK + now.length }, (_, position) => position);
  expect(hasChanged(comparison.changed, 'another set', all)).toBe(false);
  return all.filter((position) => hasChanged(comparison.changed, 'set', [position]));
}

describe('a pack beside the one before', () => {
  it.each([
    { before: ['a', 'b', 'c'], now: ['a', 'b', 'c'], changed: [] },
    { before: ['a', 'b', 'c'], now: ['a', 'x', 'c'], changed: [1] },
    { before: ['a', 'b', 'c'], now: ['a', 'longer', 'c'], changed: [1] },
    { before: ['a', 'b', 'c'], now: ['a', 'c'], changed: [1] },
    { before: ['a'], now: ['a', 'b', 'c'], changed: [1, 2] },
    { before: ['ab', 'c'], now: ['a', 'bc'], changed: [0, 1] },
    { before: [], now: ['a'], changed: [0] },
    { before: null, now: ['a', 'b'], changed: [0, 1] },
  ])('$before, $now: $changed', ({ before, now, changed }) => {
    expect(changedPositions(before, now)).toEqual(changed.map((number) => LINES_PER_PACK + number));
  });
});
