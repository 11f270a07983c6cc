/**
 * `npm run long -- crash-harvest`: harvests of the shipped catalogue, killed at random moments, into a folder with an older copy of it and
 * into an empty one. After each kill, the data folder is in its old or its new state, and the next run finishes without repeating requests
 * that were answered. `KILLS` sets the number of kills (default 30). Loopback only; takes a few minutes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killHarvests } from '../support/kill-harvests.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'stillwave-crash-'));
const wrong = await killHarvests({
  cli: join(ROOT, 'build/cli/main.js'),
  data: join(ROOT, 'data'),
  folder,
  kills: Number(process.env.KILLS ?? 30),
  say: (text) => console.log(text),
});
for (const line of wrong) console.error(`WRONG ${line}`);
if (wrong.length === 0) rmSync(folder, { recursive: true, force: true });
else console.error(`see ${folder}`);
process.exitCode = wrong.length === 0 ? 0 : 1;
