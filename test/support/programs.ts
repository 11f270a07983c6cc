/** Starts installed programs for tests, and waits for them. */

import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { sendTo } from '../../src/check/send.ts';
import { HANG_MS } from './server.ts';

export interface Program {
  readonly origin: string;
  /** Its output so far. */
  output(): string;
  stop(): Promise<void>;
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Starts a program that serves at `origin` and waits until it responds. */
export async function startProgram(
  command: string,
  args: readonly string[],
  origin: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const child: ChildProcess = spawn(command, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const { send, close } = sendTo(origin);
  for (const start = performance.now(); ; ) {
    const answer = await send({ method: 'GET', target: '/', headers: {} }).catch(() => null);
    if (answer !== null) break;
    if (performance.now() - start > HANG_MS || child.exitCode !== null) {
      child.kill();
      throw new Error(`${command} does not answer at ${origin}:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  close();
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { origin, output: () => output, stop };
}

/** True if a test can run. A missing program is reported, and is an error in continuous integration. */
export function isAvailable(what: string, isThere: boolean): boolean {
  if (isThere) return true;
  if (process.env.CI) throw new Error(`${what} is missing, so its test cannot run`);
  console.warn(`SKIPPED: ${what} is missing`);
  return false;
}
