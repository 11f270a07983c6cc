/** Shared code for benchmarks with servers: starts programs as processes, and measures requests per second. */

import { type ChildProcess, spawn } from 'node:child_process';
import autocannon from 'autocannon';

/** Connections of the load generator, in every benchmark. */
export const CONNECTIONS = 32;
/** Duration of each measurement of a rate, in s. `SECONDS` overrides it for a short trial. */
export const LOAD_SECONDS = Number(process.env.SECONDS ?? 2);

/** Headers of clients that accept no content coding, and of typical clients. */
export const IDENTITY = { 'accept-encoding': 'identity' };
export const GZIP = { 'accept-encoding': 'gzip' };

export interface Server {
  readonly child: ChildProcess;
  /** `http://127.0.0.1:8000` */
  readonly origin: string;
  /** Sends SIGTERM and waits until the program has exited. */
  stop(): Promise<void>;
}

/** Starts a program that prints its address to standard error. Throws an error with the output if the program exits instead. */
export function startServer(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = (): Promise<void> => {
    child.kill();
    return ended;
  };
  let text = '';
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => reject(new Error(`${command} ${args[0]} ended: ${text}`)));
    child.stderr.on('data', (part: Buffer) => {
      text += part;
      const origin = /listening (?:on|at):? (http:[^\s)]+)/i.exec(text)?.[1];
      if (origin) resolve({ child, origin, stop });
    });
  });
}

/** Runs `stillwave serve` for a folder. */
export function startServe(root: string, ...flags: readonly string[]): Promise<Server> {
  return startServer(process.execPath, ['build/cli/main.js', 'serve', '--site', root, '--port', '0', ...flags]);
}

export interface Request {
  readonly path: string;
  readonly headers: Record<string, string>;
}

export interface Load {
  readonly connections?: number;
  readonly seconds?: number;
}

/**
 * Responses per second to these requests, which each connection sends in order. If `requests` is a function, it
 * is called with the number of each connection. Throws if a response is not a 2xx.
 */
export async function requestsPerSecond(
  origin: string,
  requests: readonly Request[] | ((connection: number) => readonly Request[]),
  { connections = CONNECTIONS, seconds = LOAD_SECONDS }: Load = {},
): Promise<number> {
  let connection = 0;
  const setupClient = (client: autocannon.Client): void => {
    client.setRequests([...(typeof requests === 'function' ? requests(connection++) : requests)]);
  };
  const result = await autocannon({ url: origin, connections, duration: seconds, setupClient });
  const failures = result.non2xx + result.errors + result.timeouts;
  if (failures > 0) throw new Error(`${failures} failures at ${origin}`);
  return result['2xx'] / result.duration;
}
