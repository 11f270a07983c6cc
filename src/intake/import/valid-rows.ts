/**
 * Plans an import with every row that can be merged. In: the rows, and a function that plans with some of them and checks the resulting
 * data. Out: a plan after which the data are valid. Pure, apart from that function.
 *
 * Plans check each row by itself. This finds the few rows that only conflict with the rest of the catalogue, such as names that differ by
 * case alone: the shortest prefix of the rows that gives invalid data ends with such a row. Such rows often follow each other, like too many
 * versions of one event. So after each, the next row is tried before all rows, which would take as long as there are rows.
 */
import type { Problem } from '../../report/problems.ts';
import type { ImportPlan, LeftOut, Place } from './plan.ts';

/** With more conflicting rows than this the whole file is suspect, and finding them would take long. */
const MAX_CONFLICTING_ROWS = 20;

/** The unit that is merged or left out: a row, an event. */
interface Row {
  readonly place: Place;
}

/** `problems` is empty if the data are valid after the plan. */
export interface CheckedPlan {
  readonly plan: ImportPlan;
  readonly problems: readonly Problem[];
}

/** The last attempt; it has problems if too many rows conflict. */
export function planValidRows<R extends Row>(
  rows: readonly R[],
  check: (rows: readonly R[]) => CheckedPlan,
): CheckedPlan {
  const conflicting: LeftOut[] = [];
  let kept = [...rows];
  /** Length of the longest prefix that is known to be valid. */
  let valid = 0;
  for (;;) {
    const checked = check(kept);
    if (checked.problems.length === 0 || kept.length === 0 || conflicting.length === MAX_CONFLICTING_ROWS) {
      return { ...checked, plan: { ...checked.plan, leftOut: [...conflicting, ...checked.plan.leftOut] } };
    }
    let { problems } = checked;
    let failing = kept.length;
    while (failing - valid > 1) {
      const middle = (valid + failing) >> 1;
      const found = check(kept.slice(0, middle)).problems;
      if (found.length === 0) valid = middle;
      else [failing, problems] = [middle, found];
    }
    while (problems.length > 0 && conflicting.length < MAX_CONFLICTING_ROWS) {
      const { place } = kept[valid] as R;
      conflicting.push({ place, label: null, findings: problems.slice(0, 1) });
      kept = kept.toSpliced(valid, 1);
      if (valid === kept.length) break;
      problems = check(kept.slice(0, valid + 1)).problems;
      if (problems.length === 0) valid++;
    }
  }
}
