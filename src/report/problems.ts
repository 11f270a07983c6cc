/**
 * Problems found in input files, and how they are formatted as text and as JSON.
 *
 * In: problems from any reader or check. Out: sorted lists, text for a terminal, plain objects for `--json`.
 * Lines and columns count from 1; 1:1 stands for the whole file. Codes never change their meaning; `docs/errors.md` has an
 * entry for each, and a test compares both ways.
 */
import { isAbsolute, relative, resolve } from 'node:path';
import { painter } from './color.ts';
import { countOf, firstOf, showCount } from './count.ts';
import { printable } from './printable.ts';

/** All codes with short descriptions. Those that start with W are warnings: valid but implausible. */
export const PROBLEM_CODES = {
  D100: 'symbolic link',
  D101: 'missing file or folder',
  D102: 'unreadable file',
  D103: 'file is not UTF-8 text',
  D104: 'unknown field',
  D105: 'empty file',
  D106: 'byte order mark',
  D107: 'invalid YAML',
  D108: 'tab in YAML',
  D109: 'duplicate key',
  D110: 'unexpected file',
  D111: 'missing field',
  D112: 'wrong type',
  D113: 'value that is not allowed',
  D114: 'value or list out of range',
  D115: 'wrong form of text',
  D116: 'duplicate list element',
  D117: 'ambiguous number',
  D120: 'name that is not path-safe',
  D121: 'reserved name',
  D122: 'names that differ only in case',
  D123: 'file name does not match its content',
  D130: 'duplicate name',
  D131: 'duplicate event version',
  D132: 'unknown catalog',
  D133: 'unknown detector',
  D134: 'unknown parameter',
  D135: 'unknown run',
  D136: 'unknown event',
  D137: 'unknown event version',
  D138: 'name or alias already in use',
  D139: 'cumulative catalog where an ordinary one is needed',
  D140: 'GPS time with more than one decimal',
  D141: 'GPS start that is not a multiple of 4096',
  D142: 'overlapping blocks of strain files',
  D143: 'strain file in two datasets',
  D144: 'error with the wrong sign',
  D145: 'limit with errors',
  D146: 'both upper and lower limit',
  D147: 'observing run that ends before it starts',
  D148: 'overlapping observing runs',
  D149: 'segments that are empty or out of order',
  D150: 'invalid JSON',
  D151: 'statistics out of order',
  D152: 'duplicate statistics',
  D153: 'statistics without a strain file',
  D154: 'statistics that disagree with the DATA segments',
  D155: 'DATA segment outside the strain files',
  D156: 'strain file without a DATA segment',
  D157: 'too many versions of an event',
  D160: 'unusable URL',
  D170: 'invalid CSV',
  D171: 'unknown, missing or duplicate CSV column',
  D172: 'row not imported',
  D173: 'value differs from the data',
  D180: 'entry not harvested',
  W201: 'event time and the date in its name disagree',
  W202: 'impossible value',
  W203: 'second mass greater than the first',
  W204: 'final mass greater than the total mass',
  W205: 'error that reaches impossible values',
  W206: 'strain files outside their run',
  W207: 'segment outside its run',
  W208: 'event versions out of order',
  W209: 'mask bits without names',
  W210: 'community catalog has unsupported content',
  W211: 'service response has unsupported content',
} as const;

export type ProblemCode = keyof typeof PROBLEM_CODES;

/** A problem and its fix, without a location. */
export interface Finding {
  readonly code: ProblemCode;
  readonly message: string;
  readonly fix: string;
}

export interface Problem extends Finding {
  /** Path as passed to the reader. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The line of the file, shortened if it is long. */
  readonly excerpt?: string;
}

/** Maximum number of problems with the form of a file: more would not fit into memory, and nobody reads them. */
export const MAX_PROBLEMS = 200_000;

/** The last problem of a file with more than that. */
export const MORE_PROBLEMS: Finding = {
  code: 'D102',
  message: `the file has more than ${showCount(MAX_PROBLEMS)} problems, the others are not shown`,
  fix: 'correct these first',
};

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A sorted copy: by file, line, column, code, message. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return [...problems].sort(
    (a, b) =>
      compareText(a.file, b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );
}

/** True if the problem is in a response of a service: its location is a URL with a JSON pointer as its fragment, without a line. */
const isUrl = (file: string): boolean => /^https?:\/\//.test(file);

/** The path relative to `cwd`, with forward slashes; absolute if the file is outside `cwd`. */
export function shownPath(file: string, cwd: string = process.cwd()): string {
  if (isUrl(file)) return file;
  const path = relative(cwd, resolve(cwd, file));
  const shown = path === '' ? '.' : path.startsWith('..') || isAbsolute(path) ? resolve(cwd, file) : path;
  return shown.replaceAll('\\', '/');
}

