/** Merging facts into the records of a file: outcomes, rejections, contradictions, and the resulting value. */

import { describe, expect, it } from 'vitest';
import type { DataFile } from '../../src/catalogue/files/data-file.ts';
import type { InputFiles } from '../../src/catalogue/files/input-files.ts';
import type { ObservingRun } from '../../src/catalogue/types.ts';
import type {
  MergeContext,
  MergeKind,
  Others,
  RecordFacts,
  SourcedFacts,
  SourceRow,
} from '../../src/intake/merge/facts.ts';
import { mergeFacts } from '../../src/intake/merge/merge-facts.ts';
import type { MergePolicy } from '../../src/intake/merge/merge-record.ts';
import { WorkingFolder } from '../../src/intake/merge/working-folder.ts';
import type { Finding } from '../../src/report/problems.ts';

/** The layout of runs: a list of records with names, in the order of `gps_start`. */
type Box = Partial<Omit<ObservingRun, 'gps_end'>> & { readonly name: string; readonly gps_end?: number | null };

const WRONG: Finding = { code: 'D101', message: 'wrong', fix: 'do not' };
const PATH = 'data/runs.yaml';
const VALUE = {
  runs: [
    { name: 'a', gps_start: 1, gps_end: 2 },
    { name: 'b', gps_start: 3 },
  ],
};

type Row = RecordFacts & { readonly source: SourcedFacts<Box> };
/** A row with a column for each member. */
function rowOf(record: Box): SourceRow {
  const header = ['name', 'gps_start', 'gps_end', 'detectors'] as const;
  const texts = header.map((name) => String(record[name] ?? ''));
  const differingColumns = (other: SourceRow) => header.filter((_, n) => texts[n] !== other.texts[n]);
  return { texts, differingColumns };
}

let line = 1;
function facts(record: Box, more: Partial<RecordFacts<Box>> = {}): Row {
  const place = { file: 'rows.csv', line: ++line, column: 1 };
  const own = { label: record.name, record, ...more } as unknown as RecordFacts;
  return { ...own, source: { place, facts: record, row: rowOf(record) } };
}

function merge(
  rows: readonly Row[],
  { policy = 'complete', isNew = false }: { policy?: MergePolicy; isNew?: boolean } = {},
) {
  const file: DataFile = { path: PATH, text: '', value: VALUE, place: () => ({ file: PATH, line: 1, column: 1 }) };
  const inputs = { all: isNew ? [] : [PATH], folders: {} } as unknown as InputFiles;
  const folder = new WorkingFolder({
    path: 'data',
    inputs,
    files: new Map(isNew ? [] : [[PATH, file]]),
    problems: [],
    readStatistics: () => ({ file: null, problems: [] }),
  });
  const kind: MergeKind<Box> = { file: 'runs', list: ['runs'], records: (all) => all.map((_, n) => [rows[n] as Row]) };
  const context = { policy } as MergeContext;
  const { outcomes, rejected, changes, notes } = mergeFacts(
    kind,
    rows.map(({ source }) => source),
    folder,
    context,
  );
  return {
    counts: outcomes.map(({ added, completed, changed, kept }) => [added, completed, changed, kept]),
    rejected: rejected.flatMap(({ label, problems }) =>
      problems.map(({ code, message, fix }) => `${label}: ${code} ${message}; ${fix}`),
    ),
    changes: changes.map(({ kind: what, record, members }) => [
      what,
      record,
      members.map(({ path }) => path.join('.')),
    ]),
    notes: notes.map(({ message }) => message),
    value: folder.changed[0]?.value,
  };
}

describe('the outcome of a record', () => {
  it('is added in order, completed or kept', () => {
    const rows = [facts({ name: 'c', gps_start: 2 }), facts({ name: 'b', gps_end: 4 }), facts({ name: 'a' })];
    expect(merge(rows)).toEqual({
      counts: [[1, 1, 0, 1]],
      rejected: [],
      changes: [
        ['added', 'c', ['name', 'gps_start']],
        ['completed', 'b', ['gps_end']],
      ],
      notes: [],
      value: {
        runs: [
          { name: 'a', gps_start: 1, gps_end: 2 },
          { name: 'c', gps_start: 2 },
          { name: 'b', gps_start: 3, gps_end: 4 },
        ],
      },
    });
    expect(VALUE.runs).toHaveLength(2);
  });

  it('a file with only kept records does not change', () => {
    const { counts, changes, value } = merge([facts({ name: 'a', gps_start: 1 }), facts({ name: 'b' })]);
    expect([counts, changes, value]).toEqual([[[0, 0, 0, 2]], [], undefined]);
  });

  it('is changed if one value is replaced, even if others are added', () => {
    const { counts, changes } = merge([facts({ name: 'b', gps_start: 2, gps_end: 9 })], { policy: 'overwrite' });
    expect([counts, changes]).toEqual([[[0, 0, 1, 0]], [['changed', 'b', ['gps_start', 'gps_end']]]]);
  });

  it('a value is removed with overwrite', () => {
    const { value } = merge([facts({ name: 'a', gps_end: null })], { policy: 'overwrite' });
    expect(value).toMatchObject({ runs: [{ name: 'a', gps_start: 1 }, {}] });
  });

  it('a file that does not exist is created by its first record', () => {
    const { counts, value } = merge([facts({ name: 'x', gps_start: 1 }), facts({ name: 'y' })], { isNew: true });
    expect([counts, value]).toEqual([[[2, 0, 0, 0]], { runs: [{ name: 'y' }, { name: 'x', gps_start: 1 }] }]);
  });
});

