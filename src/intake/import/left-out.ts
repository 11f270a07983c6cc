/**
 * Reports what a merge leaves out: rows, events of a community catalog, entries of a service. In: each with its place and findings. Out:
 * problems; one that several share is reported once, with their count and lines. Pure.
 */
import { countOf, showCount } from '../../report/count.ts';
import type { Finding, Problem, ProblemCode } from '../../report/problems.ts';
import type { Place, Rejected } from './plan.ts';

/** A finding that may have a place of its own within what is left out. */
export interface LocatedFinding extends Finding {
  readonly place?: Place;
}

/** How a source calls what it leaves out. */
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

/** The problems of everything left out. */
export function reportLeftOut(all: readonly Rejected[], words: Wording): Problem[] {
  const found = all.flatMap((owner) => {
    const { place, label, findings } = owner;
    const own = findings.map(({ place: within, code, message, fix }: LocatedFinding): Problem => {
      if (code === 'D173') return { ...place, code, message, fix: words.overwrite ?? fix };
      return { ...(within ?? place), code: words.code ?? code, message: withoutLabel(message, label), fix };
    });
    return groupsOf(own, (problem) => problem).map(([problem]) => ({ problem, owner }));
  });
  return groupsOf(found, ({ problem }) => problem).map((group) => joinGroup(group, words));
}

interface FoundProblem {
  readonly problem: Problem;
  /** What has the problem. */
  readonly owner: Rejected;
}

function joinGroup(group: readonly [FoundProblem, ...FoundProblem[]], { one, many }: Wording): Problem {
  const [{ problem, owner }] = group;
  const { label } = owner;
  // It shows the old and the new value of one member.
  if (problem.code === 'D173') return problem;
  const lines = linesOf(group.map((each) => each.problem));
  const owners = new Set(group.map((each) => each.owner));
  if (owners.size === 1) {
    return { ...problem, message: `${one} left out${label === null ? '' : ` (${label})`}: ${problem.message}` };
  }
  const first = label === null ? '' : ` (the first is ${label})`;
  const which = lines.length > 1 ? ` (lines ${showLines(lines)})` : first;
  return { ...problem, message: `${countOf(owners.size, one, many)} left out${which}: ${problem.message}` };
}

/** Notes about content that is not stored, equal ones once. */
export function reportNotes(notes: readonly Problem[]): Problem[] {
  return groupsOf(notes, (note) => note).map(([first, ...more]) => {
    if (more.length === 0) return first;
    const times = `${showCount(more.length + 1)} times, lines ${showLines(linesOf([first, ...more]))}`;
    return { ...first, message: `${first.message} (${times})` };
  });
}

/** A message without the label, which the report already names. */
function withoutLabel(message: string, label: string | null): string {
  return label === null ? message : message.replaceAll(` in ${label}`, '').replaceAll(` of ${label}`, '');
}

/** Groups things by equal findings, in the order of their first occurrence. */
function groupsOf<T>(things: readonly T[], findingOf: (thing: T) => Finding): [T, ...T[]][] {
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
const linesOf = (problems: readonly Problem[]): number[] =>
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
