/** `stillwave serve`: the Node host as a program. On SIGTERM or SIGINT, finishes the requests in progress and exits with 0. */

import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import { Option } from 'commander';
import { API_ROOT } from '../../core/contract/paths.ts';
import type { Release } from '../../core/release/release.ts';
import { OutputError } from '../../fs/output-error.ts';
import { createAccessLog, LOG_FORMATS, type LogFormat, parseProxies } from '../../hosts/node/access-log.ts';
import { createHandler, type Handler } from '../../hosts/node/handler.ts';
import { ExpectedError } from '../../report/expected-error.ts';
import { printable } from '../../report/printable.ts';
import { loadConfig } from '../../site/config/load-config.ts';
import { recoverInterruptedBuild } from '../../site/install/output.ts';
import type { CommandDefinition } from '../define.ts';
import { type FindSiteOptions, findSite } from '../find-site.ts';
import { createLimitedServer, createStop, type ListenOptions, listen, ownAddress } from '../http-server.ts';
import { abortOnSignal } from '../interrupt.ts';
import { createLogWriter, type LogWriter } from '../log-writer.ts';
import { baseUrl, CONFIG, compatibility, DATA, LISTEN_ADDRESS, PORT, QUIET, readBaseUrl, SITE } from '../options.ts';
import { type Flags, withProject } from '../project.ts';
import { EXIT, note } from '../report.ts';

interface ServeOptions extends FindSiteOptions, ListenOptions {
  /** Builds the site first, using the configuration. */
  readonly build?: boolean;
  /** Prefix for links; by default, the server's own address. */
  readonly baseUrl?: string;
  /** Writes a line for each request to standard output. */
  readonly log?: LogFormat;
  /** Addresses and networks of proxies whose X-Forwarded-For is trusted. */
  readonly trustProxy?: readonly string[];
}

const createRequestLog = (): LogWriter =>
  createLogWriter(process.stdout.fd, (reason) => {
    process.stderr.write(`the request log cannot be written: ${reason}. Requests are still answered\n`);
  });

/** Finishes an interrupted build. If that fails, packs and pointer still form one release. */
function finishBuild(root: string): void {
  try {
    recoverInterruptedBuild(root);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
  }
}

/** The request handler for a site. Rejects with OutputError if the site has no release that can be served. */
async function openSite(root: string, baseUrl: string): Promise<Handler> {
  finishBuild(root);
  const sayProblem = createProblemLog(root);
  const handler = await createHandler({
    root,
    baseUrl,
    onRelease: (problem) => problem && sayProblem(problem),
    onDamage: sayProblem,
  });
  const { release } = handler.site;
  if (release !== null && release.data.layout !== 'pages') return handler;
  handler.close();
  throw new OutputError(
    release === null
      ? `there is no usable release in ${root}. Run "stillwave build --site ${root}" first`
      : `${root} has page files only. Build it with --layout both`,
  );
}

/** Finds the site and serves it until a signal arrives and the requests in progress have been answered. Returns the exit status. */
async function serveUntilStopped(server: Server, options: ServeOptions, baseUrl: string | undefined): Promise<number> {
  // Requests that arrive before the release has been read wait for it.
  const early: [IncomingMessage, ServerResponse][] = [];
  const hold = (request: IncomingMessage, response: ServerResponse): void => {
    early.push([request, response]);
    request.socket.pause();
  };
  server.on('request', hold);
  const end = createStop(server);
  const address = ownAddress(server, options.host);
  if (options.build) {
    const { buildCommand } = await import('./build.ts');
    // Links keep the configured address, because the site may be published later.
    const { baseUrl: _, ...given } = options;
    const status = await buildCommand(given);
    if (status !== EXIT.clean) return status;
  }
  const root = options.build ? options.site : await findSite(options);
  // Not on SIGHUP: nohup sets it to be ignored.
  const { controller, release } = abortOnSignal(['SIGTERM', 'SIGINT']);
  const { signal } = controller;
  signal.addEventListener('abort', release);
  const stopped = once(signal, 'abort').then(end);
  const handler = await openSite(root, baseUrl ?? address);
  server.off('request', hold).on('request', handler.node);
  for (const [{ socket }] of early) socket.resume();
  for (const [request, response] of early) handler.node(request, response);
  const { data, baseUrl: links } = handler.site.release as Release;
  if (!options.quiet) {
    process.stderr.write(
      `Serving release ${data.id} from ${root} at ${links}/${API_ROOT}/ (listening on ${address})\n`,
    );
    const hasOtherLinks = data.baseUrl !== links && Object.keys(data.downloads).length > 0;
    if (hasOtherLinks) note(`the files in downloads/ link to ${data.baseUrl}, the address that the site was built for`);
  }
  await stopped;
  handler.close();
  return EXIT.clean;
}

