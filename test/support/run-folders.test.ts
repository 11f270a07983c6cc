/** The leftovers of a killed run of tests. */

import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from './server.ts';

const MODULE = join(import.meta.dirname, 'run-folders.ts');

it('the files and mounts of a killed run are removed', async () => {
  const program = `import create from ${JSON.stringify(MODULE)};
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
create();
const disk = process.env.TMPDIR + '/a disk';
mkdirSync(disk);
spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
console.log(process.env.TMPDIR + ' ' + process.env.TEST_DISK);
setInterval(() => {}, 1000);`;
  const { TEST_DISK: _, TMPDIR: __, ...env } = process.env;
  const run = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], { env });
  const folders = await new Promise<string[]>((resolve) =>
    run.stdout.once('data', (text: Buffer) => resolve(text.toString().trim().split(' '))),
  );
  expect(folders.map((folder) => existsSync(folder))).toEqual([true, true]);
  run.kill('SIGKILL');
  await eventually(() => !folders.some((folder) => existsSync(folder)), 'the folders are removed');
  expect(spawnSync('cat', ['/proc/mounts'], { encoding: 'utf8' }).stdout).not.toContain(folders[0]);
});
