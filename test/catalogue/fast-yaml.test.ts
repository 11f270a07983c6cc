/** Whatever the fast YAML parser accepts, `yaml` reads as the same value, without errors or warnings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { parseFastYaml } from '../../src/catalogue/files/fast-yaml.ts';
import { allPaths, listInputFiles } from '../../src/catalogue/files/input-files.ts';
import { SHIPPED_DATA } from '../support/data-folders.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** True if the fast parser reads the file as a mapping or a list, as in all data files. Fails if `yaml` reads it differently. */
function isReadAlike(text: string): boolean {
  const value = parseFastYaml(text);
  if (typeof value !== 'object' || value === null) return false;
  const document = parseDocument(text, { prettyErrors: false, stringKeys: true });
  expect([...document.errors, ...document.warnings].map(({ message }) => message)).toEqual([]);
  expect(value).toEqual(document.toJS());
  return true;
}

/** Includes the configuration: every command reads it, and loading `yaml` takes longer than a build without changes. */
const SHIPPED = [
  ...allPaths(listInputFiles(SHIPPED_DATA)).filter((file) => file.endsWith('.yaml')),
  join(SHIPPED_DATA, '../stillwave.config.yaml'),
];

describe('parseFastYaml', () => {
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
  ])('reads %j', (text, value) => {
    expect(parseFastYaml(text)).toEqual(value);
    expect(isReadAlike(text)).toBe(true);
  });

  it.each([
    '',
    'a: 1\na: 2',
    'a: {b: 1, b: 2}',
    'a: &b 1\nc: *b',
    '<<: *b',
    'a: !x 1',
    'a: !!binary aGVsbG8=',
    'a: 1\n  b: 2',
    'a: x: y',
    '1: x',
    '1e5: x',
    ': x',
    '{a: 1}: x',
    'a: [1, 2',
    'a: 1\n---\nb: 2',
    '...\na: 1',
    '%YAML 1.1\n---\na: 1',
    'a: 1\rb: 2',
    'a: 1e400',
    'a: 0o17',
    'a: [017]',
    '- -0X1',
    '017',
    '&a a: 1',
    `a: ${'['.repeat(200)}${']'.repeat(200)}`,
  ])('%j is left to `yaml`', (text) => {
    expect(parseFastYaml(text)).toBeUndefined();
  });

  it.each(['a: "017"', 'a: 2015-01-09', 'a: 0b1', 'a: 1_000', 'a: 1:30', 'a: 2015-09-14', 'a: yes', 'a: .5', 'a: ~'])(
    '%j is read as `yaml` does',
    (text) => {
      expect(isReadAlike(text)).toBe(true);
    },
  );

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
        '*',
        '!',
        '|',
        '>',
        '?',
        '~',
      ],
    );
    let read = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        if (isReadAlike(pieces.join(''))) read++;
      }),
      { numRuns: propertyRuns(6000) },
    );
    expect(read).toBeGreaterThan(150);
  });

  it('reads random lines as `yaml` does', () => {
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
    let read = 0;
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
        if (isReadAlike(lines.join('\n'))) read++;
      }),
      { numRuns: propertyRuns(6000) },
    );
    expect(read).toBeGreaterThan(150);
  });
});
