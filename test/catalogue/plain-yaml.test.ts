/** Everything that the parser of plain YAML accepts means the same to `yaml`, without errors and warnings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { listInputFiles } from '../../src/catalogue/files/input-files.ts';
import { parsePlainYaml } from '../../src/catalogue/files/plain-yaml.ts';
import { SHIPPED_DATA } from '../support/data-folders.ts';

/** True if the text is plain; fails if `yaml` disagrees. */
function isReadAlike(text: string): boolean {
  const plain = parsePlainYaml(text);
  if (plain === undefined) return false;
  const document = parseDocument(text, { prettyErrors: false, stringKeys: true });
  expect([...document.errors, ...document.warnings].map(({ message }) => message)).toEqual([]);
  expect(plain).toEqual(document.toJS());
  return true;
}

/** The configuration among them: every command reads it, and loading `yaml` takes longer than a build without changes. */
const SHIPPED = [
  ...listInputFiles(SHIPPED_DATA).all.filter((file) => file.endsWith('.yaml')),
  join(SHIPPED_DATA, '../stillwave.config.yaml'),
];

describe('parsePlainYaml', () => {
  it.each(SHIPPED.map((file) => [file.slice(SHIPPED_DATA.length + 1), file]))('reads %s as `yaml` does', (_, file) => {
    expect(isReadAlike(readFileSync(file, 'utf8'))).toBe(true);
  });

  it.each([
    ['a: 1\nb:\n  - x\n  - c: 2\n    d: [1, -2.5, 1e3]\n# end', { a: 1, b: ['x', { c: 2, d: [1, -2.5, 1000] }] }],
    ['- - 1\n  - 2\n- {a: {b: []}, c: {}}', [[1, 2], { a: { b: [] }, c: {} }]],
    ['a: "x: # y"\nb: \'"\'\nc: ""', { a: 'x: # y', b: '"', c: '' }],
    [
      'a: https://x.example/y:z\nb: 200219_201407\nc: one, two',
      { a: 'https://x.example/y:z', b: '200219_201407', c: 'one, two' },
    ],
    ['a: 1_000', { a: '1_000' }],
    ['a-b:\n  c--d-: 1\n  e: { f-: x, g-h: [] }', { 'a-b': { 'c--d-': 1, e: { 'f-': 'x', 'g-h': [] } } }],
    ['a: true\nb: null\nc: trueish', { a: true, b: null, c: 'trueish' }],
    ['a:\n    b: 1\nc: 0', { a: { b: 1 }, c: 0 }],
  ])('%j', (text, value) => {
    expect(parsePlainYaml(text)).toEqual(value);
    expect(isReadAlike(text)).toBe(true);
  });

  it.each([
    '',
    '# nothing',
    'a: 1\na: 2',
    'a:\nb: 1',
    'a:\n- 1',
    ' a: 1',
    'a: x\n  y',
    'a: 1\n  b: 2',
    'a:\n    b: 1\n  c: 2',
    'a: 1 # x',
    'a: 1\t',
    'a: 1\r\n',
    'a: 010',
    'a: 0x1F',
    'a: 1234567890123456',
    'a: +1',
    'a: .5',
    'a: ~',
    'a: Yes',
    'a: True',
    'yes: 1',
    'a: x: y',
    'a: x #y',
    'a: "\\n"',
    "a: 'it''s'",
    'a: &b 1',
    'a: *b',
    'a: !x 1',
    'a: |\n  x',
    'a: >\n  x',
    '? a',
    '--- \na: 1',
    'a: 1\n...',
    '%YAML 1.2',
    '<<: 1',
    '__proto__: 1',
    'constructor: 1',
    'a: [1,2]',
    'a: [1, 2',
    'a: [1, 2, ]',
    'a: [1]]',
    'a: {b}',
    'a: {b:1}',
    'a: {b: 1, b: 2}',
    'a: é',
    `a: ${'['.repeat(50)}${']'.repeat(50)}`,
    `${'- '.repeat(50)}1`,
  ])('%j is left to `yaml`', (text) => {
    expect(parsePlainYaml(text)).toBeUndefined();
  });

  it('reads random texts as `yaml` does', () => {
    const piece = fc.constantFrom(
      ...[
        'a',
        'b',
        'key',
        ': ',
        ':',
        '- ',
        '-',
        '\n',
        '\n  ',
        '\n    ',
        ' ',
        '[',
        ']',
        '{',
        '}',
        ', ',
        ',',
        '"',
        "'",
        '#',
      ],
      ...[
        ' #',
        '1',
        '-1',
        '0',
        '1.5',
        '1e5',
        '_',
        'true',
        'null',
        'No',
        '.',
        '/',
        '://',
        '@',
        '%',
        '&',
        '*',
        '!',
        '|',
        '>',
        '?',
        '~',
      ],
    );
    let plain = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        if (isReadAlike(pieces.join(''))) plain++;
      }),
      { numRuns: 20_000 },
    );
    expect(plain).toBeGreaterThan(200);
  });

  it('reads random lines of its own grammar as `yaml` does', () => {
    const value = fc.constantFrom(
      'x',
      'x y',
      '-1.5e-3',
      '"a b"',
      "'c'",
      '[1, 2]',
      '{a: 1, b: [x, y]}',
      'null',
      'a:b',
      '1_a',
      '[]',
    );
    const line = fc
      .tuple(fc.nat(3), fc.nat(2), fc.constantFrom('', 'a: ', 'b: ', 'c: ', 'd:'), value)
      .map(
        ([indent, dashes, key, text]) =>
          `${'  '.repeat(indent)}${'- '.repeat(dashes)}${key}${key === 'd:' ? '' : text}`,
      );
    let plain = 0;
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
        if (isReadAlike(lines.join('\n'))) plain++;
      }),
      { numRuns: 20_000 },
    );
    expect(plain).toBeGreaterThan(500);
  });
});
