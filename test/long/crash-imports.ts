/**
 * `npm run long -- crash-imports`: imports of a community catalog, killed at random moments, including file system calls. After each kill,
 * each file is old or new. Running the import again finishes it; all files are then new. `KILLS` sets the number of kills (default 30).
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dataFiles, resetData, stateOf, writeCatalogFile } from '../support/kill-imports.ts';
import createRunFolders from '../support/run-folders.ts';

const CLI = join(import.meta.dirname, '../../build/cli/main.js');
const FAULTS = pathToFileURL(join(import.meta.dirname, '../support/fault-at-call.mjs')).href;
const KILLS = Number(process.env.KILLS ?? 30);

createRunFolders();
const folder = mkdtempSync(join(tmpdir(), 'stillwave-imports-'));
const data = join(folder, 'data');
const file = join(folder, 'catalog.json');
const args = [CLI, 'import', 'catalog', file, '--data', data, '--quiet'];

function run(env: Readonly<Record<string, string>> = {}): number | null {
  return spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } })
    .status;
}

function runKilled(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    const timer = setTimeout(() => child.kill('SIGKILL'), ms);
    child.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function check(isRight: boolean, what: string): void {
  if (isRight) return;
  console.error(`FAILED: ${what}; see ${folder}`);
  process.exit(1);
}

writeCatalogFile(file, 80);
resetData(data);
const before = dataFiles(data);
const count = join(folder, 'count');
const counting = { NODE_OPTIONS: `--import ${FAULTS}`, FAULT_COUNT: count };
const start = performance.now();
check(run(counting) === 0, 'the import ends well');
const fullMs = performance.now() - start;
const calls = Number(readFileSync(count, 'utf8'));
const after = dataFiles(data);
const seen = new Map<string, number>();
for (let kill = 1; kill <= KILLS; kill++) {
  resetData(data);
  const isAtCall = kill % 2 === 0;
  const at = Math.ceil(Math.random() * calls);
  const ms = Math.round((0.3 + 0.7 * Math.random()) * fullMs);
  if (isAtCall)
    run({ NODE_OPTIONS: `--import ${FAULTS}`, FAULT_AT: String(at), FAULT_KIND: kill % 4 === 0 ? 'half' : 'kill' });
  else await runKilled(ms);
  const state = stateOf(data, before, after);
  seen.set(state, (seen.get(state) ?? 0) + 1);
  check(state !== 'broken', 'each file is old or new');
  check(run() === 0, 'the next import ends well');
  check(stateOf(data, before, after) === 'new', 'the next import makes the new data');
  check(
    readdirSync(data, { recursive: true }).every((path) => !String(path).endsWith('.tmp')),
    'nothing is left',
  );
  console.log(`${kill}/${KILLS} killed at ${isAtCall ? `call ${at} of ${calls}` : `${ms} ms`}: ${state}, then new`);
}
console.log([...seen].map(([state, times]) => `${state} ${times}`).join(', '));
rmSync(folder, { recursive: true, force: true });