/** How many files have problems. */
export const countFiles = (problems: readonly Problem[]): number => new Set(problems.map(({ file }) => file)).size;

const isWarning = ({ code }: Pick<Problem, 'code'>): boolean => code.startsWith('W');

/** "1 problem", "10 problems in 3 files", "2 warnings", "1 problem and 2 warnings in 3 files". */
export function countProblems(problems: readonly Problem[]): string {
  const files = countFiles(problems);
  const warnings = problems.filter(isWarning).length;
  const counts = [
    [problems.length - warnings, 'problem'],
    [warnings, 'warning'],
  ] as const;
  const count = counts.flatMap(([number, noun]) => (number > 0 ? [countOf(number, noun)] : [])).join(' and ');
  return files > 1 ? `${count} in ${countOf(files, 'file')}` : count;
}

/** Messages repeat values of the data, which can have megabytes. */
const LONGEST_TEXT = 2000;

const shown = (text: string): string =>
  printable(text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text);

/** More problems of one file with the same text than this are shown as one. */
const MAX_ALIKE = 3;

/** A problem to show, and the others in its file that say the same. */
export interface ProblemGroup {
  readonly problem: Problem;
  readonly others: readonly Problem[];
}

/**
 * Groups problems that say the same, in the order of the first of each: one mistake, such as a removed detector, can cause thousands. Up to
 * three stay groups of their own.
 */
export function groupAlike(problems: readonly Problem[]): ProblemGroup[] {
  const groups = new Map<string, Problem[]>();
  const alike = problems.map((problem) => {
    const key = [problem.file, problem.code, problem.message, problem.fix].join('\n');
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

/** `also in lines 9, 12, 15, and 40 more; 50 times in all`: the other lines of a group, and how many problems if several share a line. */
function otherLines({ problem, others }: ProblemGroup): string {
  const lines = new Set(others.map(({ line }) => line));
  lines.delete(problem.line);
  const { shown: first, more } = firstOf([...lines], MAX_LINES);
  const places = `also in ${lines.size === 1 ? 'line' : 'lines'} ${[...first, ...more].join(', ')}`;
  const total = `${showCount(others.length + 1)} times in all`;
  if (lines.size === 0) return total;
  return lines.size === others.length ? places : `${places}; ${total}`;
}

const MAX_LINES = 8;

export interface FormatOptions {
  readonly cwd?: string;
  readonly color?: boolean;
}

/**
 * Text for a terminal: three lines per group (location and message of its first problem, the line, the fix), and one for the lines of
 * the others.
 *
 *     data/catalogs.yaml:4:5  D104  unknown field "nmae" in catalogs[0]
 *       4 |   - nmae: GWTC-1
 *       fix: rename it to "name" (allowed: name, description)
 */
export function formatGroups(groups: readonly ProblemGroup[], options: FormatOptions = {}): string {
  const paint = painter(options.color === true);
  const blocks = groups.map((group) => {
    const { problem, others } = group;
    const line = isUrl(problem.file) ? '' : `:${problem.line}:${problem.column}`;
    const place = `${shownPath(problem.file, options.cwd)}${line}`;
    const lines = [
      `${paint('place', printable(place))}  ${paint(isWarning(problem) ? 'note' : 'bad', problem.code)}  ${shown(problem.message)}`,
    ];
    if (problem.excerpt !== undefined)
      lines.push(`  ${paint('faint', `${problem.line} | ${printable(problem.excerpt)}`)}`);
    if (others.length > 0) lines.push(`  ${otherLines(group)}`);
    lines.push(`  fix: ${shown(problem.fix)}`);
    return `${lines.join('\n')}\n`;
  });
  return blocks.join('');
}

/** Groups of problems in one part of a text: that of very many would be longer than a text can be. */
const GROUPS_AT_ONCE = 100_000;

/** The problems as text, in groups, then their count; in parts that are printed one after the other. Nothing without problems. */
export function* formatProblems(problems: readonly Problem[], options: FormatOptions = {}): Generator<string> {
  const groups = groupAlike(problems);
  for (let from = 0; from < groups.length; from += GROUPS_AT_ONCE) {
    yield formatGroups(groups.slice(from, from + GROUPS_AT_ONCE), options);
  }
  if (problems.length > 0) yield `${countProblems(problems)}\n`;
}

/** Plain objects for `--json`; paths are shown as in the text. */
export function problemsToJson(problems: readonly Problem[], cwd?: string): Problem[] {
  return problems.map((problem) => ({ ...problem, file: shownPath(problem.file, cwd) }));
}
