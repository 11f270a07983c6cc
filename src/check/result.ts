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

/** The group of the one result about the site's address. */
export const ADDRESS = 'address';

/** Compares the checked address with the base URL in the links of the site. */
export function addressResult(baseUrl: string, linkBaseUrl: string): CheckResult {
  const result = { group: ADDRESS, request: `links to ${linkBaseUrl}` };
  if (linkBaseUrl === baseUrl) return { ...result, outcome: 'passed', reason: null };
  const reason =
    `the links of this site start with ${linkBaseUrl}, not with ${baseUrl}. Check ${linkBaseUrl} instead; or, if clients use ` +
    `${baseUrl}, build the site (or run "serve") with --base-url ${baseUrl}. The other requests accept these links`;
  return { ...result, outcome: 'failed', reason };
}

const SENT_AT_ONCE = 8;

/** Runs the work for each item, several at once. The results are in the order of the items. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const next = async (): Promise<void> => {
    for (const [n, item] of waiting) results[n] = await work(item);
  };
  await Promise.all(Array.from({ length: SENT_AT_ONCE }, next));
  return results;
}
