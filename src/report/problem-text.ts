/** Formats sorted problems for a terminal: in groups, warnings first, followed by a count. */

import { painter } from './color.ts';
import { countOf, firstOf, showCount } from './count.ts';
import { printable } from './printable.ts';
import { countFilesWithProblems, isWarning, type Problem, shownPath } from './problems.ts';

/** "1 problem", "10 problems in 3 files", "2 warnings", "1 problem and 2 warnings in 3 files". */
export function countProblems(problems: readonly Problem[]): string {
  const files = countFilesWithProblems(problems);
  const warnings = problems.filter(isWarning).length;
  const counts = [
    [problems.length - warnings, 'problem'],
    [warnings, 'warning'],
  ] as const;
  const count = counts.flatMap(([number, noun]) => (number > 0 ? [countOf(number, noun)] : [])).join(' and ');
  const isInFiles = files > 1 && problems.every((one) => 'file' in one);
  return isInFiles ? `${count} in ${countOf(files, 'file')}` : count;
}

/** Messages quote values from the data, which can be megabytes long. */
const LONGEST_TEXT = 2000;

const shown = (text: string): string =>
  printable(text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text);

/** If a file has more than this many identical problems, or problems with the same topic, they are shown as one. */
const MAX_ALIKE = 3;

/** A problem to show, and the similar problems in its file that it stands for. */
export interface ProblemGroup {
  readonly problem: Problem;
  readonly others: readonly Problem[];
}

/**
 * Groups identical problems, in the order of each group's first problem, because one mistake, such as a removed detector, can cause
 * thousands. Problems with the same topic are also grouped. Up to three problems remain separate. Warnings come first, so that problems are
 * near the end of the output.
 */
export function groupAlike(all: readonly Problem[]): ProblemGroup[] {
  const problems = [...all.filter(isWarning), ...all.filter((one) => !isWarning(one))];
  const groups = new Map<string, Problem[]>();
  const alike = problems.map((problem) => {
    const { code, message, fix, topic } = problem;
    // Each entry from a service has its own URL.
    const file = 'file' in problem ? problem.file : '';
    const key = [file, code, ...(topic === undefined ? [message, fix] : [topic])].join('\n');
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(problem);
    return group;
  });
  return problems.flatMap((problem, n) => {
    const group = alike[n] as Problem[];
    if (group.length <= MAX_ALIKE) return [{ problem, others: [] }];
    return problem === group[0] ? [{ problem, others: group.slice(1) }] : [];
  });
}

/**
 * `also in lines 9 to 12, 15; 6 times in all`: the group's other lines, and how many problems it has. Problems with the same topic are not
 * identical.
 */
function otherLines({ problem, others }: ProblemGroup): string {
  const lines = new Set(others.flatMap((one) => ('line' in one ? [one.line] : [])));
  if ('line' in problem) lines.delete(problem.line);
  const { shown: first, more } = firstOf(rangesOf([...lines].sort((a, b) => a - b)), MAX_RANGES);
  const places = `also in ${lines.size === 1 ? 'line' : 'lines'} ${[...first, ...more].join(', ')}`;
  const what = problem.topic === undefined ? 'times' : isWarning(problem) ? 'such warnings' : 'such problems';
  const total = `${showCount(others.length + 1)} ${what} in all`;
  return lines.size === 0 ? total : `${places}; ${total}`;
}

const MAX_RANGES = 8;

/** Formats ascending line numbers as ranges: `2 to 5`, `7`. */
function rangesOf(lines: readonly number[]): string[] {
  const ranges: [first: number, last: number][] = [];
  for (const line of lines) {
    const range = ranges.at(-1);
    if (range && line === range[1] + 1) range[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.flatMap(([first, last]) => {
    if (last > first + 1) return [`${first} to ${last}`];
    return last === first ? [`${first}`] : [`${first}`, `${last}`];
  });
}

/**
 * Formats groups for a terminal: three lines per group (the first problem's location and message, the line, the fix), and a line that says
 * where the group's other problems are, if there are any.
 *
 *     data/catalogs.yaml:4:5  D104  unknown field "nmae" in catalogs[0]
 *       4 |   - nmae: GWTC-1
 *       fix: rename it to "name" (allowed: name, description)
 */
export function formatGroups(groups: readonly ProblemGroup[], isColored = false): string {
  const paint = painter(isColored);
  const blocks = groups.map((group) => {
    const { problem, others } = group;
    const place = 'url' in problem ? problem.url : `${shownPath(problem.file)}:${problem.line}:${problem.column}`;
    const lines = [
      `${paint('place', printable(place))}  ${paint(isWarning(problem) ? 'note' : 'bad', problem.code)}  ${shown(problem.message)}`,
    ];
    if ('line' in problem && problem.excerpt !== undefined)
      lines.push(`  ${paint('faint', `${problem.line} | ${printable(problem.excerpt)}`)}`);
    if (others.length > 0) lines.push(`  ${otherLines(group)}`);
    lines.push(`  fix: ${shown(problem.fix)}`);
    return `${lines.join('\n')}\n`;
  });
  return blocks.join('');
}

/** Number of groups in one part of the output: a single string for a huge number of problems would exceed the maximum string length. */
const GROUPS_AT_ONCE = 100_000;

/**
 * The problems as text, in groups, followed by their count; yielded in parts to print one after another. Yields nothing if there are no
 * problems.
 */
export function* formatProblems(problems: readonly Problem[], isColored = false): Generator<string> {
  const groups = groupAlike(problems);
  for (let from = 0; from < groups.length; from += GROUPS_AT_ONCE) {
    yield formatGroups(groups.slice(from, from + GROUPS_AT_ONCE), isColored);
  }
  if (problems.length > 0) yield `${countProblems(problems)}\n`;
}
