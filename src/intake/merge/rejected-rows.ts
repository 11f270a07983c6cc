/**
 * Reports what a merge rejects: rows, events of a community catalog, entries of a service. In: each with its place and findings. Out:
 * problems; one that several share is reported once, with their count and lines. Pure.
 */
import { countOf, showCount } from '../../report/count.ts';
import type { ProblemCode } from '../../report/problem-codes.ts';
import type { Finding, Problem } from '../../report/problems.ts';
import type { Rejected } from './plan.ts';

/** How a source calls what is rejected. */
export interface Wording {
  readonly one: string;
  readonly many: string;
  /** Of all problems but values that differ; without it they keep their own. */
  readonly code?: ProblemCode;
  /** How to replace a value that differs. */
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

/** A problem, and what has it. */
type FoundProblem = readonly [problem: Problem, of: Rejected];

/** The problems of everything rejected. */
export function reportRejected(all: readonly Rejected[], words: Wording): Problem[] {
  const found = all.flatMap((of): FoundProblem[] => {
    const own = of.findings.map(({ place = of.place, code, message, fix }): Problem => {
      if (code === 'D173') return { ...of.place, code, message, fix: words.overwrite ?? fix };
      return { ...place, code: words.code ?? code, message, fix };
    });
    return groupEqual(own, (problem) => problem).map(([problem]) => [problem, of]);
  });
  return groupEqual(found, ([problem]) => problem).map((group) => joinGroup(group, words));
}

function joinGroup(group: readonly [FoundProblem, ...FoundProblem[]], { one, many }: Wording): Problem {
  const [[problem, { label }]] = group;
  // It shows the old and the new value of one member.
  if (problem.code === 'D173') return problem;
  const lines = linesIn(group.map(([each]) => each));
  const count = new Set(group.map(([, of]) => of)).size;
  const name = label === null ? '' : count === 1 ? ` (${label})` : ` (the first is ${label})`;
  const which = lines.length > 1 ? ` (lines ${showLines(lines)})` : name;
  const what = count === 1 ? one : countOf(count, one, many);
  return { ...problem, message: `${what} left out${which}: ${problem.message}` };
}

/** Notes about content that is not stored, equal ones once. */
export function reportNotes(notes: readonly Problem[]): Problem[] {
  return groupEqual(notes, (note) => note).map(([first, ...more]) => {
    if (more.length === 0) return first;
    const times = `${showCount(more.length + 1)} times, lines ${showLines(linesIn([first, ...more]))}`;
    return { ...first, message: `${first.message} (${times})` };
  });
}

/** Groups things by equal findings, in the order of their first occurrence. */
function groupEqual<T>(things: readonly T[], findingOf: (thing: T) => Finding): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const thing of things) {
    const { code, message, fix } = findingOf(thing);
    const key = JSON.stringify([code, message, fix]);
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return [...groups.values()];
}

/** Ascending, each once. */
const linesIn = (problems: readonly Problem[]): number[] =>
  [...new Set(problems.map(({ line }) => line))].sort((a, b) => a - b);

/** Maximum parts of a list of lines in a message. */
const MAX_PARTS = 10;

/** `2 to 5, 7, 8` for ascending lines. */
function showLines(lines: readonly number[]): string {
  const parts: [first: number, last: number][] = [];
  for (const line of lines) {
    const last = parts.at(-1);
    if (last && line === last[1] + 1) last[1] = line;
    else parts.push([line, line]);
  }
  const shown = parts.flatMap(([first, last]) => {
    if (first === last) return [`${first}`];
    return last === first + 1 ? [`${first}`, `${last}`] : [`${first} to ${last}`];
  });
  const rest = shown.length - MAX_PARTS;
  return `${shown.slice(0, MAX_PARTS).join(', ')}${rest > 0 ? ', …' : ''}`;
}
