import { expect, it } from 'vitest';
import { findFirst } from '../../../src/core/base/binary-search.ts';

it('finds the first index of every list of up to 20 elements, and the length if there is none', () => {
  for (let length = 0; length <= 20; length++) {
    for (let first = 0; first <= length; first++) expect(findFirst(length, (index) => index >= first)).toBe(first);
  }
});
