/** Merging facts into the records of a file: outcomes, refusals, and the resulting text. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MergePolicy } from '../../src/intake/import/merge-record.ts';
import { type RecordFacts, type RecordKind, RecordMerger } from '../../src/intake/import/merge-records.ts';
import { newTopDocument } from '../../src/intake/import/yaml-writer.ts';
import type { Finding } from '../../src/report/problems.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Box {
  readonly name: string;
  readonly size?: number | null;
  readonly colour?: string | null;
}

const KIND: RecordKind<Box> = {
  keyOf: ({ name }) => name,
  fields: ['name', 'size', 'colour'],
  isFlow: true,
  listIn: () => ['boxes'],
  newDocument: () => newTopDocument('boxes', 'Boxes.', { boxes: [] }),
};
const WRONG: Finding = { code: 'D101', message: 'wrong', fix: 'do not' };

let path = '';
beforeEach(() => {
  path = join(temporaryFolder(), 'boxes.yaml');
  writeFileSync(path, 'boxes:\n  - { name: a, size: 1 } # the first\n  - { name: b, size: 2 }\n');
});

let line = 1;
function facts(record: Box, more: Partial<RecordFacts<Box>> = {}): RecordFacts<Box> {
  const place = { file: 'rows.csv', line: ++line, column: 1 };
  return { place, label: record.name, path, record, findings: [], check: () => [], ...more };
}

function merge(
  records: readonly RecordFacts<Box>[],
  { kind = KIND, policy = 'complete', existing = [path] }: Partial<Options> = {},
) {
  const merger = new RecordMerger(kind, policy, existing);
  for (const one of records) merger.merge(one);
  const { outcomes, leftOut, changes, texts } = merger.plan();
  return {
    counts: outcomes.map(({ added, completed, changed, kept }) => [added, completed, changed, kept]),
    leftOut: leftOut.flatMap(({ label, findings }) =>
      findings.map(({ code, message, fix }) => `${label}: ${code} ${message}; ${fix}`),
    ),
    changes: changes.map(({ kind: what, record, members }) => [what, record, members.map(({ member }) => member)]),
    text: texts.get(path),
  };
}

interface Options {
  readonly kind: RecordKind<Box>;
  readonly policy: MergePolicy;
  readonly existing: readonly string[];
}

describe('the outcome of a record', () => {
  it('it is added, completed or kept; comments stay', () => {
    expect(merge([facts({ name: 'c', size: 3 }), facts({ name: 'a', colour: 'red' }), facts({ name: 'b' })])).toEqual({
      counts: [[1, 1, 0, 1]],
      leftOut: [],
      changes: [
        ['added', 'c', ['name', 'size']],
        ['completed', 'a', ['colour']],
      ],
      text: 'boxes:\n  - {name: a, size: 1, colour: red} # the first\n  - {name: b, size: 2}\n  - {name: c, size: 3}\n',
    });
  });

  it('a file with only kept records is not written', () => {
    expect(merge([facts({ name: 'a', size: 1 }), facts({ name: 'b' })])).toEqual({
      counts: [[0, 0, 0, 2]],
      leftOut: [],
      changes: [],
      text: undefined,
    });
  });

  it('one replaced value makes it changed, whatever else is added', () => {
    const { counts, changes } = merge([facts({ name: 'a', size: 9, colour: 'red' })], { policy: 'overwrite' });
    expect([counts, changes]).toEqual([[[0, 0, 1, 0]], [['changed', 'a', ['size', 'colour']]]]);
  });

  it('a value is removed with overwrite', () => {
    const { text } = merge([facts({ name: 'a', size: null })], { policy: 'overwrite' });
    expect(text).toContain('- {name: a} # the first\n');
  });

  it('a file that does not exist is created by its first record', () => {
    const { counts, text } = merge([facts({ name: 'x', size: 1 }), facts({ name: 'y' })], { existing: [] });
    expect(counts).toEqual([[2, 0, 0, 0]]);
    expect(text).toContain('boxes:\n  - {name: x, size: 1}\n  - {name: y}\n');
  });
});

describe('left out are', () => {
  it('a value that would be replaced', () => {
    expect(merge([facts({ name: 'a', size: 9, colour: 'red' })])).toEqual({
      counts: [[0, 0, 0, 0]],
      leftOut: ['a: D173 a size: 1 -> 9; run again with --overwrite to replace it, or correct the row'],
      changes: [],
      text: undefined,
    });
  });

  it('facts with findings, and those whose merged record is invalid', () => {
    const check = ({ size }: Box) => (size === 1 ? [WRONG] : []);
    const { leftOut } = merge([
      facts({ name: 'c' }, { findings: [WRONG] }),
      facts({ name: 'a', colour: 'red' }, { check }),
    ]);
    expect(leftOut).toEqual(['c: D101 wrong; do not', 'a: D101 wrong; do not']);
  });

  it('facts without a file', () => {
    const { leftOut, counts } = merge([facts({ name: 'c' }, { path: null, findings: [WRONG] })]);
    expect([leftOut, counts]).toEqual([['c: D101 wrong; do not'], []]);
  });

  it('a second row for the same record, even with overwrite', () => {
    const first = facts({ name: 'c', size: 1 });
    const { leftOut, changes } = merge([first, facts({ name: 'c', size: 1 })], { policy: 'overwrite' });
    expect(leftOut).toEqual([`c: D116 it is already given on line ${first.place.line}; keep one of the two rows`]);
    expect(changes).toHaveLength(1);
  });

  it('not the second row if the first one was left out', () => {
    const { leftOut, counts } = merge([facts({ name: 'c' }, { findings: [WRONG] }), facts({ name: 'c', size: 1 })]);
    expect([leftOut, counts]).toEqual([['c: D101 wrong; do not'], [[1, 0, 0, 0]]]);
  });
});

describe('checkBeside', () => {
  const asked: (readonly [string, readonly string[], number])[] = [];
  const kind: RecordKind<Box> = {
    ...KIND,
    checkBeside({ name }, others, position) {
      asked.push([name, others.all().map((one) => one.name), position]);
      return name === 'd' ? [WRONG] : [];
    },
  };
  beforeEach(() => {
    asked.length = 0;
  });

  it('gets the other records and the position among them, including earlier rows', () => {
    merge([facts({ name: 'c' }), facts({ name: 'a', colour: 'red' })], { kind });
    expect(asked).toEqual([
      ['c', ['a', 'b'], 2],
      ['a', ['b', 'c'], 0],
    ]);
  });

  it('can leave out a record', () => {
    expect(merge([facts({ name: 'd' })], { kind }).leftOut).toEqual(['d: D101 wrong; do not']);
  });

  it('is not called for a record that is invalid by itself', () => {
    expect(
      merge([facts({ name: 'd' }, { check: () => [{ ...WRONG, message: 'by itself' }] })], { kind }).leftOut,
    ).toEqual(['d: D101 by itself; do not']);
    expect(asked).toEqual([]);
  });
});
