/** Counts in words. */

import { describe, expect, it } from 'vitest';
import { countOf, firstOf } from '../../src/report/count.ts';

describe('countOf', () => {
  it.each([
    [1, 'event version', '1 event version'],
    [0, 'file', '0 files'],
    [2, 'catalog', '2 catalogs'],
    [74598, 'strain file', '74,598 strain files'],
  ])('%i %s', (count, noun, text) => {
    expect(countOf(count, noun)).toBe(text);
  });

  it('accepts an irregular plural', () => {
    expect([countOf(1, 'entry', 'entries'), countOf(2, 'entry', 'entries')]).toEqual(['1 entry', '2 entries']);
  });
});

describe('the first items of a list', () => {
  it.each([
    { most: 3, shown: ['a', 'b', 'c'], more: [] },
    { most: 2, shown: ['a', 'b'], more: ['and 1 more (--json has all)'] },
    { most: 0, shown: [], more: ['and 3 more (--json has all)'] },
  ])('at most $most', ({ most, ...expected }) => {
    expect(firstOf(['a', 'b', 'c'], most, ' (--json has all)')).toEqual(expected);
  });
});
