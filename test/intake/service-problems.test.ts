/** Reports about entries that a harvest leaves out. */
import { expect, it } from 'vitest';
import type { Rejected } from '../../src/intake/merge/plan.ts';
import { ENTRIES, reportRejected } from '../../src/intake/merge/rejected-rows.ts';

function rejected(label: string | null, message: string, line = 1, code: 'D111' | 'D173' = 'D111'): Rejected {
  const place = { file: `https://a.example/api/v2/runs#/results/${line}`, line: 1, column: 1 };
  return { place, label, findings: [{ code, message, fix: 'correct it' }] };
}

const messages = (...all: Rejected[]) => reportRejected(all, ENTRIES).map(({ code, message }) => `${code} ${message}`);

it('an entry is named, and entries with the same reason are one problem with a count', () => {
  expect(messages(rejected('O1', 'gps_end is missing'), rejected('O2', 'gps_start is missing'))).toEqual([
    'D180 entry left out (O1): gps_end is missing',
    'D180 entry left out (O2): gps_start is missing',
  ]);
  expect(messages(rejected('O1', 'gps_end is missing'), rejected('O2', 'gps_end is missing'))).toEqual([
    'D180 2 entries left out (the first is O1): gps_end is missing',
  ]);
});

it('an entry that is only invalid in combination with other data has no name', () => {
  expect(messages(rejected(null, 'names differ'))).toEqual(['D180 entry left out: names differ']);
  expect(messages(rejected(null, 'names differ'), rejected(null, 'names differ', 2))).toEqual([
    'D180 2 entries left out: names differ',
  ]);
});

it('an existing value comes with advice how to replace it', () => {
  const [problem] = reportRejected([rejected('O1', 'O1 gps_end: 1 -> 2', 1, 'D173')], ENTRIES);
  expect(problem).toMatchObject({
    code: 'D173',
    message: 'O1 gps_end: 1 -> 2',
    fix: expect.stringContaining('--overwrite'),
  });
});
