/** Runs command lines of the compiled program in this process, for tests that do not need a separate process. */

import { inject } from 'vitest';
import { compiled } from './folders.ts';
import type { Run } from './run-cli.ts';

/** Runs a command line; only one may run at a time. `cwd` is the working folder. */
export async function callCli(args: readonly string[], cwd = process.cwd()): Promise<Run> {
  const { run } = await compiled<typeof import('../../src/cli/program.ts')>(inject('cli'), 'cli/program.js');
  const printed = { stdout: '', stderr: '' };
  const streams = ['stdout', 'stderr'] as const;
  const originals = streams.map((name) => process[name].write);
  const folder = process.cwd();
  for (const name of streams) {
    process[name].write = ((text: string | Uint8Array, ...more: unknown[]) => {
      printed[name] += typeof text === 'string' ? text : new TextDecoder().decode(text);
      const done = more.find((one) => typeof one === 'function') as (() => void) | undefined;
      if (done) process.nextTick(done);
      return true;
    }) as typeof process.stdout.write;
  }
  process.chdir(cwd);
  try {
    const status = await run(['node', 'stillwave', ...args]);
    return { status, ...printed };
  } finally {
    process.chdir(folder);
    for (const [n, name] of streams.entries()) process[name].write = originals[n] as typeof process.stdout.write;
  }
}
