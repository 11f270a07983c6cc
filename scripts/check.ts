/**
 * `npm run check`: runs every script of package.json whose name starts with "check:", in its order, as many at once as there are
 * processors. Prints what each has to say when it ends. Exit status 1 if one fails.
 */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const waiting = Object.keys(scripts).filter((name) => name.startsWith('check:'));

function run(name: string): Promise<void> {
  return new Promise((resolve) => {
    execFile('npm', ['run', '--silent', name], (error, stdout, stderr) => {
      process.stdout.write(stdout + stderr);
      if (error !== null) {
        console.error(`npm run ${name} failed`);
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
