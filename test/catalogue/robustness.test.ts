/** Data files with any bytes give a report, never a crash. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { allPaths, listInputFiles } from '../../src/catalogue/files/input-files.ts';
import { splitLines } from '../../src/catalogue/files/json-lines.ts';
import { checkSchema, type SchemaName } from '../../src/catalogue/files/schema.ts';
import { readYamlFile } from '../../src/catalogue/files/yaml-file.ts';
import { checkFolder, readDataFolder } from '../../src/catalogue/load.ts';
import { fullCatalogue, smallCatalogue } from '../support/data-folders.ts';
import { inFiles } from '../support/problem-text.ts';
import { propertyRuns } from '../support/property-runs.ts';

describe('damaged bytes', () => {
  const data = join(fullCatalogue(), 'data');
  const files = allPaths(listInputFiles(data));
  const pieces = [
    '',
    '\t',
    '\n',
    ':',
    '- ',
    '[',
    '}',
    '"',
    "'",
    '#',
    '*a',
    '&a ',
    '!!set ',
    '|',
    '? ',
    '\0',
    '\xff',
    '.inf',
    '-',
    '9',
    '{a: 1}',
    '_',
    '0x1F',
    '0o17',
    '1e3',
    '~',
    'yes',
    'TRUE',
    '%YAML 1.1\n---\n',
    '---\n',
    '&a 1',
    '!!str ',
    ' # ',
    '...\n',
    '\r',
    '1e400',
    '!',
  ];

  const change = fc.record({
    file: fc.constantFrom(...files),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat(8),
    put: fc.constantFrom(...pieces),
  });
  const damage = (sound: Buffer, at: number, remove: number, put: string): Buffer => {
    const position = Math.floor(at * sound.length);
    return Buffer.concat([sound.subarray(0, position), Buffer.from(put, 'latin1'), sound.subarray(position + remove)]);
  };

  it('give located problems', () => {
    fc.assert(
      fc.property(change, ({ file, at, remove, put }) => {
        const sound = readFileSync(file);
        writeFileSync(file, damage(sound, at, remove, put));
        try {
          const { catalogue, problems } = checkFolder(readDataFolder(data));
          expect(catalogue === null).toBe(problems.length > 0);
          for (const { line, column, message, fix } of inFiles(problems)) {
            expect(line).toBeGreaterThan(0);
            expect(column).toBeGreaterThan(0);
            expect(message).not.toMatch(/undefined|NaN|\[object/);
            expect(fix).not.toBe('');
          }
        } finally {
          writeFileSync(file, sound);
        }
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  /** The value of a file according to `yaml`; undefined if it finds errors. */
  function readAgain(text: string): unknown {
    const document = parseDocument(text, { prettyErrors: false, stringKeys: true });
    return document.errors.length + document.warnings.length > 0 ? undefined : document.toJS();
  }

  it('are never read as a value that differs from what `yaml` reads', () => {
    const schemaOf = (file: string) => (relative(data, file).split(/[./]/)[0] ?? '') as SchemaName;
    const yamlFiles = files.filter((file) => file.endsWith('.yaml'));
    let read = 0;
    fc.assert(
      fc.property(fc.constantFrom(...yamlFiles), change, change, (file, one, two) => {
        let text: Buffer = readFileSync(file);
        for (const { at, remove, put } of [one, two]) text = damage(text, at, remove % 2, put);
        const found = readYamlFile(file, schemaOf(file), new Map([[file, text.toString('latin1')]])).value;
        if (found === null) return;
        read++;
        expect(found.value).toEqual(readAgain(text.toString('latin1')));
      }),
      { numRuns: propertyRuns(1000) },
    );
    expect(read).toBeGreaterThan(propertyRuns(20));
  });

  it.each([
    ['\t&a ', '', ''],
    ['...\n', '', ''],
    ['', '\n', '\r'],
    ['', 'version: 1', 'version: ! 1'],
    ['', 'version: 1', 'parameter_sets: [{ name: 1e400 }]\n    version: 1'],
    ['', 'version: 1', 'version: 1_0'],
  ])('a file with %j before it, and with %j replaced by %j, is read as `yaml` reads it', (before, from, to) => {
    const file = join(data, 'event-versions/GWTC-1.yaml');
    const text = before + readFileSync(file, 'utf8').replaceAll(from === '' ? '\0' : from, to);
    const found = readYamlFile(file, 'event-versions', new Map([[file, text]]));
    const again = readAgain(text);
    if (found.value === null) expect(again === undefined || checkSchema('event-versions', again).length > 0).toBe(true);
    else expect(found.value.value).toEqual(again);
  });

  it('files named after object members are reported like any unexpected file', () => {
    const folder = join(smallCatalogue(), 'data');
    for (const name of ['toString', 'constructor', '__proto__']) writeFileSync(join(folder, name), 'x');
    expect(checkFolder(readDataFolder(folder)).problems.map((problem) => problem.code)).toEqual([
      'D110',
      'D110',
      'D110',
    ]);
  });
});

describe('splitLines', () => {
  it.each([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['\na\n\n', ['', 'a', '']],
    ['a\r\nb', ['a\r', 'b']],
  ])('splits %j', (text, lines) => {
    expect([...splitLines(text)]).toEqual(lines);
  });
});