describe('rejections', () => {
  it('a value that would be replaced is rejected', () => {
    const { rejected, value } = merge([facts({ name: 'a', gps_start: 9 })]);
    expect(rejected).toEqual([
      'a: D173 a gps_start: 1 -> 9; run again with --overwrite to replace it, or correct the row',
    ]);
    expect(value).toBeUndefined();
  });

  it('facts with findings, or whose merged record is invalid, are rejected', () => {
    const check = ({ gps_start: start }: Box) => (start === 1 ? [WRONG] : []);
    const { rejected } = merge([facts({ name: 'c' }, { findings: [WRONG] }), facts({ name: 'a' }, { check })]);
    expect(rejected).toEqual(['c: D101 wrong; do not', 'a: D101 wrong; do not']);
  });

  it('facts without a file are rejected', () => {
    const { rejected, counts } = merge([facts({ name: 'c' }, { name: null, findings: [WRONG] })]);
    expect([rejected, counts]).toEqual([['c: D101 wrong; do not'], []]);
  });

  it('two contradicting rows are both rejected, even with overwrite, and the columns that differ are named', () => {
    const first = facts({ name: 'c', gps_start: 5, gps_end: 6 });
    const second = facts({ name: 'c', gps_start: 5, gps_end: 7, detectors: ['H1'] });
    const { rejected, changes } = merge([first, facts({ name: 'd' }), second], { policy: 'overwrite' });
    const fix = 'correct the two rows, or remove one of them';
    expect(rejected).toEqual([
      `c: D116 it contradicts line ${second.source.place.line} in gps_end; ${fix}`,
      `c: D116 it contradicts line ${first.source.place.line} in gps_end; ${fix}`,
    ]);
    expect(changes).toEqual([['added', 'd', ['name']]]);
  });

  it('a row that only contradicts a rejected row is not rejected', () => {
    const rows = [facts({ name: 'c', gps_start: 4 }, { findings: [WRONG] }), facts({ name: 'c', gps_start: 5 })];
    const { rejected, counts } = merge(rows);
    expect([rejected, counts]).toEqual([['c: D101 wrong; do not'], [[1, 0, 0, 0]]]);
  });
});

describe('several rows about one record', () => {
  it('are a note if they are equal', () => {
    const first = facts({ name: 'c', gps_start: 5 });
    const { rejected, counts, notes } = merge([first, facts({ name: 'c', gps_start: 5 })]);
    expect([rejected, counts]).toEqual([[], [[1, 0, 0, 0]]]);
    expect(notes).toEqual([`c is a duplicate of line ${first.source.place.line}`]);
  });

  it('agree if lists differ only in the order of members', () => {
    const withLink = (link: object) => facts({ name: 'c', links: [link] } as Box);
    const { rejected, notes } = merge([withLink({ url: 'u', label: 'x' }), withLink({ label: 'x', url: 'u' })]);
    expect([rejected, notes.length]).toEqual([[], 1]);
  });

  it('are merged if each adds something', () => {
    const { rejected, notes, value } = merge([
      facts({ name: 'b', gps_end: 6 }),
      facts({ name: 'b', detectors: ['H1'] }),
    ]);
    expect([rejected, notes]).toEqual([[], []]);
    expect(value).toMatchObject({ runs: [{}, { name: 'b', gps_start: 3, gps_end: 6, detectors: ['H1'] }] });
  });
});

it('a check gets the other records of the list, and the neighbours in its order, including earlier rows', () => {
  const asked: unknown[] = [];
  const check = ({ name }: Box, others: Others<Box>) => {
    asked.push([name, others.all().map((one) => one.name), others.before()?.name, others.after()?.name]);
    return [];
  };
  merge([facts({ name: 'c', gps_start: 2 }, { check }), facts({ name: 'a' }, { check })]);
  expect(asked).toEqual([
    ['c', ['a', 'b'], 'a', 'b'],
    ['a', ['c', 'b'], undefined, 'c'],
  ]);
});
