/**
 * `npm run long -- attack [part of a scenario's name]`: runs the long versions of the attacks in test/attack. They attack only this
 * machine, and their time and memory are limited. Exit status 1 if anything failed.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPartialSite } from '../support/partial-site.ts';
import { SCENARIOS } from './scenarios.ts';

const [wanted = ''] = process.argv.slice(2);
const cli = fileURLToPath(new URL('../../build/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'stillwave-attack-'));
const shipped = join(folder, 'shipped');
execFileSync(process.execPath, [cli, 'build', '--quiet', '--site', shipped, '--layout', 'packs'], { stdio: 'inherit' });
const partial = await buildPartialSite(cli, folder);
const ground = { cli, shipped, partial, isLong: true, say: (text: string) => console.log(`  ${text}`) };

let failed = 0;
for (const { name, run } of SCENARIOS.filter((scenario) => scenario.name.includes(wanted))) {
  const start = performance.now();
  console.log(name);
  const wrong = await run(ground);
  for (const line of wrong) console.log(`  WRONG ${line}`);
  console.log(
    `  ${wrong.length === 0 ? 'held' : 'did not hold'}, ${((performance.now() - start) / 1000).toFixed(0)} s`,
  );
  failed += wrong.length;
}
/** Runs the attacks on builds, imports and data files, which are written as tests. */
function attackFiles(): number {
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
  const tests = ['test/attack', 'test/catalogue/robustness.test.ts'];
  const env = { ...process.env, PROPERTY_RUNS_PERCENT: '1000' };
  return spawnSync(process.execPath, [vitest, 'run', ...tests], { stdio: 'inherit', env }).status ?? 1;
}

if (wanted === '' && attackFiles() !== 0) failed++;
rmSync(folder, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;
