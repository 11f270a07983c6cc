/** `stillwave check`: compares a live site's answers with the request handler's, prints one row per group, then the failures. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Argument, Option } from 'commander';
import { ADDRESS, type CheckResult, UnreadableSiteError } from '../../check/result.ts';
import { checkSite } from '../../check/run.ts';
import { NoAnswerError, sendTo } from '../../check/send.ts';
import { groupBy } from '../../core/base/group-by.ts';
import { HOST_NAMES, type HostName } from '../../hosts/host-names.ts';
import { findHost } from '../../hosts/hosts.ts';
import { type Paint, painterOf } from '../../report/color.ts';
import { firstOf, showCount } from '../../report/count.ts';
import { ExpectedError } from '../../report/expected-error.ts';
import { printable } from '../../report/printable.ts';
import type { CommandDefinition } from '../define.ts';
import { JSON_OUTPUT, readBaseUrl } from '../options.ts';
import { EXIT, printJson } from '../report.ts';

interface CheckOptions {
  readonly url: string;
  /** Name of the host that serves the site. Default: a request handler. */
  readonly host?: HostName;
  /** Folder with a copy of the site. Default: the site's files are read from the URL. */
  readonly site?: string;
  readonly json?: boolean;
  /** Prints every request, even with `json`. */
  readonly verbose?: boolean;
  /** Prints only the failures and the counts. */
  readonly quiet?: boolean;
}

type Outcome = CheckResult['outcome'];

const OUTCOMES: readonly Outcome[] = ['passed', 'failed', 'skipped'];
const MARKS: Readonly<Record<Outcome, string>> = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' };
const STYLES = { passed: 'good', failed: 'bad', skipped: 'faint' } as const;
/** Longer requests are truncated unless they failed. */
const MAX_COLUMNS = 100;
/** Maximum number of failures shown per group. */
const MAX_DIFFERENCES = 5;

const countWith = (results: readonly CheckResult[], wanted: Outcome): number =>
  results.filter(({ outcome }) => outcome === wanted).length;

/** One row for each group, ordered by the group's first request. */
function groupRows(results: readonly CheckResult[], paint: Paint): string {
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

/** The distinct reasons for skipping. */
function skippedRows(results: readonly CheckResult[]): string {
  const reasons = new Map<string, number>();
  for (const { outcome, reason } of results) {
    if (outcome === 'skipped' && reason !== null) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return [...reasons].map(([reason, count]) => `skipped ${showCount(count)}: ${printable(reason)}\n`).join('');
}

function resultLine({ request, outcome, reason }: CheckResult, paint: Paint): string {
  const what = printable(request);
  const shown = what.length > MAX_COLUMNS && outcome !== 'failed' ? `${what.slice(0, MAX_COLUMNS)}…` : what;
  return `${paint(STYLES[outcome], MARKS[outcome])}  ${shown}${reason === null ? '' : `: ${printable(reason)}`}\n`;
}

/** The first failures in each group, and how many more there are. */
function differenceLines(failed: readonly CheckResult[], paint: Paint): string[] {
  return [...groupBy(failed, ({ group }) => group)].flatMap(([group, results]) => {
    const { shown, more } = firstOf(results, MAX_DIFFERENCES, ` of ${printable(group)} (--verbose shows all)`);
    return [...shown.map((result) => resultLine(result, paint)), ...more.map((text) => `      ${text}\n`)];
  });
}

type Output = Pick<CheckOptions, 'json' | 'verbose' | 'quiet'>;

function print(results: readonly CheckResult[], { verbose, quiet }: Output): void {
  const paint = painterOf(process.stdout);
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  // A wrong base URL explains most other failures, so it is printed first.
  const [address] = failed.filter(({ group }) => group === ADDRESS);
  const others = failed.filter((result) => result !== address);
  const head = address === undefined ? '' : `${resultLine(address, paint)}\n`;
  const summary = verbose || quiet ? '' : head + groupRows(results, paint) + skippedRows(results);
  const shown = quiet ? failed : results;
  const lines = verbose || quiet ? shown.map((result) => resultLine(result, paint)) : differenceLines(others, paint);
  const total = OUTCOMES.map((outcome) => `${showCount(countWith(results, outcome))} ${outcome}`).join(', ');
  process.stdout.write(`${summary}${lines.join('')}${paint(failed.length > 0 ? 'bad' : 'good', total)}\n`);
}

function report(results: readonly CheckResult[], options: Output): number {
  const [passed, failed, skipped] = OUTCOMES.map((outcome) => countWith(results, outcome)) as [number, number, number];
  const shown = options.verbose ? results : results.filter(({ outcome }) => outcome === 'failed');
  const requests = shown.map(({ group: _, ...rest }) => rest);
  if (options.json) printJson(failed === 0, { passed, failed, skipped }, { requests });
  else print(results, options);
  return failed === 0 ? EXIT.clean : EXIT.problems;
}

/** The reason in plain words. If TLS fails, adds advice, because the server may not support TLS. */
function whyNoAnswer({ message, cause }: NoAnswerError, url: string): string {
  const { code = '' } = (cause ?? {}) as NodeJS.ErrnoException;
  if (!/^(EPROTO$|ERR_SSL_)/.test(code)) return message;
  // error:0A000410:SSL routines:<function>:<reason>:<file>:<line>
  const [, reason = message] = /SSL routines:[^:]*:([^:]+)/.exec(message) ?? [];
  return `TLS fails: ${reason.trim()}. If the site has none there, check ${url.replace('https:', 'http:')}`;
}

export async function check({ url, host, site, ...options }: CheckOptions): Promise<number> {
  const base = readBaseUrl(url, '<base-url>');
  const connection = sendTo(base);
  const tier = host === undefined ? undefined : findHost(host)?.tier;
  const readCopy = site === undefined ? undefined : (path: string) => readFile(join(site, path));
  try {
    return report(await checkSite(base, connection, { tier, readFile: readCopy }), options);
  } catch (error) {
    if (error instanceof UnreadableSiteError) throw new ExpectedError(`cannot check ${site ?? base}: ${error.message}`);
    if (error instanceof NoAnswerError) throw new ExpectedError(`${base} does not answer: ${whyNoAnswer(error, base)}`);
    throw error;
  } finally {
    connection.close();
  }
}

export const command: CommandDefinition = {
  description:
    'Sends thousands of requests to a live site, and compares each answer with the answer that its release.json and packs give.',
  arguments: [new Argument('<base-url>', 'base URL of the site, such as https://catalogue.example/gw')],
  options: [
    new Option(
      '--host <name>',
      'the host that serves the site, also if it has an upstream; requests that it has no file for are skipped',
    ).choices(HOST_NAMES),
    new Option('--site <folder>', 'a copy of the site with packs, if the host does not serve them'),
    JSON_OUTPUT,
    new Option('--verbose', 'print every request'),
    new Option('--quiet', 'print only failures'),
  ],
  examples: ['check http://localhost:8000', 'check https://catalogue.example/gw --host nginx --quiet'],
  status: '0 all answers are right, 1 some are wrong, 2 wrong usage, no response, or no packs.',
  run: (flags: Omit<CheckOptions, 'url'>, url: string) => check({ url, ...flags }),
};
