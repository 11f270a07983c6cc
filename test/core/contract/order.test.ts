/** Strings are sorted by UTF-16 code unit. */

import { expect, it } from 'vitest';
import { byCodeUnit } from '../../../src/core/base/order.ts';

it.each<[string, string, number]>([
  ['a', 'a', 0],
  ['', '', 0],
  ['a', 'b', -1],
  ['b', 'a', 1],
  ['Z', 'a', -1],
  ['a', 'aa', -1],
  // A surrogate pair comes before the last characters of the basic plane.
  ['\u{1F600}', '\uFF5E', -1],
])('%j compared with %j: %i', (a, b, out) => {
  expect(Math.sign(byCodeUnit(a, b))).toBe(out);
});
