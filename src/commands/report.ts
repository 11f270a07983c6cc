/** What commands print in common: problems and errors to standard error, numbers for people. */

import { printable, printableJson } from '../catalogue/files/printable.ts';
import { formatProblems, type Problem, problemsToJson, wantsColor } from '../catalogue/files/problems.ts';
import { EXIT } from './exit.ts';

/** Prints problems as text, or with `json` as one object to standard output. Returns the exit status. */
export function reportProblems(problems: readonly Problem[], json: boolean | undefined): number {
  if (json) process.stdout.write(printableJson({ problems: problemsToJson(problems) }));
  else process.stderr.write(formatProblems(problems, { color: wantsColor(process.stderr) }));
  return EXIT.problems;
}

/** Prints why a command cannot run. Returns the exit status. */
export function fail(message: string): number {
  process.stderr.write(`error: ${printable(message)}\n`);
  return EXIT.usage;
}

/** `1,234,567`, whatever the locale. */
export const showCount = (count: number): string => count.toLocaleString('en-US');

/** `76.4 MB`: decimal units. */
export function showBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
