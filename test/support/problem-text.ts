import { formatProblems } from '../../src/report/problem-text.ts';

/** The text that commands print for problems. */
export const textOfProblems = (...args: Parameters<typeof formatProblems>): string =>
  [...formatProblems(...args)].join('');
