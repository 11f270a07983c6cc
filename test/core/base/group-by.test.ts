import { expect, it } from 'vitest';
import { groupBy } from '../../../src/core/base/group-by.ts';

it('groups items by key, in the order of their first items, and keeps the order in each group', () => {
  const groups = groupBy(['O2', 'H1', 'O1', 'L1', 'H2'], (name) => name[0]);
  expect([...groups]).toEqual([
    ['O', ['O2', 'O1']],
    ['H', ['H1', 'H2']],
    ['L', ['L1']],
  ]);
});

it('accepts any iterable and any key, and makes no group of no items', () => {
  const even = { id: 'even' };
  const odd = { id: 'odd' };
  expect(groupBy(new Set([1, 2, 3]), (n) => (n % 2 === 0 ? even : odd))).toEqual(
    new Map([
      [odd, [1, 3]],
      [even, [2]],
    ]),
  );
  expect(groupBy([], String).size).toBe(0);
});
