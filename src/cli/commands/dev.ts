/**
 * `stillwave dev`: serves the catalogue while it is edited. Each change is checked and built into a temporary folder, which is removed on
 * exit. Problems are shown on standard error and on the page, and the last valid release stays online.
 */

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearScreenDown, cursorTo } from 'node:readline';
import { type OutputError, outputError } from '../../fs/output-error.ts';
import { createHandler, type Handler } from '../../hosts/node/handler.ts';
import { countOf } from '../../report/count.ts';
import { printable } from '../../report/printable.ts';
import { countProblems, formatGroups, groupAlike } from '../../report/problem-text.ts';
import { problemKey, shownPath } from '../../report/problems.ts';
import type { Config } from '../../site/config/config.ts';
import { rejectNonLocal } from '../../site/dev/local-only.ts';
import { createDevPage, type DevPage } from '../../site/dev/page.ts';
import { type Rebuilt, rebuild } from '../../site/dev/rebuild.ts';
import { createRebuildLoop } from '../../site/dev/rebuild-loop.ts';
import { watchPaths } from '../../site/dev/watch.ts';
import type { CommandDefinition } from '../define.ts';
import { createLimitedServer, createStop, type ListenOptions, listen, ownAddress } from '../http-server.ts';
import { abortOnSignal, InterruptedError } from '../interrupt.ts';
import { CONFIG, compatibility, DATA, LISTEN_ADDRESS, PORT, QUIET } from '../options.ts';
import { type Flags, type Project, withProject } from '../project.ts';
import { describeCounts, EXIT, printProblems, warn } from '../report.ts';

interface DevOptions extends ListenOptions, Pick<Project, 'data' | 'config'> {
  readonly compatibility?: Config['compatibility'];
  readonly quiet?: boolean;
}

/** Completes "this page …" while there are problems. */
const stateOf = (hasRelease: boolean): string => (hasRelease ? 'shows the last valid data' : 'has nothing to show yet');

/** The reason for the failure, as text. */
const failureText = ({ message }: OutputError): string => `${message} "dev" tries again when a file is saved.`;

/** Creates the function that reports to the terminal each build that differs from the previous one; if `quiet`, only problems. */
function createReporter({ data, quiet }: DevOptions, address: string) {
  let before: { readonly hadProblems: boolean; readonly told: string; readonly warnings: ReadonlySet<string> } | null =
    null;
  const say = (text: string) => quiet || process.stderr.write(`${text}\n`);
  return ({ problems, warnings, counts, release, failure }: Rebuilt, seconds: number, hasRelease: boolean): void => {
    const told = JSON.stringify([release, problems, warnings, failure?.message]);
    if (told === before?.told) return;
    // Clears the terminal, so that fixed problems disappear.
    if (before !== null && process.stderr.isTTY) {
      cursorTo(process.stderr, 0, 0);
      clearScreenDown(process.stderr);
    }
    const hasProblems = problems.length > 0 || failure !== null;
    if (before?.hadProblems && !hasProblems) say('All problems are fixed.');
    const fresh = warnings.filter((warning) => !before?.warnings.has(problemKey(warning)));
    const old = warnings.length - fresh.length;
    if (old > 0) say(`${countOf(old, 'warning')} as before ("stillwave validate" lists them)`);
    printProblems(quiet ? problems : [...fresh, ...problems]);
    if (failure !== null) warn(failureText(failure));
    const found = counts === null ? '' : `: ${describeCounts(counts)}`;
    const shown = `shows ${shownPath(data)}, read in ${seconds.toFixed(2)} s${found}`;
    say(`${address} ${hasProblems ? stateOf(hasRelease) : shown}`);
    before = { hadProblems: hasProblems, told, warnings: new Set(warnings.map(problemKey)) };
  };
}

/** Maximum number of problem groups on the page; the terminal shows all of them. */
const SHOWN_ON_PAGE = 20;

/** The problems as text for the page, starting with their count. */
function pageText({ problems, failure }: Rebuilt, hasRelease: boolean): string {
  if (failure !== null) return `This page ${stateOf(hasRelease)}.\n\n${printable(failureText(failure))}`;
  if (problems.length === 0) return '';
  const groups = groupAlike(problems);
  const rest = groups.length > SHOWN_ON_PAGE ? ' The terminal shows all of them.' : '';
  const head = `${countProblems(problems)}: this page ${stateOf(hasRelease)}.${rest}`;
  return `${head}\n\n${formatGroups(groups.slice(0, SHOWN_ON_PAGE))}`;
}

