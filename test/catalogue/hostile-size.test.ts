/**
 * Files of a few megabytes that once took minutes, exhausted the stack or filled the memory: they are read in linear time, and reported
 * with a location.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DataFile } from '../../src/catalogue/files/data-file.ts';
import { excerptOf, MAX_PROBLEMS } from '../../src/catalogue/files/data-file.ts';
import { readJsonLines } from '../../src/catalogue/files/json-lines.ts';
import { readYamlFile } from '../../src/catalogue/files/yaml-file.ts';
import { readJson } from '../../src/intake/community/read-json.ts';
import type { Problem } from '../../src/report/problems.ts';
import { withLittleStack } from '../support/little-stack.ts';
import { inFiles } from '../support/problem-text.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const path = join(folder, 'GWTC-1.yaml');
const many = (count: number, part: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => part(n)).join('');
const entry = (fields: string): string =>
  `catalog: GWTC-1\nevent_versions:\n  - { name: GW150914, version: 1, gps: 1126259462.4, detectors: [H1], ${fields} }\n`;

function problemsOf(text: string): readonly Problem[] {
  writeFileSync(path, text);
  return readYamlFile(path, 'event-versions').problems;
}

function problemsOfStatistics(text: string): readonly Problem[] {
  const file = join(folder, 'O1.ndjson');
  writeFileSync(file, text);
  return readJsonLines(file, 'strain-statistics').problems;
}

/** In quadratic time, these would take minutes. */
describe('takes seconds', () => {
  it('a mapping of 30,000 unknown keys', () => {
    const problems = problemsOf(`catalog: GWTC-1\nevent_versions: []\n${many(30_000, (n) => `k${n}: 1\n`)}`);
    expect(problems).toHaveLength(30_000);
    expect(problems.at(-1)).toMatchObject({ code: 'D104', line: 30_002, column: 1 });
  });

  it('10,000 keys without a space before their value, and as many unknown keys', () => {
    const fields = `${many(10_000, (n) => `k${n}:1, `)}${many(10_000, (n) => `u${n}: 1, `)}`;
    const problems = problemsOf(entry(fields));
    const counts = ['D107', 'D104'].map((code) => problems.filter((problem) => problem.code === code).length);
    expect(counts).toEqual([10_000, 10_000]);
    expect(problems[0]).toMatchObject({ message: 'no space after the colon of "k0"', line: 3 });
  });

  it('400 anchors with 99 aliases each', () => {
    const problems = problemsOf(entry(`parameters: [${many(400, (n) => `&a${n} 1, ${`*a${n}, `.repeat(99)}`)}1]`));
    expect(problems).toHaveLength(39_600);
    expect(problems[0]).toMatchObject({ code: 'D107', line: 3, message: 'not valid here: aliases are not supported' });
  });

  it('a list of 20,000 invalid elements inside another list', () => {
    const series = `series: [{ detector: H1, file_prefix: a, blocks: [${'[1, a], '.repeat(20_000)}[4096, 1]] }]`;
    writeFileSync(path, `dataset: O1\nrun: O1\nsample_rate_kHz: 4\n${series}\n`);
    expect(readYamlFile(path, 'strain-files').problems).toHaveLength(20_000);
  });

  it('100,000 unknown members of an object in JSON', () => {
    writeFileSync(path, `{${many(100_000, (n) => `"k${n}":1,\n`)}"z":[{"a":2}]}`);
    const { value: file } = readJson(path);
    const places = Array.from({ length: 100_000 }, (_, n) => (file as DataFile).place([`k${n}`], true));
    expect(inFiles(places).map(({ line }) => line)).toEqual(Array.from({ length: 100_000 }, (_, n) => n + 1));
    expect(file?.place(['z', 0, 'a', 'none'])).toMatchObject({ line: 100_001, column: 11 });
  });

  it('20,000 problems on one line', () => {
    const problems = problemsOf(`{"catalog": "GWTC-1", "event_versions": [${'{"a": 1}, '.repeat(5_000)}{}]}\n`);
    expect(problems).toHaveLength(25_004);
    expect(inFiles(problems).every(({ line, excerpt }) => line === 1 && (excerpt ?? '').length < 110)).toBe(true);
  });
});

it('30,000 strings in single quotes in JSON', () => {
  writeFileSync(path, `{"events": [${"'a',".repeat(30_000)}'a']}`);
  const { problems } = withLittleStack(() => readJson(path));
  expect(problems).toMatchObject([{ code: 'D150', line: 1, column: 13 }]);
});

it('very many nested lists on one line', () => {
  const problems = problemsOf(`catalog: GWTC-1\nevent_versions:\n${'- '.repeat(100_000)}x\n`);
  expect(problems).toMatchObject([{ code: 'D107', message: expect.stringMatching(/nested too deeply|call stack/) }]);
});

it('a value of very many nested lists that another one replaces', () => {
  const lists = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const problems = problemsOfStatistics(`{"bitsums":${lists},"detector":"H1","gps_start":1126256640,"bitsums":null}\n`);
  expect(problems).toMatchObject([{ code: 'D109', line: 1 }]);
});

describe('a text that is too long is located', () => {
  it.each([
    ['without quotes', `catalog: ${'x'.repeat(12_000_000)}\nevent_versions: []\n`, [1, 10]],
    ['a key', entry(`parameters: { ${'a_'.repeat(6_000_000)}a: { best: 1 } }`), [3, 85]],
    ['on many lines', `catalog:\n${'  x\n'.repeat(200_000)}event_versions: []\n`, [2, 3]],
  ])('%s', (_, text, [line, column]) => {
    expect(problemsOf(text)).toMatchObject([{ code: 'D115', line, column }]);
  });
});

describe('are refused before they fill the memory', () => {
  it('YAML and JSON of more than 16 MiB', () => {
    const tooLarge = { code: 'D102', line: 1, message: 'the file is larger than 16 MiB', fix: 'split it' };
    const text = '['.repeat(2 ** 24 + 1);
    expect(problemsOf(text)).toMatchObject([tooLarge]);
    writeFileSync(path, text);
    expect(readJson(path).problems).toMatchObject([tooLarge]);
  });

  it('lines of statistics that are longer than any record', () => {
    const problems = problemsOfStatistics(`{${many(200_000, (n) => `"k${n}":1,`)}"z":1}\n`);
    expect(problems).toMatchObject([{ code: 'D150', line: 1, message: 'the line is longer than 64 KiB' }]);
  });

  it('statistics with very many problems', () => {
    const problems = problemsOfStatistics('0\n'.repeat(MAX_PROBLEMS + 10));
    expect(problems).toHaveLength(MAX_PROBLEMS + 1);
    expect(problems.at(-1)).toMatchObject({ code: 'D102', fix: 'correct these first' });
  });
});

it('an excerpt shows a hundred characters around its column', () => {
  const line = `${'a'.repeat(200)}\t${'b'.repeat(200)}\r`;
  expect(excerptOf(line, 1)).toBe(`${'a'.repeat(100)}…`);
  expect(excerptOf(line, 201)).toBe(`…${'a'.repeat(50)}→${'b'.repeat(49)}…`);
  expect(excerptOf(line, 402)).toBe(`…${'b'.repeat(100)}`);
  expect(excerptOf('short\r', 1)).toBe('short');
});
