/** Suggestions for misspelt names. */

import { expect, test } from 'vitest';
import { suggest } from '../../src/explorer/host/names.ts';

const KNOWN = ['release', 'lastver', 'name-contains', 'GWTC', 'GWTC-4.0', 'GWTC-5.0'];

test.each([
  ['relese', 'release'],
  ['Lastver', 'lastver'],
  ['names-contain', 'name-contains'],
  ['GWTC9', 'GWTC'],
  ['gwtc-5', 'GWTC-5.0'],
  ['GWTC-', null],
  ['GWTC-6.0', null],
  ['far', null],
  ['', null],
])('%j stands for %j', (word, known) => {
  expect(suggest(word, KNOWN)).toBe(known);
});
