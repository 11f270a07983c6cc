/** Text from data in reports: characters that control a terminal or end a line are always escaped. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, printableJson } from '../../src/report/printable.ts';
import { textOfProblems } from '../support/problem-text.ts';

describe('printable', () => {
  it.each([
    ['GW150914', 'GW150914'],
    ['naïve \u00b1 M☉ 𝛘', 'naïve \u00b1 M☉ 𝛘'],
    ['a\tb', 'a\tb'],
    ['a\nb\r', 'a\\nb\\r'],
    ['\u001b[2J\u0007\0', '\\x1b[2J\\x07\\x00'],
    ['\u007f\u009b31m', '\\x7f\\x9b31m'],
    ['\u2028\u2029', '\\u2028\\u2029'],
    ['\u202e\u2066\u200b\ufeff', '\\u202e\\u2066\\u200b\\ufeff'],
    ['\u{e0041}', '\\u{e0041}'],
    ['\ud800', '\\ud800'],
  ])('%j -> %s', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('leaves nothing hidden in any text, and does not change texts without hidden characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = printable(text);
        expect(shown.replaceAll('\t', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(printable(shown)).toBe(shown);
      }),
    );
  });
});

describe('printableJson', () => {
  it('gives the same value, with nothing hidden', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
        const shown = printableJson({ value, text });
        expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify({ value, text })));
      }),
    );
  });
});

describe('formatProblems', () => {
  it('escapes every part of a problem', () => {
    const evil = '\u001b[2J\n\u202e';
    const problem = {
      code: 'D104',
      file: `${evil}.yaml`,
      line: 1,
      column: 1,
      message: evil,
      fix: evil,
      excerpt: evil,
    };
    const shown = '\\x1b[2J\\n\\u202e';
    expect(textOfProblems([{ ...problem, code: 'D104' }])).toBe(
      `${shown}.yaml:1:1  D104  ${shown}\n  1 | ${shown}\n  fix: ${shown}\n1 problem\n`,
    );
  });
});
