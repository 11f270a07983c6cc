/** `stillwave serve`: the Node host as a program. Ends with 0 on SIGTERM or SIGINT, after the requests in hand. */

import { writeSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { printable } from '../catalogue/files/printable.ts';
import { createHandler } from '../hosts/node.ts';
import { normaliseBaseUrl } from '../site/config/base-url.ts';
import { recoverInterruptedBuild } from '../site/output/output.ts';
import { OutputError } from '../site/output/output-error.ts';
import { EXIT } from './exit.ts';
import { createStop, listen, ownAddress } from './http-server.ts';
import { fail } from './report.ts';

export interface ServeOptions {
  readonly site: string;
  readonly port: number;
  readonly host: string;
  /** Prefix of links; by default the server's own address. */
  readonly baseUrl?: string;
  /** Writes a line for each request to standard output. */
  readonly log?: boolean;
  /** MiB of packs kept in memory. */
  readonly cacheMb?: number;
  readonly quiet?: boolean;
}

/** Lines of the log that could not be written, one after the other. */
let unwritten = 0;

/** Writes to standard output, past the stream: that ends for good where the disk is full or the reader gone, and with it the program. */
function writeLog(line: string): void {
  try {
    writeSync(process.stdout.fd, line);
    unwritten = 0;
  } catch (error) {
    if (unwritten++ > 0) return;
    process.stderr.write(`the log of requests cannot be written: ${(error as Error).message}. Requests are answered\n`);
  }
}

/** One line a request: address, time, request line, status, bytes sent (headers included), milliseconds. */
function logAccess(request: IncomingMessage, response: ServerResponse): void {
  const start = performance.now();
  const { socket } = request;
  const address = socket.remoteAddress ?? '-';
  const sentBefore = socket.bytesWritten;
  response.once('close', () => {
    const { method, url, httpVersion } = request;
    const status = response.headersSent ? response.statusCode : '-';
    const bytes = socket.bytesWritten - sentBefore;
    const time = `${(performance.now() - start).toFixed(1)}ms`;
    const target = JSON.stringify(`${method} ${url} HTTP/${httpVersion}`);
    writeLog(`${address} [${new Date().toISOString()}] ${target} ${status} ${bytes} ${time}\n`);
  });
}

/** Resolves once a signal asks the server to end and the requests in hand are answered. */
function untilStopped(server: Server): Promise<void> {
  const end = createStop(server);
  return new Promise((resolve) => {
    const stop = () => end().then(resolve);
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  });
}

/** Finishes what an interrupted build left. Where that cannot be done, packs and pointer still make one release. */
function finishBuild(root: string): void {
  try {
    recoverInterruptedBuild(root);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
  }
}

export async function serve(options: ServeOptions): Promise<number> {
  const { site: root, port, host, cacheMb, quiet } = options;
  const say = (text: string) => quiet || process.stderr.write(`${text}\n`);
  const links = options.baseUrl === undefined ? null : normaliseBaseUrl(options.baseUrl);
  if (links !== null && !('url' in links)) return fail(`--base-url: ${links.message}; ${links.fix}`);

  // Requests that come before the release is read wait for it.
  const early: [IncomingMessage, ServerResponse][] = [];
  let handle = (request: IncomingMessage, response: ServerResponse): void => {
    early.push([request, response]);
    request.socket.pause();
  };
  const sayProblem = createProblemLog(root);
  const server = createServer((request, response) => {
    if (options.log) logAccess(request, response);
    handle(request, response);
  });
  const refused = await listen(server, { port, host });
  if (refused !== null) return fail(refused);
  finishBuild(root);
  const address = ownAddress(server, host);
  const stopped = untilStopped(server);
  const handler = await createHandler({
    root,
    baseUrl: links?.url ?? address,
    cacheBytes: cacheMb === undefined ? undefined : cacheMb * 2 ** 20,
    onRelease: (problem) => problem && sayProblem(problem),
    onDamage: sayProblem,
  });
  const { release } = handler.site;
  if (release === null || release.data.layout === 'pages') {
    server.close();
    server.closeAllConnections();
    handler.close();
    return fail(
      release === null
        ? `there is no release in ${root} that can be served. Run "stillwave build --site ${root}" first`
        : `${root} has page files only. Build it with --layout packs or both`,
    );
  }
  handle = handler.node;
  server.on('connect', handler.connect);
  for (const { socket } of early.map(([request]) => request)) socket.resume();
  for (const [request, response] of early) handle(request, response);
  say(`Serving release ${release.data.id} from ${root} at ${release.baseUrl}/api/v2/ (listening on ${address})`);
  await stopped;
  handler.close();
  return EXIT.clean;
}

/** The same problem is said once in so many ms, however many requests meet it. */
const REPEAT_MS = 10_000;

function createProblemLog(root: string): (problem: Error) => void {
  let last = { text: '', at: 0 };
  return (problem) => {
    const text = describe(problem);
    const at = performance.now();
    if (text === last.text && at - last.at < REPEAT_MS) return;
    last = { text, at };
    process.stderr.write(`${root}: ${printable(text)}\n`);
  };
}

function describe(problem: Error): string {
  return problem.cause instanceof Error ? `${problem.message} (${problem.cause.message})` : problem.message;
}
