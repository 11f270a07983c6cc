/**
 * Reports the facts that a merge rejects: rows, events in a community catalog, or entries from a service. The problems use the source's
 * words; several problems may share a topic. Pure.
 */
import type { ProblemCode } from '../../report/problem-codes.ts';
import type { Problem } from '../../report/problems.ts';
import type { Rejected } from './facts.ts';

/** The words for a source's rejected facts. */
export interface Wording {
  readonly one: string;
  readonly many: string;
  /** The code for all problems except a differing value (D173); by default, problems keep their own codes. */
  readonly code?: ProblemCode;
  /** The fix for a differing value. */
  readonly overwrite?: string;
}

export const ROWS: Wording = { one: 'row', many: 'rows', code: 'D172' };
export const EVENTS: Wording = { one: 'event', many: 'events' };
export const ENTRIES: Wording = {
  one: 'entry',
  many: 'entries',
  code: 'D180',
  overwrite: 'run again with --overwrite to use the value of the service',
};

export function reportRejected(rejected: readonly Rejected[], words: Wording): Problem[] {
  return rejected.flatMap((one) => {
    const name = one.label === null ? '' : ` (${one.label})`;
    const problems = one.problems.map((problem): Problem => {
      const { code, message, fix } = problem;
      // D173 lists the member's old and new values, so its message is not changed.
      if (code === 'D173') return { ...one.place, code, message, fix: words.overwrite ?? fix };
      const text = `${words.one} skipped${name}: ${message}`;
      return { ...problem, code: words.code ?? code, message: text, topic: problem.topic ?? `${message} ${fix}` };
    });
    // A finding about several parts of an event is reported only once.
    return problems.filter(({ message }, n) => problems.findIndex((other) => other.message === message) === n);
  });
}
