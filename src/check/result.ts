/** The results of a check. */

import { ExpectedError } from '../report/expected-error.ts';

export interface CheckResult {
  readonly group: string;
  readonly request: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** The failure, or the reason for skipping. */
  readonly reason: string | null;
}

/** The site cannot be checked, because its own files cannot be read. */
export class UnreadableSiteError extends ExpectedError {
  override readonly name = 'UnreadableSiteError';
}

/** The outcome of a comparison, by the first difference that it found. */
export function outcomeOf(fault: string | null): Pick<CheckResult, 'outcome' | 'reason'> {
  return { outcome: fault === null ? 'passed' : 'failed', reason: fault };
}

/** The group of the one result about the site's address. */
export const ADDRESS = 'address';

/** Compares the checked address with the base URL in the links of the site. */
export function addressResult(baseUrl: string, linkBaseUrl: string): CheckResult {
  const result = { group: ADDRESS, request: `links to ${linkBaseUrl}` };
  if (linkBaseUrl === baseUrl) return { ...result, ...outcomeOf(null) };
  const fault =
    `the links of this site start with ${linkBaseUrl}, not with ${baseUrl}. Check ${linkBaseUrl} instead; or, if clients use ` +
    `${baseUrl}, build the site (or run "serve") with --base-url ${baseUrl}. The other requests accept these links`;
  return { ...result, ...outcomeOf(fault) };
}
