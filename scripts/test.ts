/**
 * `npm test`: runs the tests and, beside them, `npm run check`, which uses the processors when the tests leave one idle. If a check fails,
 * stops the tests and exits with 1. Arguments are passed to vitest.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';

const start = (...args: string[]) => spawn(process.execPath, args, { stdio: 'inherit' });

const check = start('--import', 'tsx', 'scripts/check.ts');
setPriority(check.pid as number, 10);
const tests = start('node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2));

// Ctrl-C reaches all three processes. This one waits for the others, which clean up.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => [check, tests].map((child) => child.kill()));

check.once('exit', (status) => {
  if (status !== 0) tests.kill('SIGINT');
});
const statuses = (await Promise.all([check, tests].map((child) => once(child, 'exit')))).map(([status]) => status);
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
