/**
 * Problems found in input files, and how they are formatted as text and as JSON.
 *
 * In: problems from any reader or check. Out: sorted lists, text for a terminal, plain objects for `--json`.
 * Lines and columns count from 1; 1:1 stands for the whole file. Codes never change their meaning; `docs/errors.md` has an
 * entry for each, and a test compares both ways.
 */
import { isAbsolute, relative, resolve } from 'node:path';
import { painter } from './color.ts';
import { countOf } from './count.ts';
import { printable } from './printable.ts';

/** All codes with short descriptions. Those that start with W are warnings: valid but implausible. */
export const PROBLEM_CODES = {
  D101: 'file or folder is missing',
  D102: 'file cannot be read',
  D103: 'file is not UTF-8 text',
  D104: 'unknown field',
  D105: 'file is empty',
  D106: 'byte order mark',
  D107: 'YAML syntax',
  D108: 'tab in YAML',
  D109: 'key given twice',
  D110: 'unexpected file',
  D111: 'field is missing',
  D112: 'wrong type of value',
  D113: 'value is not one of those allowed',
  D114: 'value or list out of range',
  D115: 'wrong form of text',
  D116: 'element given twice',
  D117: 'number that can be read in two ways',
  D120: 'name that is not safe in a path',
  D121: 'reserved name',
  D122: 'names that differ by case alone',
  D123: 'file name and content disagree',
  D130: 'name given twice',
  D131: 'event version given twice',
  D132: 'unknown catalog',
  D133: 'unknown detector',
  D134: 'unknown parameter',
  D135: 'unknown run',
  D136: 'unknown event',
  D137: 'unknown event version',
  D138: 'name or alias that is taken',
  D139: 'cumulative catalog in the place of an ordinary one',
  D140: 'GPS time with more than one decimal',
  D141: 'GPS start that is not a multiple of 4096',
  D142: 'overlapping runs of strain files',
  D143: 'strain file in two datasets',
  D144: 'error with the wrong sign',
  D145: 'limit with errors',
  D146: 'upper and lower limit at once',
  D147: 'observing run that ends before it starts',
  D148: 'overlapping observing runs',
  D149: 'segments that are empty or out of order',
  D150: 'JSON syntax',
  D151: 'statistics out of order',
  D152: 'statistics given twice',
  D153: 'statistics without a strain file',
  D154: 'statistics that disagree with the DATA segments',
  D155: 'DATA segment outside the strain files',
  D156: 'strain file without a DATA segment',
  D157: 'too many versions of an event',
  D160: 'unusable URL',
  D170: 'CSV syntax',
  D171: 'column of the CSV',
  D172: 'row left out',
  D173: 'value is there already',
  D180: 'entry of a service left out',
  W201: 'event time and the date in its name disagree',
  W202: 'value that cannot be',
  W203: 'heavier mass below the lighter one',
  W204: 'final mass above the total mass',
  W205: 'error that reaches beyond what can be',
  W206: 'strain files outside of their run',
  W207: 'segment outside of its run',
  W208: 'event versions out of order',
  W209: 'mask bits without names',
  W210: 'member that is not kept',
  W211: 'answer of a service that the data have no place for',
} as const;

export type ProblemCode = keyof typeof PROBLEM_CODES;

/** A problem and its fix, without a location. */
export interface Finding {
  readonly code: ProblemCode;
  readonly message: string;
  readonly fix: string;
}

export interface Problem extends Finding {
  /** Path as the reader was given it. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The line of the file, shortened where it is long. */
  readonly excerpt?: string;
}

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

/** True where a problem is in an answer of a service; its place is a URL whose fragment is a JSON pointer, and has no line. */
const isUrl = (file: string): boolean => /^https?:\/\//.test(file);

/** The path relative to `cwd`, with forward slashes; absolute where the file is outside of it. */
export function shownPath(file: string, cwd: string = process.cwd()): string {
  if (isUrl(file)) return file;
  const path = relative(cwd, resolve(cwd, file));
  const shown = path === '' ? '.' : path.startsWith('..') || isAbsolute(path) ? resolve(cwd, file) : path;
  return shown.replaceAll('\\', '/');
}

/** How many files have problems. */
export const countFiles = (problems: readonly Problem[]): number => new Set(problems.map(({ file }) => file)).size;

export const isWarning = ({ code }: Pick<Problem, 'code'>): boolean => code.startsWith('W');

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

/**
 * Text for a terminal: three lines a problem (place and what, code line, fix), then the count, unless without. Empty where there is none.
 *
 *     data/catalogs.yaml:4:5  D104  unknown field "nmae" in catalogs[0]
 *       4 |   - nmae: GWTC-1
 *       fix: rename it to "name" (allowed: name, description)
 */
export function formatProblems(
  problems: readonly Problem[],
  options: { readonly cwd?: string; readonly color?: boolean; readonly withCount?: boolean } = {},
): string {
  if (problems.length === 0) return '';
  const paint = painter(options.color === true);
  const blocks = problems.map((problem) => {
    const line = isUrl(problem.file) ? '' : `:${problem.line}:${problem.column}`;
    const place = `${shownPath(problem.file, options.cwd)}${line}`;
    const lines = [
      `${paint('place', printable(place))}  ${paint(isWarning(problem) ? 'note' : 'bad', problem.code)}  ${printable(problem.message)}`,
    ];
    if (problem.excerpt !== undefined)
      lines.push(`  ${paint('faint', `${problem.line} | ${printable(problem.excerpt)}`)}`);
    lines.push(`  fix: ${printable(problem.fix)}`);
    return `${lines.join('\n')}\n`;
  });
  return blocks.join('') + (options.withCount === false ? '' : `${countProblems(problems)}\n`);
}

/** Plain objects for `--json`; paths are shown as in the text. */
export function problemsToJson(problems: readonly Problem[], cwd?: string): Problem[] {
  return problems.map((problem) => ({ ...problem, file: shownPath(problem.file, cwd) }));
}
