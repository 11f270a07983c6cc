/** Citations as text. */

import { expect, test } from 'vitest';
import { citeCatalog, citePaper, formatBibTex, formatText } from '../../src/explorer/export/citations.ts';

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

test('a paper without a known title names its catalog in a note; papers of one catalog have entries of their own', () => {
  const cite = (paper: string, paperTitle?: string) =>
    citePaper('X-all', { title: 'X', paper, ...(paperTitle !== undefined && { paperTitle }) });
  const [untitled, titled] = [cite('https://doi.org/10.1/a_b'), cite('https://arxiv.org/abs/2101.00001', 'A & B')];
  if (untitled === null || titled === null) throw new Error('no paper');
  expect(formatBibTex(untitled)).toBe(
    '@misc{10.1-a-b,\n  note          = {Paper on X},\n  doi           = {10.1/a_b}\n}\n',
  );
  expect(formatText(untitled)).toBe('Paper on X. doi:10.1/a_b.');
  expect(formatBibTex(titled)).toContain('@misc{arXiv-2101.00001,\n  title         = {{A \\& B}},\n');
  expect(formatText(titled)).toBe('A & B. arXiv:2101.00001.');
});
