/**
 * Plans an import so that every row which can be merged is. In: the rows, how to plan with some of them, and how to find out whether the
 * data are sound after a plan. Out: a plan after which they are. Pure but for what it is handed.
 *
 * Rows are judged one by one when a plan is made. This finds the few that only clash with the rest of the catalogue, such as names that
 * differ by case alone: the shortest beginning of the rows that does not fit ends with such a row.
 */
import type { Problem } from '../files/problems.ts';
import type { ImportPlan, LeftOut, Place } from './plan.ts';

/** With more rows than this that do not fit, something is wrong with the whole file, and looking for them would take long. */
const MAX_ROWS_THAT_CLASH = 20;

/** What is merged or left out as a whole: a row, an event. */
interface Row {
  readonly place: Place;
}

/** `problems` is empty where the data are sound after the plan. */
export interface Judged {
  readonly plan: ImportPlan;
  readonly problems: readonly Problem[];
}

/** The last attempt; its problems are not empty where too many rows do not fit. */
export function planSound<R extends Row>(rows: readonly R[], judge: (rows: readonly R[]) => Judged): Judged {
  const clashing: LeftOut[] = [];
  let kept = [...rows];
  /** So many rows from the beginning are known to fit. */
  let fitting = 0;
  for (;;) {
    const judged = judge(kept);
    if (judged.problems.length === 0 || kept.length === 0 || clashing.length === MAX_ROWS_THAT_CLASH) {
      return { ...judged, plan: { ...judged.plan, leftOut: [...clashing, ...judged.plan.leftOut] } };
    }
    let problems = judged.problems;
    let failing = kept.length;
    while (failing - fitting > 1) {
      const middle = (fitting + failing) >> 1;
      const found = judge(kept.slice(0, middle)).problems;
      if (found.length === 0) fitting = middle;
      else [failing, problems] = [middle, found];
    }
    const row = kept[failing - 1] as R;
    clashing.push({ place: row.place, label: null, findings: problems.slice(0, 1) });
    kept = kept.filter((one) => one !== row);
  }
}
