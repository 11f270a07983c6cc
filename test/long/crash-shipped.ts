/**
 * `npm run long -- crash`: builds of the shipped catalogue in both layouts, killed at random moments: builds from scratch, and builds from
 * one release to another. After each kill the folder must answer, the next command must finish or discard the build, and the next build
 * must create the same site as one from scratch. `KILLS` sets the number of kills (default 10). Takes a few minutes and 3 GB of memory.
 */

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createRunFolders from '../support/run-folders.ts';

const ROOT = join(import.meta.dirname, '../..');
const CLI = join(ROOT, 'build/cli/main.js');
const KILLS = Number(process.env.KILLS ?? 10);

createRunFolders();
const folder = mkdtempSync(join(tmpdir(), 'stillwave-crash-'));
const [old, next, out, config] = ['old', 'next', 'out', 'next.yaml'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
  string,
];

/** One hash of all paths and contents below a folder. */
function fingerprint(root: string): string {
  const hash = createHash('sha256');
  const look = (path: string): void => {
    for (const entry of readdirSync(join(root, path), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const inner = `${path}/${entry.name}`;
      if (entry.isDirectory()) look(inner);
      else hash.update(`${inner}\n`).update(readFileSync(join(root, inner)));
    }
  };
  look('');
  return hash.digest('hex');
}

function run(...args: string[]): number | null {
  return spawnSync(process.execPath, [CLI, ...args], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] }).status;
}

/** Another base URL: every page and detail file changes, so moving them takes long. */
const build = (to: string): string[] => ['build', '--quiet', '--site', to, '--config', config];

function runKilled(args: readonly string[], ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [CLI, ...args], { cwd: ROOT, stdio: 'ignore' });
    const timer = setTimeout(() => child.kill('SIGKILL'), ms);
    child.once('close', (_code, signal) => {
      clearTimeout(timer);
      resolve(signal === 'SIGKILL');
    });
  });
}

function check(isRight: boolean, what: string): void {
  if (isRight) return;
  console.error(`FAILED: ${what}; see ${folder}`);
  process.exit(1);
}

writeFileSync(config, 'baseUrl: https://user.example/gw\n');
check(run('build', '--quiet', '--site', old) === 0, 'the old release is built');
const start = performance.now();
check(run(...build(next)) === 0, 'the new release is built');
const fullMs = performance.now() - start;
const prints = { old: fingerprint(old), new: fingerprint(next) };

for (let kill = 1; kill <= KILLS; kill++) {
  rmSync(out, { recursive: true, force: true });
  const isFull = kill % 3 === 0;
  if (!isFull) cpSync(old, out, { recursive: true, preserveTimestamps: true });
  // Aim half of the kills of an incremental build at its end, where files are moved.
  const from = !isFull && kill % 2 === 0 ? 0.8 : 0.05;
  const ms = Math.round((from + Math.random() * (1 - from)) * fullMs);
  const wasKilled = await runKilled(build(out), ms);
  const isMoving = existsSync(join(out, '.stillwave/new/manifest.json'));
  const status = existsSync(out) ? run('verify', '--site', out, '--quiet') : null;
  if (status === 0) {
    const now = fingerprint(out);
    check(now === prints.old || now === prints.new, 'the folder holds one release after verify');
  } else {
    check(isFull && (status === 2 || status === null), 'only a first build leaves no site');
  }
  check(run(...build(out)) === 0, 'the next build succeeds');
  check(fingerprint(out) === prints.new, 'the next build makes the new release');
  const kind = isFull ? 'from scratch' : 'incremental';
  console.log(
    `${kill}/${KILLS} ${kind}, ${wasKilled ? 'killed' : 'done'} at ${ms} ms${isMoving ? ', while moving' : ''}: sound`,
  );
}
rmSync(folder, { recursive: true, force: true });
