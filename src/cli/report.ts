/** Output shared by the commands: results as text or JSON, problems and errors on standard error, formatted numbers. */

import type { CatalogueCounts } from '../catalogue/counts.ts';
import { painterOf, wantsColor } from '../report/color.ts';
import { countOf, firstOf, showCount } from '../report/count.ts';
import { printable, printableJson } from '../report/printable.ts';
import { formatProblems } from '../report/problem-text.ts';
import { countFilesWithProblems, type Problem, problemsToJson } from '../report/problems.ts';

/** The exit statuses, which are the same for every command. */
export const EXIT = {
  clean: 0,
  /** The data have problems. */
  problems: 1,
  /** Incorrect usage, or another failure. */
  failed: 2,
} as const;

/** Counts by name, possibly in groups. */
export interface Counts {
  readonly [name: string]: number | Counts;
}

/**
 * The output of `--json`, with the same structure for every command: `ok` (the exit status is 0), `counts`, then lists of findings or
 * changed files. A command that cannot run prints only its error.
 */
export function printJson(ok: boolean, counts: Counts, found: object): void {
  process.stdout.write(printableJson({ ok, counts, ...found }));
}

/** Prints problems to standard error, with their count. */
export function printProblems(problems: readonly Problem[]): void {
  for (const part of formatProblems(problems, wantsColor(process.stderr))) process.stderr.write(part);
}

/** Prints problems as text, or if `json`, as one object to standard output. Returns the exit status. */
export function reportProblems(problems: readonly Problem[], json: boolean | undefined): number {
  if (json) {
    const counts = { problems: problems.length, filesWithProblems: countFilesWithProblems(problems) };
    printJson(false, counts, { problems: problemsToJson(problems) });
  } else {
    printProblems(problems);
  }
  return EXIT.problems;
}

function printLine(kind: 'error' | 'warning' | 'note', message: string): void {
  const paint = painterOf(process.stderr);
  process.stderr.write(`${paint(kind === 'error' ? 'bad' : 'note', `${kind}:`)} ${printable(message)}\n`);
}

/** Prints why a command cannot run: an ExpectedError, or a message that a list follows. Returns the exit status. */
export function fail(message: string): number {
  printLine('error', message);
  return EXIT.failed;
}

/** Prints a warning. */
export const warn = (message: string): void => printLine('warning', message);

/** Prints a note. */
export const note = (message: string): void => printLine('note', message);

/** The first items of a list, indented, and how many more there are. */
export function listText(items: readonly string[], most: number): string {
  const { shown, more } = firstOf(items, most);
  return [...shown, ...more].map((item) => `  ${printable(item)}\n`).join('');
}

/** `76.4 MB`: decimal units. */
export function showBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return unit === 0 ? countOf(value, 'byte') : `${value.toFixed(1)} ${units[unit]}`;
}

/** `670 event versions in 18 catalogs, …`. */
export function describeCounts(counts: CatalogueCounts): string {
  return (
    `${countOf(counts.eventVersions, 'event version')} in ${countOf(counts.catalogs, 'catalog')}, ` +
    `${countOf(counts.strainFiles, 'strain file')} in ${countOf(counts.datasets, 'dataset')}, ` +
    `${showCount(counts.statistics)} with statistics, ` +
    `${countOf(counts.eventStrainFiles, 'event strain file')}, ${countOf(counts.segments, 'segment')}.`
  );
}
