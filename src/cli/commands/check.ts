/** `stillwave check`: runs the conformance cases against a live URL, prints one row per group, then the failures. */

import { OtherSiteError } from '../../check/catalogue-sample.ts';
import { BASE_URL } from '../../check/path-cases.ts';
import { type CaseResult, runConformance } from '../../check/run.ts';
import { NoAnswerError, type Send, sendTo, type TestAnswer } from '../../check/send.ts';
import { groupBy } from '../../core/base/group-by.ts';
import { normaliseBaseUrl } from '../../core/contract/base-url.ts';
import { API_ROOT, RELEASE_PATH, SERVICE_WORKER_PATH } from '../../core/contract/paths.ts';
import { OK } from '../../core/contract/statuses.ts';
import type { HostName } from '../../hosts/host-names.ts';
import { findHost } from '../../hosts/hosts.ts';
import { type Paint, painterOf } from '../../report/color.ts';
import { firstOf, showCount } from '../../report/count.ts';
import { printable } from '../../report/printable.ts';
import { EXIT, fail, printJson } from './report.ts';

export interface CheckOptions {
  readonly url: string;
  /** Name of the host that serves the site. The cases in the host's skip list are skipped. */
  readonly host?: HostName;
  readonly json?: boolean;
  /** Prints every case, even with `json`. */
  readonly verbose?: boolean;
  /** Prints only the failures and the counts. */
  readonly quiet?: boolean;
}

type Outcome = CaseResult['outcome'];

const OUTCOMES: readonly Outcome[] = ['passed', 'failed', 'skipped'];
const MARKS: Readonly<Record<Outcome, string>> = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' };
const STYLES = { passed: 'good', failed: 'bad', skipped: 'faint' } as const;
/** Longer descriptions are truncated unless the case failed. */
const MAX_COLUMNS = 100;
/** Maximum number of failures shown per group. */
const MAX_DIFFERENCES = 5;

const countWith = (results: readonly CaseResult[], wanted: Outcome): number =>
  results.filter(({ outcome }) => outcome === wanted).length;

/** One row for each group, ordered by the group's first case. */
function groupRows(results: readonly CaseResult[], paint: Paint): string {
  const groups = [...groupBy(results, ({ group }) => group)].map(([name, group]) => ({ name: printable(name), group }));
  const width = Math.max(...groups.map(({ name }) => name.length));
  const row = (name: string, cells: readonly string[]) =>
    `${name.padEnd(width)}${cells.map((cell) => cell.padStart(9)).join('')}`;
  const rows = groups.map(({ name, group }) => {
    const counts = OUTCOMES.map((outcome) => showCount(countWith(group, outcome)));
    return countWith(group, 'failed') > 0 ? paint('bad', row(name, counts)) : row(name, counts);
  });
  return [paint('heading', row('', OUTCOMES)), ...rows, ''].join('\n');
}

