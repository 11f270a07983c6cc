/** The mark in a plot to move to when an arrow key is pressed. */

import { expect, it } from 'vitest';
import { nextMark } from '../../src/explorer/charts/marks.ts';

const MARKS = [
  { id: 'c', x: 30, y: 5 },
  { id: 'a', x: 10, y: 20 },
  { id: 'a', x: 10, y: 1 },
  { id: 'b', x: 20, y: 40 },
];

it.each([
  [null, 'ArrowLeft', 'a'],
  [null, 'ArrowUp', 'a'],
  ['a', 'ArrowRight', 'b'],
  ['b', 'ArrowRight', 'c'],
  ['c', 'ArrowRight', 'c'],
  ['b', 'ArrowLeft', 'a'],
  ['a', 'ArrowUp', 'c'],
  ['a', 'ArrowDown', 'b'],
  ['b', 'ArrowDown', 'b'],
  ['b', 'Home', 'a'],
  ['a', 'End', 'c'],
  ['a', 'PageDown', 'c'],
  ['c', 'PageUp', 'a'],
  ['gone', 'ArrowRight', 'a'],
  ['a', 'x', undefined],
  ['a', 'Tab', undefined],
])('from %s, %s goes to %s', (current, key, id) => {
  expect(nextMark(MARKS, current === null ? null : { id: current }, key)?.id).toBe(id);
});

it('goes to the first of several marks of a record', () => {
  expect(nextMark(MARKS, null, 'Home')).toBe(MARKS[1]);
});

it('goes nowhere without marks', () => {
  expect(nextMark([], null, 'ArrowRight')).toBeUndefined();
});

it('reaches each of a thousand records once, also at the same position', () => {
  const marks = Array.from({ length: 1000 }, (_, n) => ({ id: `e${n}`, x: n % 7, y: n % 3 }));
  const seen: string[] = [];
  for (let at = nextMark(marks, null, 'Home'); at !== undefined && seen.at(-1) !== at.id; ) {
    seen.push(at.id);
    at = nextMark(marks, at, 'ArrowRight');
  }
  expect(new Set(seen).size).toBe(1000);
});