/**
 * The folder that builds write to, and everything that shows its content: the request handler, the page, and the reports to the terminal.
 */
interface Preview {
  readonly out: string;
  readonly handler: Handler;
  readonly page: DevPage;
  readonly report: ReturnType<typeof createReporter>;
}

/** Checks, builds, and reports to the terminal and the pages. */
async function rebuildOnce(
  options: DevOptions,
  { out, handler, page, report }: Preview,
  signal: AbortSignal,
  lastBuilt: Rebuilt | null,
): Promise<Rebuilt> {
  const start = performance.now();
  const built = await rebuild({ ...options, dataDir: options.data, out, signal }, lastBuilt);
  if (built.release !== null) await handler.site.reload();
  // Nothing is reported after a signal.
  if (signal.aborted) return built;
  const release = handler.site.release?.data.id ?? '';
  report(built, (performance.now() - start) / 1000, release !== '');
  page.broadcast({ release, problems: pageText(built, release !== '') });
  return built;
}

/**
 * Serves and watches until a signal arrives. Returns the exit status. Rejects with InterruptedError if the signal arrives before anything
 * was served, and with unexpected errors.
 */
async function serveAndWatch(options: DevOptions, root: string, ending: AbortController): Promise<number> {
  const { signal } = ending;
  let open!: (answer: RequestListener) => void;
  // Early requests wait for the first build.
  const opened = new Promise<RequestListener>((resolve) => {
    open = resolve;
  });
  const server = createLimitedServer();
  server.on('request', (request, response) => void opened.then((answer) => answer(request, response)));
  const stop = createStop(server);
  await listen(server, options);
  try {
    const address = ownAddress(server, options.host);
    const handler = await createHandler({ root, baseUrl: address });
    const page = createDevPage(async () => {
      const answer = await handler.fetch(new Request(`${address}/`));
      return answer.ok ? answer.text() : null;
    });
    const preview = { out: root, handler, page, report: createReporter(options, address) };
    let lastBuilt: Rebuilt | null = null;
    const nextRound = createRebuildLoop(async () => {
      const built = await rebuildOnce(options, preview, signal, lastBuilt);
      if (built.release !== null) lastBuilt = built;
    }, ending);
    const paths = options.config === null ? [options.data] : [options.data, options.config];
    const tellMissed = (error: Error) => warn(`changes may go unnoticed: ${error.message}`);
    await watchPaths(paths, nextRound, tellMissed, signal);
    await nextRound();
    const isServing = !signal.aborted;
    if (isServing) {
      open((request, response) => {
        if (rejectNonLocal(request, response, options.host) || page.take(request, response)) return;
        handler.node(request, response);
      });
      await once(signal, 'abort');
    }
    page.close();
    handler.close();
    // A rebuild in progress writes to the folder until it ends. Requests that are waiting for the first release get a 503.
    await Promise.all([nextRound(), isServing && stop()]);
    if (isServing && signal.reason instanceof InterruptedError) return EXIT.clean;
    throw signal.reason;
  } finally {
    // A listening server would keep the process alive.
    server.close();
    server.closeAllConnections();
  }
}

/** Creates the temporary folder. Throws OutputError if that fails. */
function makeWorkFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'stillwave-dev-'));
  } catch (error) {
    throw outputError(error, tmpdir(), 'Set TMPDIR to another folder for temporary files.');
  }
}

/** Runs until a signal arrives. */
export async function dev(options: DevOptions): Promise<number> {
  // Never released: npx forwards a Ctrl-C that the process has already received. Without a listener, this second signal
  // would end the process during the clean-up, or with a different status.
  const { controller } = abortOnSignal();
  let remove = () => {};
  try {
    const folder = makeWorkFolder();
    remove = () => rmSync(folder, { recursive: true, force: true });
    process.once('exit', remove);
    return await serveAndWatch(options, join(folder, 'site'), controller);
  } finally {
    remove();
  }
}

export const command: CommandDefinition = {
  description:
    'Checks and serves the data after each save, and reloads the page. Problems are shown in the terminal and on the page, which keeps showing the last valid data. Writes only to a temporary folder, which is removed at the end.',
  options: [DATA, CONFIG, compatibility(), PORT, LISTEN_ADDRESS, QUIET],
  examples: ['dev', 'dev --data catalogue/data --port 8080'],
  status: `0 ended by Ctrl-C or another signal, 2 cannot start;
129, 130 or 143 ended by SIGHUP, SIGINT (Ctrl-C) or SIGTERM before it served anything.`,
  run: (flags: Flags<DevOptions>) => dev(withProject(flags)),
};
