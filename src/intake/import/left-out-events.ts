/**
 * Reports the events of a community catalog that an import leaves out, and content that it does not store. In: findings with their
 * places. Out: problems; one that many places share is reported once, with its count and lines. Pure.
 */
import { countOf, showCount } from '../../report/count.ts';
import type { Finding, Problem } from '../../report/problems.ts';
import { groupsOf, showLines, withoutLabel } from './left-out.ts';
import type { LeftOut, Place } from './plan.ts';

/** A finding with its own place. */
export interface LocatedFinding extends Finding {
  readonly place?: Place;
}

/** Problems of all events that were left out. */
export function reportEvents(events: readonly LeftOut[]): Problem[] {
  const single = events.flatMap(({ place, label, findings }) =>
    findings.map(({ place: own, code, message, fix }: LocatedFinding) => {
      return { label, problem: { ...(own ?? place), code, message: withoutLabel(message, label), fix } };
    }),
  );
  return groupsOf(single, ({ problem }) => problem).map(([{ label, problem }, ...more]) => {
    // The message shows the old and the new value, so no two events share it.
    if (problem.code === 'D173') return problem;
    const names = new Set([label, ...more.map((one) => one.label)]);
    if (names.size === 1)
      return { ...problem, message: `event left out${label ? ` (${label})` : ''}: ${problem.message}` };
    const lines = linesOf([problem, ...more.map((one) => one.problem)]);
    return { ...problem, message: `${countOf(names.size, 'event')} left out (lines ${lines}): ${problem.message}` };
  });
}

/** Notes about content that is not stored, equal ones once. */
export function reportNotes(notes: readonly Problem[]): Problem[] {
  return groupsOf(notes, (note) => note).map(([first, ...more]) => {
    if (more.length === 0) return first;
    const times = `${showCount(more.length + 1)} times, lines ${linesOf([first, ...more])}`;
    return { ...first, message: `${first.message} (${times})` };
  });
}

const linesOf = (problems: readonly Problem[]): string =>
  showLines([...new Set(problems.map(({ line }) => line))].sort((a, b) => a - b));
