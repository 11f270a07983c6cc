/**
 * Reports the items that a merge skips: rows, events in a community catalog, or entries from a service. The problems use the source's
 * words; several problems may share a topic.
 */
import type { ProblemCode } from '../../report/problem-codes.ts';
import type { Problem } from '../../report/problems.ts';
import type { SourceItem } from './records.ts';

/** The words for a source's items, and the plural noun for the records that its reports count. */
export interface Wording {
  readonly one: string;
  readonly many: string;
  readonly noun: string;
  /** The code for all problems except a differing value (D173); by default, problems keep their own codes. */
  readonly code?: ProblemCode;
}

export const ROWS: Wording = { one: 'row', many: 'rows', noun: 'records', code: 'D172' };
export const EVENTS: Wording = { one: 'event', many: 'events', noun: 'records' };
export const ENTRIES: Wording = { one: 'entry', many: 'entries', noun: 'records', code: 'D180' };

export function reportSkipped(skipped: readonly SourceItem[], words: Wording): Problem[] {
  return skipped.flatMap(({ label, problems }) => {
    // A problem with several parts of an item is reported once.
    const seen = new Set<string>();
    const name = label === null ? '' : ` (${label})`;
    return problems.flatMap((problem): Problem[] => {
      const { code, message, fix } = problem;
      if (seen.has(message)) return [];
      seen.add(message);
      // D173 lists the member's old and new values, so its message is not changed.
      if (code === 'D173') return [problem];
      const text = `${words.one} skipped${name}: ${message}`;
      return [{ ...problem, code: words.code ?? code, message: text, topic: problem.topic ?? `${message} ${fix}` }];
    });
  });
}