/** The distinct reasons for skipped cases. */
function skippedRows(results: readonly CaseResult[]): string {
  const reasons = new Map<string, number>();
  for (const { outcome, reason } of results) {
    if (outcome === 'skipped' && reason !== null) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return [...reasons].map(([reason, count]) => `skipped ${showCount(count)}: ${printable(reason)}\n`).join('');
}

function caseLine({ id, request, outcome, reason }: CaseResult, paint: Paint): string {
  const what = printable(outcome === 'failed' ? `${id} (${request})` : id);
  const shown = what.length > MAX_COLUMNS && outcome !== 'failed' ? `${what.slice(0, MAX_COLUMNS)}…` : what;
  return `${paint(STYLES[outcome], MARKS[outcome])}  ${shown}${reason === null ? '' : `: ${printable(reason)}`}\n`;
}

/** The first failures in each group, and how many more there are. */
function differenceLines(failed: readonly CaseResult[], paint: Paint): string[] {
  return [...groupBy(failed, ({ group }) => group)].flatMap(([group, results]) => {
    const { shown, more } = firstOf(results, MAX_DIFFERENCES, ` of ${printable(group)} (--verbose shows all)`);
    return [...shown.map((result) => caseLine(result, paint)), ...more.map((text) => `      ${text}\n`)];
  });
}

function print(results: readonly CaseResult[], { verbose, quiet }: CheckOptions): void {
  const paint = painterOf(process.stdout);
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  // A wrong base URL explains most other failures, so it is printed first.
  const [address] = failed.filter(({ group }) => group === BASE_URL);
  const others = failed.filter((result) => result !== address);
  const head = address === undefined ? '' : `${caseLine(address, paint)}\n`;
  const summary = verbose || quiet ? '' : head + groupRows(results, paint) + skippedRows(results);
  const shown = quiet ? failed : results;
  const lines = verbose || quiet ? shown.map((result) => caseLine(result, paint)) : differenceLines(others, paint);
  const total = OUTCOMES.map((outcome) => `${showCount(countWith(results, outcome))} ${outcome}`).join(', ');
  process.stdout.write(`${summary}${lines.join('')}${paint(failed.length > 0 ? 'bad' : 'good', total)}\n`);
}

function report(results: readonly CaseResult[], options: CheckOptions): number {
  const [passed, failed, skipped] = OUTCOMES.map((outcome) => countWith(results, outcome)) as [number, number, number];
  const shown = options.verbose ? results : results.filter(({ outcome }) => outcome === 'failed');
  const cases = shown.map(({ group: _, ...rest }) => rest);
  if (options.json) printJson(failed === 0, { passed, failed, skipped }, { cases });
  else print(results, options);
  return failed === 0 ? EXIT.clean : EXIT.problems;
}

/** Advice for an address that redirects elsewhere, or that serves the site's files but not its API. */
async function whatToDo(url: string, send: Send): Promise<string> {
  const ask = async (path: string): Promise<TestAnswer | null> => {
    const target = new URL(`${url}/${path}`).pathname;
    return send({ method: 'GET', target, headers: {} }).catch(() => null);
  };
  const isThere = async (path: string): Promise<boolean> => (await ask(path))?.status === OK;
  const redirected = baseOf((await ask(`${API_ROOT}/`))?.headers.location, url);
  if (redirected !== null) return `. It redirects to ${redirected}: check that address`;
  if (!(await isThere(RELEASE_PATH))) return '';
  const pageFiles = `To check its page files, if it has any, use --host serve`;
  if (!(await isThere(SERVICE_WORKER_PATH))) return `. It only has files, and nothing answers queries. ${pageFiles}`;
  return `. Its service worker only answers inside a browser: open ${url}/ in one, and the page shows whether it works. ${pageFiles}`;
}

/** The base URL that a redirect of the API's root leads to; null if there is no redirect, or if it leads to the same base URL. */
function baseOf(location: string | undefined, url: string): string | null {
  const base = location?.replace(new RegExp(`/${API_ROOT}/?$`), '');
  if (base === undefined || base === location) return null;
  const result = normaliseBaseUrl(base);
  return 'url' in result && result.url !== url ? result.url : null;
}

/** The reason in plain words. If TLS fails, adds advice, because the server may not support TLS. */
function whyNoAnswer({ message, cause }: NoAnswerError, url: string): string {
  const { code = '' } = (cause ?? {}) as NodeJS.ErrnoException;
  if (!/^(EPROTO$|ERR_SSL_)/.test(code)) return message;
  // error:0A000410:SSL routines:<function>:<reason>:<file>:<line>
  const [, reason = message] = /SSL routines:[^:]*:([^:]+)/.exec(message) ?? [];
  return `TLS fails: ${reason.trim()}. If the site has none there, check ${url.replace('https:', 'http:')}`;
}

export async function check(options: CheckOptions): Promise<number> {
  const result = normaliseBaseUrl(options.url);
  if (!('url' in result)) return fail(`${result.message}; ${result.fix}`);
  const host = options.host === undefined ? null : findHost(options.host);
  const { send, close } = sendTo(result.url);
  try {
    return report(await runConformance(result.url, send, host), options);
  } catch (error) {
    if (error instanceof OtherSiteError) return fail(`${error.message}${await whatToDo(result.url, send)}`);
    if (error instanceof NoAnswerError) return fail(`${result.url} does not answer: ${whyNoAnswer(error, result.url)}`);
    throw error;
  } finally {
    close();
  }
}
