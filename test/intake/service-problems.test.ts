/** Reports about entries that a harvest leaves out. */
import { expect, it } from 'vitest';
import type { SourceItem } from '../../src/intake/merge/records.ts';
import { ENTRIES, reportSkipped } from '../../src/intake/merge/report-skipped.ts';
import { textOfProblems } from '../support/problem-text.ts';

function skipped(label: string | null, message: string, n = 1, code: 'D111' | 'D173' = 'D111'): SourceItem {
  const place = { url: `https://a.example/api/v2/runs#/results/${n}` };
  return { place, label, records: [], problems: [{ ...place, code, message, fix: 'correct it' }] };
}

const messages = (...all: SourceItem[]) => reportSkipped(all, ENTRIES).map(({ code, message }) => `${code} ${message}`);

it('an entry is named, unless it is only invalid in combination with other data', () => {
  expect(messages(skipped('O1', 'gps_end is missing'), skipped(null, 'names differ'))).toEqual([
    'D180 entry skipped (O1): gps_end is missing',
    'D180 entry skipped: names differ',
  ]);
});

it('entries with the same reason are shown as one, with their count', () => {
  const entries = ['O1', 'O2', 'O3', 'O4'].map((name, n) => skipped(name, 'gps_end is missing', n));
  expect(textOfProblems(reportSkipped(entries, ENTRIES))).toBe(
    'https://a.example/api/v2/runs#/results/0  D180  entry skipped (O1): gps_end is missing\n' +
      '  4 such problems in all\n  fix: correct it\n4 problems\n',
  );
});

it('a value that differs is reported as such, with both values and its own fix', () => {
  const differs = skipped('O1', 'O1 gps_end: 1 -> 2', 1, 'D173');
  expect(reportSkipped([differs], ENTRIES)).toEqual(differs.problems);
});
