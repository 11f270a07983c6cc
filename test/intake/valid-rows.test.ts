/** Rows that conflict with the rest of the catalogue are found, without planning with all rows for each of them. */

import { expect, it } from 'vitest';
import type { ImportPlan } from '../../src/intake/import/plan.ts';
import { planValidRows } from '../../src/intake/import/valid-rows.ts';

const PLAN: ImportPlan = { outcomes: [], leftOut: [], changes: [], texts: new Map(), lines: new Map() };
const COUNT = 10_000;

/** Plans with rows of which some conflict. `planned` is the number of rows in all plans together. */
function planWith(conflicts: (line: number) => boolean) {
  const rows = Array.from({ length: COUNT }, (_, n) => ({ place: { file: 'a.csv', line: n + 1, column: 1 } }));
  let planned = 0;
  const { plan, problems } = planValidRows(rows, (some) => {
    planned += some.length;
    const wrong = some.find(({ place }) => conflicts(place.line));
    return { plan: PLAN, problems: wrong ? [{ ...wrong.place, code: 'D157', message: 'x', fix: 'y' }] : [] };
  });
  return { planned, left: plan.leftOut.map(({ place }) => place.line), problems };
}

it('more rows than can be left out, one after the other: few plans with all rows', () => {
  const { planned, left, problems } = planWith((line) => line > 100);
  expect(left).toEqual(Array.from({ length: 20 }, (_, n) => 101 + n));
  expect(problems).toMatchObject([{ line: 121 }]);
  expect(planned).toBeLessThan(3.5 * COUNT);
});

it.each<[string, number[], number]>([
  ['none', [], 1],
  ['the first', [1], 4],
  ['the last', [COUNT], 20],
  ['some in a row', [5000, 5001, 5002, 5003], 20],
  ['all over the file', [1, 2, 4999, 7000, 7002, COUNT - 1, COUNT], 90],
])('%s: all are left out, and nothing else', (_, lines, most) => {
  const { planned, left, problems } = planWith((line) => lines.includes(line));
  expect([left, problems]).toEqual([lines, []]);
  expect(planned).toBeLessThanOrEqual(most * COUNT);
});
