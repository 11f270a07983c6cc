/**
 * `npm run update`: rewrites all generated and expected files, such as types, tables in docs, golden files and reports. Runs the tests that
 * use test/support/expect-file.ts, which write these files if `UPDATE` is set. `npm run update -- docs errors` runs only tests whose path
 * contains one of these words. Read the diff before you commit it.
 */

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const words = process.argv.slice(2);
const tests = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((path) => join('test', path))
  .filter((path) => path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes('support/expect-file.ts'));
const chosen = words.length === 0 ? tests : tests.filter((path) => words.some((word) => path.includes(word)));

if (chosen.length === 0) {
  console.error(`no test has ${words.join(' or ')} in its path; these write files:\n${tests.join('\n')}`);
  process.exitCode = 2;
} else {
  const env = { ...process.env, UPDATE: '1' };
  process.exitCode = spawnSync('vitest', ['run', ...chosen], { stdio: 'inherit', env }).status ?? 1;
}
