import { formatProblems } from '../../src/report/problem-text.ts';
import type { Problem } from '../../src/report/problems.ts';

/** The text that commands print for problems, with paths relative to a folder if one is given. */
export function textOfProblems(problems: readonly Problem[], folder?: string): string {
  const pathOf = (file: string) => (folder === undefined ? file : file.replace(`${folder}/`, ''));
  return [...formatProblems(problems.map((one) => ({ ...one, file: pathOf(one.file) })))].join('');
}
