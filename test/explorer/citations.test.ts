/** Citations as text. */

import { expect, test } from 'vitest';
import { citeCatalog, formatBibTex } from '../../src/explorer/export/citations.ts';

const CONTEXT = { publisher: 'P', version: 'release a', page: 'https://x.example/' };

test('no field of a BibTeX entry can end early or begin a command', () => {
  const doi = 'https://doi.org/10.1/a},note={\\input{x}%';
  const facts = { authors: ['A}'], publisher: '\\input{x}', doi };
  const entry = formatBibTex(citeCatalog('X', facts, CONTEXT));
  expect(entry).toBe(`@misc{X,
  author        = {{A\\}}},
  title         = {{X}},
  publisher     = {{\\textbackslash{}input\\{x\\}}},
  version       = {release a},
  doi           = {10.1/a%7D,note=%7B%5Cinput%7Bx%7D%25}
}
`);
});

test('the address in a BibTeX entry cannot end early', () => {
  const page = 'https://x.example/a}\\write18{id}%20%/';
  const entry = formatBibTex(citeCatalog('X', {}, { ...CONTEXT, page }));
  expect(entry).toContain('= {\\url{https://x.example/a%7D%5Cwrite18%7Bid%7D%20%25/#/catalogs/X}}\n');
});
