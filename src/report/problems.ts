/** Problems found in input files and in responses of services. `problem-text.ts` formats them for people. */
import { basename, isAbsolute, relative, resolve } from 'node:path';
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
  /** The part that the finding is about, if the value is a block of strain files: [first_gps_start, count]. */
  readonly block?: readonly [number, number];
  /** Findings with the same code and topic have the same cause in different records, such as a `redshift` below 0. */
  readonly topic?: string;
}

/** A place in a file, or in a service's response. */
export type Place =
  | {
      /** Path as passed to the reader. */
      readonly file: string;
      /** Lines and columns count from 1; 1:1 is also the place of the whole file. */
      readonly line: number;
      readonly column: number;
      /** The line in the file, shortened if it is long. */
      readonly excerpt?: string;
    }
  | {
      /** The URL of the response, with a JSON pointer as its fragment. */
      readonly url: string;
    };

/** The place of a whole file. */
export const placeOfFile = (file: string): Place => ({ file, line: 1, column: 1 });

/** A finding with its place. */
export type Problem = Place & Pick<Finding, 'code' | 'message' | 'fix' | 'topic'>;

/** A value that was read, or the problems because of which there is none. */
export type Reading<T> =
  | { readonly value: T; readonly problems: readonly [] }
  | { readonly value: null; readonly problems: readonly Problem[] };

export const failed = (problems: readonly Problem[]) => ({ value: null, problems }) as const;

/** Combines a finding and its place into a problem. */
export function toProblem({ code, message, fix, topic }: Finding, place: Place): Problem {
  // Takes a tenth of the time of a spread that other members follow; there may be 200,000 problems.
  return Object.assign({}, place, { code, message, fix }, topic !== undefined && { topic });
}

/** Converts findings about a part of a value to findings about the whole value; `at` is the path of the part. */
export const placed = (at: DataPath, found: Finding | readonly Finding[] | null): Finding[] =>
  [found ?? []].flat().map((finding) => {
    const { other } = finding;
    const isNear = other !== undefined && other.file === undefined;
    return { ...finding, at: [...at, ...(finding.at ?? [])], ...(isNear && { other: { at: [...at, ...other.at] } }) };
  });

/** True for data that are valid but implausible. */
export const isWarning = ({ code }: Pick<Finding, 'code'>): boolean => code.startsWith('W');

/** Identifies a problem independently of its place in the file. */
export const problemKey = ({ file, code, message }: Pick<Finding, 'file' | 'code' | 'message'>): string =>
  JSON.stringify([file, code, message]);

/** By UTF-16 code unit, like `byCodeUnit` in core, which this room does not import. */
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A copy sorted by file or URL, line, column, code and message. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  const name = (place: Place): string => ('url' in place ? place.url : place.file);
  return [...problems].sort(
    (a, b) =>
      compareText(name(a), name(b)) ||
      ('line' in a && 'line' in b ? a.line - b.line || a.column - b.column : 0) ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );
}

/** The path relative to the working folder, with forward slashes; absolute if the file is outside of it. */
export function shownPath(file: string): string {
  const path = relative('', file);
  const shown = path === '' ? '.' : path.startsWith('..') || isAbsolute(path) ? resolve(file) : path;
  return shown.replaceAll('\\', '/');
}

/** `GWTC-2.yaml:12`, or the URL of a response, for messages that name another place. */
export const shortPlace = (place: Place): string =>
  'url' in place ? place.url : `${basename(place.file)}:${place.line}`;

/** The number of files with problems. Responses of services are not files. */
export const countFilesWithProblems = (problems: readonly Problem[]): number =>
  new Set(problems.flatMap((one) => ('file' in one ? [one.file] : []))).size;

/** Plain objects for `--json`; paths are shown as in the text output. */
export function problemsToJson(problems: readonly Problem[]): Problem[] {
  return problems.map(({ topic, ...problem }) =>
    'file' in problem ? { ...problem, file: shownPath(problem.file) } : problem,
  );
}