export async function serve(options: ServeOptions): Promise<number> {
  const links = options.baseUrl === undefined ? undefined : readBaseUrl(options.baseUrl, '--base-url');
  if (options.build && loadConfig(options.config).config?.layout === 'pages') {
    throw new ExpectedError(
      `${options.config} says "layout: pages", but "serve" answers from packs. Write "layout: both"`,
    );
  }
  let proxies: BlockList;
  try {
    proxies = parseProxies(options.trustProxy ?? []);
  } catch (error) {
    throw new ExpectedError(`--trust-proxy: ${(error as Error).message}`);
  }
  const server = createLimitedServer();
  const writer = createRequestLog();
  const log = options.log && createAccessLog(options.log, proxies, writer.write);
  if (log) server.on('request', log.request).on('clientError', log.clientError);
  await listen(server, options);
  try {
    const status = await serveUntilStopped(server, options, links);
    await writer.end();
    return status;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** The same problem is reported at most once in this many ms, however many requests it affects. */
const REPEAT_MS = 10_000;

function createProblemLog(root: string): (problem: Error) => void {
  let last = { text: '', at: 0 };
  return (problem) => {
    const text = withCause(problem);
    const at = performance.now();
    if (text === last.text && at - last.at < REPEAT_MS) return;
    last = { text, at };
    process.stderr.write(`${root}: ${printable(text)}\n`);
  };
}

function withCause(problem: Error): string {
  return problem.cause instanceof Error ? `${problem.message} (${problem.cause.message})` : problem.message;
}

export const command: CommandDefinition = {
  description:
    'Answers the API from the packs of a site. A new release in the folder is picked up within a second. In a folder without a site, data or a configuration, it serves the catalogue that comes with Stillwave.',
  options: [
    SITE,
    DATA,
    CONFIG,
    new Option('--shipped', 'serve the catalogue that comes with Stillwave, from any folder').conflicts('site'),
    new Option('--build', 'build the site first, as configured').conflicts('shipped'),
    compatibility('; with --build or the shipped catalogue'),
    PORT,
    LISTEN_ADDRESS,
    baseUrl("prefix of every link (default: the server's own address)"),
    new Option('--log [format]', 'write a line for each request to standard output, in this format')
      .choices(LOG_FORMATS)
      .preset('combined'),
    new Option(
      '--trust-proxy <addresses...>',
      'addresses or networks of proxies whose X-Forwarded-For names the client in the log',
    ),
    QUIET,
  ],
  examples: [
    'serve',
    'serve --build',
    'serve --shipped --port 8080',
    'serve --site /srv/site --host 0.0.0.0 --port 80 --base-url https://catalogue.example',
  ],
  status:
    '0 ended by SIGTERM or SIGINT, 1 the data have problems (with --build), 2 cannot start, 129, 130 or 143 a signal ended the build.',
  run: (flags: Omit<Flags<ServeOptions>, 'isNamed'>) =>
    serve({ ...withProject(flags), isNamed: flags.site !== undefined }),
};
