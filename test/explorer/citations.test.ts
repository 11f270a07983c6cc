/** Citations as text. */

import { expect, test } from 'vitest';
import { CITATION_FORMATS, citeCatalog } from '../../src/explorer/export/citations.ts';

const CONTEXT = { publisher: 'P', version: 'release a', page: 'https://x.example/' };

test.each([
  [{ year: 2021, authors: ['A', 'B'] }, 'A and B (2021): X. P, release a. https://x.example/#/catalogs/X\n'],
  [{ authors: ['A'] }, 'A: X. P, release a. https://x.example/#/catalogs/X\n'],
  [{ year: 2021 }, 'X (2021). P, release a. https://x.example/#/catalogs/X\n'],
  [{}, 'X. P, release a. https://x.example/#/catalogs/X\n'],
])('the text of a citation has the year, with or without authors: %j', (facts, text) => {
  expect(CITATION_FORMATS.Text.format(citeCatalog('X', facts, CONTEXT))).toBe(text);
});
