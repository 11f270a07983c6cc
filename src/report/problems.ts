/** Problems found in input files. Lines and columns count from 1; 1:1 is the whole file. `problem-text.ts` formats them for people. */
import { isAbsolute, relative, resolve } from 'node:path';
import type { ProblemCode } from './problem-codes.ts';

/** Path from a value to a part of it: keys and 0-based indices. */
export type DataPath = readonly (string | number)[];

/** Something wrong with a value, and how to fix it. The value's place in the file is not yet known. */
export interface Finding {
  readonly code: ProblemCode;
  readonly message: string;
  readonly fix: string;
  /** Path of the faulty part of the value; if missing, the value or file as a whole is faulty. */
  readonly at?: DataPath;
  /** True if the key of that part is faulty. */
  readonly onKey?: boolean;
  /** The file that contains the value, if there are several files. */
  readonly file?: string;
  /** The other of two values that do not go together, in the same file if no file is named. */
  readonly other?: { readonly at: DataPath; readonly file?: string };
  /** The strain files that the finding is about, if they are only some of a block: [first_gps_start, count]. */
  readonly files?: readonly [number, number];
  /** Findings with the same code and topic have the same cause in different records, such as a `redshift` below 0. */
  readonly topic?: string;
}

/** A place in a file, or in a service's response. */
export interface Place {
  /** Path as passed to the reader, or a URL. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The line in the file, shortened if it is long. */
  readonly excerpt?: string;
}

/** A finding with its place. */
export interface Problem extends Place, Pick<Finding, 'code' | 'message' | 'fix' | 'topic'> {}

/** A value that was read, or the problems because of which there is none. */
export type Reading<T> =
  | { readonly value: T; readonly problems: readonly [] }
  | { readonly value: null; readonly problems: readonly Problem[] };

export const failed = (problems: readonly Problem[]) => ({ value: null, problems }) as const;

/** Combines a finding and its place into a problem. */
export function toProblem({ code, message, fix, topic }: Finding, place: Place): Problem {
  return { ...place, code, message, fix, ...(topic !== undefined && { topic }) };
}

/** Converts findings about a part of a value to findings about the whole value; `at` is the path of the part. */
export const placed = (at: DataPath, found: Finding | readonly Finding[] | null): Finding[] =>
  [found ?? []].flat().map((finding) => {
    const { other } = finding;
    const isNear = other !== undefined && other.file === undefined;
    return { ...finding, at: [...at, ...(finding.at ?? [])], ...(isNear && { other: { at: [...at, ...other.at] } }) };
  });

/** Identifies a problem independently of its place in the file. */
export const problemKey = ({ file, code, message }: Pick<Finding, 'file' | 'code' | 'message'>): string =>
  JSON.stringify([file, code, message]);

/** By UTF-16 code unit, like `byCodeUnit` in core, which this room does not import. */
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A copy sorted by file, line, column, code and message. */
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

/** True if the problem is in a service's response: its location is a URL with a JSON pointer as its fragment, and has no line. */
export const isUrl = (file: string): boolean => /^https?:\/\//.test(file);

/** The path relative to the working folder, with forward slashes; absolute if the file is outside of it. */
export function shownPath(file: string): string {
  if (isUrl(file)) return file;
  const path = relative('', file);
  const shown = path === '' ? '.' : path.startsWith('..') || isAbsolute(path) ? resolve(file) : path;
  return shown.replaceAll('\\', '/');
}

/** The number of files with problems. Responses of services are not files. */
export const countFilesWithProblems = (problems: readonly Problem[]): number =>
  new Set(problems.flatMap(({ file }) => (isUrl(file) ? [] : [file]))).size;

/** Plain objects for `--json`; paths are shown as in the text output. */
export function problemsToJson(problems: readonly Problem[]): Problem[] {
  return problems.map(({ topic, ...problem }) => ({ ...problem, file: shownPath(problem.file) }));
}
