/** Merging facts into the records of a file: outcomes, refusals, and the resulting text. */

import { beforeEach, describe, expect, it } from 'vitest';
import type { MergePolicy } from '../../src/intake/merge/merge-record.ts';
import { type RecordFacts, RecordMerger } from '../../src/intake/merge/record-merger.ts';
import { yamlLayout } from '../../src/intake/merge/yaml-records.ts';
import type { Finding } from '../../src/report/problems.ts';

interface Box {
  readonly name: string;
  readonly size?: number | null;
  readonly colour?: string | null;
}

const KIND = {
  // A file of the catalogue whose list has this name.
  file: 'events',
  keyOf: ({ name }: Box) => name,
  fields: ['name', 'size', 'colour'],
  isFlow: true,
} as const satisfies Parameters<typeof yamlLayout<Box>>[0];
const WRONG: Finding = { code: 'D101', message: 'wrong', fix: 'do not' };

const PATH = 'data/events.yaml';
const TEXT = 'events:\n  - { name: a, size: 1 } # the first\n  - { name: b, size: 2 }\n';

let line = 1;
type Row = RecordFacts<Box> & { readonly line: number };
function facts(record: Box, more: Partial<RecordFacts<Box>> = {}): Row {
  return { line: ++line, label: record.name, record, check: () => [], ...more };
}

function merge(rows: readonly Row[], { kind = KIND, policy = 'complete', existing = [PATH] }: Partial<Options> = {}) {
  const inputs = { all: existing } as unknown as ConstructorParameters<typeof RecordMerger>[1]['inputs'];
  const context = { policy, dataDir: 'data', inputs, texts: new Map([[PATH, TEXT]]) };
  const merger = new RecordMerger(yamlLayout<Box>(kind), context);
  for (const row of rows) merger.merge(row, { place: { file: 'rows.csv', line: row.line, column: 1 } });
  const { outcomes, rejected, changes, texts } = merger.plan();
  return {
    counts: outcomes.map(({ added, completed, changed, kept }) => [added, completed, changed, kept]),
    rejected: rejected.flatMap(({ label, findings }) =>
      findings.map(({ code, message, fix }) => `${label}: ${code} ${message}; ${fix}`),
    ),
    changes: changes.map(({ kind: what, record, members }) => [what, record, members.map(({ member }) => member)]),
    text: texts.get(PATH),
  };
}

interface Options {
  readonly kind: Parameters<typeof yamlLayout<Box>>[0];
  readonly policy: MergePolicy;
  readonly existing: readonly string[];
}

describe('the outcome of a record', () => {
  it('it is added, completed or kept; comments stay', () => {
    expect(merge([facts({ name: 'c', size: 3 }), facts({ name: 'a', colour: 'red' }), facts({ name: 'b' })])).toEqual({
      counts: [[1, 1, 0, 1]],
      rejected: [],
      changes: [
        ['added', 'c', ['name', 'size']],
        ['completed', 'a', ['colour']],
      ],
      text: 'events:\n  - {name: a, size: 1, colour: red} # the first\n  - {name: b, size: 2}\n  - {name: c, size: 3}\n',
    });
  });

  it('a file with only kept records is not written', () => {
    expect(merge([facts({ name: 'a', size: 1 }), facts({ name: 'b' })])).toEqual({
      counts: [[0, 0, 0, 2]],
      rejected: [],
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
    expect(text).toContain('events:\n  - {name: x, size: 1}\n  - {name: y}\n');
  });
});

describe('rejected are', () => {
  it('a value that would be replaced', () => {
    expect(merge([facts({ name: 'a', size: 9, colour: 'red' })])).toEqual({
      counts: [[0, 0, 0, 0]],
      rejected: ['a: D173 a size: 1 -> 9; run again with --overwrite to replace it, or correct the row'],
      changes: [],
      text: undefined,
    });
  });

  it('facts with findings, and those whose merged record is invalid', () => {
    const check = ({ size }: Box) => (size === 1 ? [WRONG] : []);
    const { rejected } = merge([
      facts({ name: 'c' }, { findings: [WRONG] }),
      facts({ name: 'a', colour: 'red' }, { check }),
    ]);
    expect(rejected).toEqual(['c: D101 wrong; do not', 'a: D101 wrong; do not']);
  });

  it('facts without a file', () => {
    const { rejected, counts } = merge([facts({ name: 'c' }, { name: null, findings: [WRONG] })]);
    expect([rejected, counts]).toEqual([['c: D101 wrong; do not'], []]);
  });

  it('a second row for the same record, even with overwrite', () => {
    const first = facts({ name: 'c', size: 1 });
    const { rejected, changes } = merge([first, facts({ name: 'c', size: 1 })], { policy: 'overwrite' });
    expect(rejected).toEqual([`c: D116 it is already given on line ${first.line}; keep one of the two rows`]);
    expect(changes).toHaveLength(1);
  });

  it('not the second row if the first one was left out', () => {
    const { rejected, counts } = merge([facts({ name: 'c' }, { findings: [WRONG] }), facts({ name: 'c', size: 1 })]);
    expect([rejected, counts]).toEqual([['c: D101 wrong; do not'], [[1, 0, 0, 0]]]);
  });
});

describe('checkAgainstOthers', () => {
  const asked: (readonly [string, readonly string[], number])[] = [];
  const kind: Options['kind'] = {
    ...KIND,
    checkAgainstOthers({ name }, others, position) {
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
    expect(merge([facts({ name: 'd' })], { kind }).rejected).toEqual(['d: D101 wrong; do not']);
  });

  it('is not called for a record that is invalid by itself', () => {
    expect(
      merge([facts({ name: 'd' }, { check: () => [{ ...WRONG, message: 'by itself' }] })], { kind }).rejected,
    ).toEqual(['d: D101 by itself; do not']);
    expect(asked).toEqual([]);
  });
});
