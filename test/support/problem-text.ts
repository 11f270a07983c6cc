import { formatProblems } from '../../src/report/problem-text.ts';
import type { Place, Problem } from '../../src/report/problems.ts';

/** The text that commands print for problems, with paths relative to a folder if one is given. */
export function textOfProblems(problems: readonly Problem[], folder?: string): string {
  const pathOf = (file: string) => (folder === undefined ? file : file.replace(`${folder}/`, ''));
  const shown = problems.map((one) => ('file' in one ? { ...one, file: pathOf(one.file) } : one));
  return [...formatProblems(shown)].join('');
}

/** Problems, or places, that are in files, not in responses of services. */
export const inFiles = <P extends Place>(all: readonly P[]) =>
  all.filter((one) => 'file' in one) as Extract<P, { readonly file: string }>[];
