/** `stillwave serve` as a process, and exchanges with it over plain sockets. */

import { type ChildProcess, spawn } from 'node:child_process';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';

/** Time after which something counts as hanging, however busy the machine is. */
export const HANG_MS = 200_000;

export interface Server {
  readonly child: ChildProcess;
  readonly port: number;
  readonly origin: string;
  /** Its output so far. */
  stderr(): string;
  stdout(): string;
  /** Resolves to the exit status. */
  readonly exited: Promise<number | null>;
  /** Sends SIGTERM and waits. */
  stop(): Promise<number | null>;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls the function repeatedly until it returns true. */
export async function eventually(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const start = performance.now(); performance.now() - start < HANG_MS; await sleep(10)) {
    if (await isSo()) return;
  }
  throw new Error(`it never came true that ${what}`);
}

/** A Node option: reading a file blocks as long as a file with the same name and the ending `.slow` exists. */
export const SLOW_READS = ['--import', new URL('slow-reads.mjs', import.meta.url).href];

/** Starts the program without waiting for it. `prefix`: a command that runs it, with its arguments. */
export function spawnServe(
  cli: string,
  flags: readonly string[],
  nodeFlags: readonly string[] = [],
  prefix: readonly string[] = [],
): Omit<Server, 'port' | 'origin'> {
  const [program = '', ...words] = [...prefix, process.execPath, ...nodeFlags, cli, 'serve', ...flags];
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  let stdout = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  const stop = () => {
    child.kill('SIGTERM');
    return exited;
  };
  return { child, stderr: () => stderr, stdout: () => stdout, exited, stop };
}

/** Starts `serve` on a free port and waits until it is ready. If no site's folder is given, the flags say what to serve. */
export async function startServer(
  cli: string,
  root: string | null,
  flags: readonly string[] = [],
  nodeFlags: readonly string[] = [],
  prefix: readonly string[] = [],
): Promise<Server> {
  const placed = [...(root === null ? [] : ['--site', root]), '--port', '0', ...flags];
  const program = spawnServe(cli, placed, nodeFlags, prefix);
  await eventually(() => {
    if (program.child.exitCode !== null) throw new Error(`ended with ${program.child.exitCode}: ${program.stderr()}`);
    return /listening on .*:\d+\)/.test(program.stderr());
  }, 'the server listens');
  const port = Number(/listening on .*:(\d+)\)/.exec(program.stderr())?.[1]);
  return { ...program, port, origin: `http://localhost:${port}` };
}

export function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Everything that a socket receives until the other side closes it, each byte as one character. */
export function received(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('latin1').on('data', (part) => {
      text += part;
    });
    const timer = setTimeout(() => reject(new Error(`hangs after ${JSON.stringify(text.slice(0, 200))}`)), HANG_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(text);
    });
    socket.on('error', () => {});
  });
}

/** Sends bytes unchanged (one per character) and returns everything that comes back until the server closes the connection. */
export async function exchange(port: number, request: string): Promise<string> {
  const socket = await open(port);
  const answer = received(socket);
  socket.write(request, 'latin1');
  return answer;
}

/** A request for a target, unchanged. */
export const requestFor = (target: string, method = 'GET', headers = ''): string =>
  `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`;

/** Statuses of all responses in a string. */
export function statusesOf(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g)].map(([, status]) => Number(status));
}

export const bodyOf = (text: string): string => text.slice(text.indexOf('\r\n\r\n') + 4);

export interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export function ask(url: string, method = 'GET', headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => {
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) });
      });
    });
    request.on('error', reject).end();
  });
}
