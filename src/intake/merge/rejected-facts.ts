/**
 * Reports the facts that a merge rejects: rows, events of a community catalog, entries of a service. The problems use
 * the words for the source; several may share a topic. Pure.
 */
import type { ProblemCode } from '../../report/problem-codes.ts';
import type { Problem } from '../../report/problems.ts';
import type { Rejected } from './facts.ts';

/** The words of a source for rejected facts. */
export interface Wording {
  readonly one: string;
  /** Fix of all problems except different values; by default, they keep their own. */
  readonly code?: ProblemCode;
  /** How to replace a value that differs. */
  readonly overwrite?: string;
}

export const ROWS: Wording = { one: 'row', code: 'D172' };
export const EVENTS: Wording = { one: 'event' };
export const ENTRIES: Wording = {
  one: 'entry',
  code: 'D180',
  overwrite: 'run again with --overwrite to use the value of the service',
};

export function reportRejected(rejected: readonly Rejected[], words: Wording): Problem[] {
  return rejected.flatMap((one) => {
    const name = one.label === null ? '' : ` (${one.label})`;
    const problems = one.problems.map((problem): Problem => {
      const { code, message, fix } = problem;
      // It shows the old and the new value of one member.
      if (code === 'D173') return { ...one.place, code, message, fix: words.overwrite ?? fix };
      const text = `${words.one} skipped${name}: ${message}`;
      return { ...problem, code: words.code ?? code, message: text, topic: problem.topic ?? message };
    });
    // A finding about several parts of an event is reported once.
    return problems.filter(({ message }, n) => problems.findIndex((other) => other.message === message) === n);
  });
}
