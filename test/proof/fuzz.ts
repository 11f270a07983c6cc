/**
 * `npm run long -- fuzz --queries N --seed S [--data DIR] [--compatibility specification|service]`: sends random requests to the shipped
 * catalogue and to generated ones, and compares each response with the naive oracle. Exit status 1 if one differs. The requests only depend
 * on the seed. With `--hosts nginx,caddy,apache`, it sends them to these programs instead, see `fuzz-hosts.ts`; with `--legacy`, it only
 * sends requests that are not for API v2.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { catalogueCases, random } from '../oracle/generated.ts';
import { compareRandom } from './compare-random.ts';
import { compatibilityOf } from './compatibility.ts';
import { fuzzHosts } from './fuzz-hosts.ts';

const { values } = parseArgs({
  options: {
    queries: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    data: { type: 'string', default: 'data' },
    hosts: { type: 'string' },
    legacy: { type: 'boolean', default: false },
    compatibility: { type: 'string', default: 'specification' },
  },
});
const queries = Number(values.queries);
const seed = Number(values.seed);
const compatibility = compatibilityOf(values.compatibility);

/** Fraction of the queries for generated catalogues, distributed evenly. */
const GENERATED_SHARE = 0.2;
const RANDOM_CATALOGUES = 20;

async function run(name: string, dataDir: string, count: number, baseUrl: string): Promise<boolean> {
  const start = performance.now();
  const { differences, statuses } = await compareRandom({
    dataDir,
    queries: count,
    isLegacy: values.legacy,
    seed,
    config: { baseUrl, compatibility },
    onProgress: (done) => process.stderr.isTTY && process.stderr.write(`\r${name}: ${done} of ${count}`),
  });
  for (const found of differences) {
    console.log(`DIFFERENCE seed ${found.seed}: ${found.request}\n  ${found.difference}`);
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const mix = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
  console.log(`${name}: ${count} queries, ${differences.length} differences, ${seconds} s (${mix.join(', ')})`);
  return differences.length === 0;
}

async function runAll(): Promise<boolean> {
  const cases = [...catalogueCases, ...Array.from({ length: RANDOM_CATALOGUES }, (_, n) => random(seed + n))];
  const each = Math.ceil((queries * GENERATED_SHARE) / cases.length);
  let clean = await run(
    'shipped catalogue',
    values.data,
    Math.ceil(queries * (1 - GENERATED_SHARE)),
    'http://localhost:8000',
  );
  for (const { name, write } of cases) {
    const dir = mkdtempSync(join(tmpdir(), 'stillwave-data-'));
    try {
      write(dir);
      clean = (await run(name, dir, each, 'https://user.example/gw')) && clean;
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  }
  return clean;
}

const hosts = values.hosts?.split(',');
const isClean = hosts ? await fuzzHosts({ hosts, dataDir: values.data, count: queries, seed }) : await runAll();
process.exitCode = isClean ? 0 : 1;
