/**
 * `stillwave check`: the conformance cases against a live URL, as a table.
 *
 * Out: exit status 0 (every case passed or is skipped with a reason), 1 (a difference), 2 (no such host, or nothing answers).
 */

import { printable, printableJson } from '../catalogue/files/printable.ts';
import { NoSiteError } from '../conformance/catalogue-sample.ts';
import { type CaseResult, runConformance } from '../conformance/run.ts';
import { NoAnswerError, sendTo } from '../conformance/send.ts';
import { findHost, HOSTS } from '../hosts/hosts.ts';
import { normaliseBaseUrl } from '../site/config/load-config.ts';
import { EXIT } from './exit.ts';
import { fail } from './report.ts';

export interface CheckOptions {
  readonly url: string;
  /** Name of the host that serves the site; its skips apply. */
  readonly host?: string;
  readonly json?: boolean;
  /** Prints differences and the count alone. */
  readonly quiet?: boolean;
}

const MARKS = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' } as const;
const WIDTH = 100;

function line({ id, request, outcome, reason }: CaseResult): string {
  const shown = outcome === 'failed' ? [`${id} (${request})`, reason] : [id, reason];
  const [what, why] = shown.map((text) => printable(text ?? ''));
  const short = (what ?? '').length > WIDTH && outcome !== 'failed' ? `${what?.slice(0, WIDTH)}…` : what;
  return `${MARKS[outcome]}  ${short}${why === '' ? '' : `: ${why}`}\n`;
}

function report(results: readonly CaseResult[], { json, quiet }: CheckOptions): number {
  const count = (outcome: CaseResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')];
  if (json) {
    process.stdout.write(printableJson({ passed, failed, skipped, cases: results }));
  } else {
    for (const result of results) if (!quiet || result.outcome === 'failed') process.stdout.write(line(result));
    process.stdout.write(`${passed} passed, ${failed} differ, ${skipped} skipped\n`);
  }
  return failed === 0 ? EXIT.clean : EXIT.problems;
}

export async function check(options: CheckOptions): Promise<number> {
  const result = normaliseBaseUrl(options.url);
  if (!('url' in result)) return fail(`${result.message}; ${result.fix}`);
  const host = options.host === undefined ? null : findHost(options.host);
  if (host === undefined) {
    return fail(`there is no host "${options.host}". Hosts: ${HOSTS.map(({ name }) => name).join(', ')}`);
  }
  const { send, close } = sendTo(result.url);
  try {
    return report(await runConformance(result.url, send, host), options);
  } catch (error) {
    if (error instanceof NoSiteError) return fail(error.message);
    if (error instanceof NoAnswerError) return fail(`${result.url} does not answer: ${error.message}`);
    throw error;
  } finally {
    close();
  }
}
