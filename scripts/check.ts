/**
 * `npm run check`: runs the checks below, as many at a time as there are processors, and prints each check's output when it ends. The exit
 * status is 1 if any check fails. `npm run check -- lint unused` runs only these two.
 */

import { exec } from 'node:child_process';
import { availableParallelism } from 'node:os';

const CHECKS: Readonly<Record<string, string>> = {
  types: 'tsc -p .',
  'types-explorer': 'tsc -p src/explorer',
  'types-core': 'tsc -p src/core',
  lint: 'biome check .',
  imports: 'depcruise src --config scripts/directions.mjs',
  unused: 'knip -c scripts/knip.mjs',
  'only-tests': 'knip -c scripts/knip.mjs --production',
  sizes: 'tsx scripts/sizes.ts',
};

const names = Object.keys(CHECKS);
const given = process.argv.slice(2);
const unknown = given.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no check is called ${unknown.join(', ')}; there are ${names.join(', ')}`);
  process.exit(2);
}
const waiting = given.length === 0 ? names : given;

function run(name: string): Promise<void> {
  return new Promise((resolve) => {
    exec(CHECKS[name] as string, (error, stdout, stderr) => {
      process.stdout.write(stdout + stderr);
      if (error !== null) {
        console.error(`npm run check -- ${name} failed`);
        process.exitCode = 1;
      }
      resolve();
    });
  });
}

async function runInTurn(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await run(name);
}

await Promise.all(Array.from({ length: availableParallelism() }, runInTurn));
