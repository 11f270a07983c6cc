import type { CheckResult } from '../../src/check/result.ts';

/** The failures of a check, a line for each. */
export const failuresOf = (results: readonly CheckResult[]): string[] =>
  results.filter(({ outcome }) => outcome === 'failed').map(({ request, reason }) => `${request}: ${reason}`);
