/**
 * `npm run bench`: what a composed query costs, and how many of them `serve` answers beside a bare http server.
 *
 * CPU time is the process's own (user and system) over many repetitions of `respond`, ETag included, no socket. Cold: every
 * repetition opens the site with an empty cache of packs; reading and opening release.json is a row of its own. Each figure
 * is the median of `ROUNDS` rounds. Prints a table and writes docs/bench.md. Needs a built site in packs, made on demand.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { createSite, type Site } from '../../src/handler/site.ts';
import { buildSite } from '../../src/site/build/build-site.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { sha256 } from '../../src/site/output/hash.ts';
import { describeMachine, median } from './measure.ts';

const ROUNDS = 5;
const WARM_MS = 300;
const COLD_RUNS = 20;
const LOAD_SECONDS = 3;
/** Names of the cases that are put under load. */
const LOAD_CASES = [
  '20 strain files, middle page',
  '1000 strain files, middle page',
  'parameter ranges, 20 event versions',
];

interface Case {
  readonly name: string;
  readonly url: string;
}

const strain = (pagesize: number, page: number, more = ''): string =>
  `/api/v2/strain-files?pagesize=${pagesize}&page=${page}${more}`;
const events = (more: string): string => `/api/v2/event-versions?${more}`;

const CASES: readonly Case[] = [
  { name: '20 strain files, page 1', url: strain(20, 1) },
  { name: '20 strain files, middle page', url: strain(20, 1865) },
  { name: '20 strain files, last page', url: strain(20, 3730) },
  { name: '1000 strain files, page 1', url: strain(1000, 1) },
  { name: '1000 strain files, middle page', url: strain(1000, 37) },
  { name: '1000 strain files, last page', url: strain(1000, 75) },
  { name: '20 of one detector and rate, middle', url: strain(20, 300, '&detector=L1&sample-rate=4') },
  { name: '1000 of one detector and rate, middle', url: strain(1000, 6, '&detector=L1&sample-rate=4') },
  { name: '1000 of V1, page 2 (across runs)', url: strain(1000, 2, '&detector=V1') },
  { name: 'GPS interval, 20 strain files', url: strain(20, 3, '&start=1238166018&stop=1253977218') },
  { name: 'GPS interval, 1000 strain files', url: strain(1000, 3, '&start=1238166018&stop=1253977218') },
  { name: '20 event versions', url: events('page=3') },
  { name: 'parameter ranges, 20 event versions', url: events('min-mass-1-source=20&max-far=0.1&lastver=true') },
  { name: 'name search, 20 event versions', url: events('name-contains=gw19') },
  { name: 'all event versions, bare', url: events('pagesize=1000') },
  { name: 'all event versions with parameters', url: events('pagesize=1000&include-default-parameters=true') },
  { name: '20 strain files of a run and detector', url: '/api/v2/runs/O3a/strain-files?detector=H1&page=100' },
  { name: '20 segments of an interval', url: '/api/v2/timelines/H1_DATA/segments?start=1240000000&stop=1250000000' },
  {
    name: 'strain files of an event, by format',
    url: '/api/v2/event-versions/GW150914-v3/strain-files?file-format=hdf',
  },
  { name: 'event version in a cumulative catalog', url: '/api/v2/event-versions/GW150914@GWTC' },
  { name: 'record of a strain file', url: '/api/v2/strain-files/H1-1127002112-4kHz' },
];

function cpuMs(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** CPU time of one repetition, ms: the work is repeated for about `WARM_MS`. */
async function warmCost(work: () => Promise<unknown>): Promise<number> {
  await work();
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    const end = performance.now() + WARM_MS;
    let repetitions = 0;
    while (performance.now() < end) {
      await work();
      repetitions++;
    }
    rounds.push(cpuMs(before) / repetitions);
  }
  return median(rounds);
}

async function ask(site: Site, url: string): Promise<number> {
  const { status, body } = await site.respond({ method: 'GET', url, header: () => undefined });
  if (status !== 200) throw new Error(`${url}: ${status}`);
  return body.length;
}

const root = mkdtempSync(join(tmpdir(), 'stillwave-bench-'));
const config = { ...DEFAULT_CONFIG, layout: 'packs' as const };
await buildSite({ dataDir: 'data', out: root, config });

let reads = 0;
function openSite(): Site {
  const readFile = async (path: string) => {
    reads++;
    return readFileSync(join(root, path));
  };
  return createSite({ readFile, sha256 });
}

/** CPU time of a query whose packs are not in memory (ms), and how many packs it reads. */
async function coldCost(url: string): Promise<{ ms: number; packs: number }> {
  const costs: number[] = [];
  let packs = 0;
  for (let run = 0; run < COLD_RUNS; run++) {
    const site = openSite();
    await site.reload();
    reads = 0;
    const before = process.cpuUsage();
    await ask(site, url);
    costs.push(cpuMs(before));
    packs = reads;
  }
  return { ms: median(costs), packs };
}

interface Server {
  readonly child: ChildProcess;
  readonly base: string;
}

/** Starts a program that says on standard error where it listens. */
function start(args: readonly string[]): Promise<Server> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${args[0]} ended`)));
    child.stderr?.on('data', (text: Buffer) => {
      const base = /listening on (\S+)\)/.exec(String(text))?.[1];
      if (base) resolve({ child, base });
    });
  });
}

async function requestsPerSecond(url: string): Promise<number> {
  const { requests, non2xx } = await autocannon({ url, connections: 32, duration: LOAD_SECONDS });
  if (non2xx > 0) throw new Error(`${non2xx} failures at ${url}`);
  return requests.average;
}

/** `serve` against a bare server that sends the same bytes, turn by turn. */
async function compareLoad({ name, url }: Case, serve: Server): Promise<string> {
  const response = await fetch(serve.base + url, { headers: { 'accept-encoding': 'identity' } });
  const file = join(root, 'body');
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  const headers = [...response.headers].filter(([header]) => !['date', 'connection', 'keep-alive'].includes(header));
  const bare = await start(['test/bench/bare-server.mjs', file, JSON.stringify(Object.fromEntries(headers))]);
  const ours: number[] = [];
  const theirs: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await requestsPerSecond(serve.base + url));
    theirs.push(await requestsPerSecond(bare.base + url));
    ratios.push((ours.at(-1) as number) / (theirs.at(-1) as number));
  }
  bare.child.kill();
  return `| ${name} | ${median(ours).toFixed(0)} | ${median(theirs).toFixed(0)} | ${median(ratios).toFixed(2)} |`;
}

const costs = ['| query | warm, ms CPU | cold, ms CPU | packs | bytes |', '|---|---|---|---|---|'];
const site = openSite();
for (const { name, url } of CASES) {
  const bytes = await ask(site, url);
  const warm = await warmCost(() => ask(site, url));
  const cold = await coldCost(url);
  costs.push(`| ${name} | ${warm.toFixed(3)} | ${cold.ms.toFixed(1)} | ${cold.packs} | ${bytes} |`);
  console.log(costs.at(-1));
}

const loads = ['| query | `serve`, requests/s | bare http server, requests/s | ratio |', '|---|---|---|---|'];
const serve = await start(['build/cli.js', 'serve', '--site', root, '--port', '0']);
for (const name of LOAD_CASES) {
  loads.push(await compareLoad(CASES.find((known) => known.name === name) as Case, serve));
  console.log(loads.at(-1));
}
serve.child.kill();
rmSync(root, { recursive: true, force: true });

writeFileSync(
  'docs/bench.md',
  `# What a query costs

Made by \`npm run bench\` on the shipped catalogue in packs. Medians of ${ROUNDS} rounds.
Machine: ${describeMachine()}.

CPU time of one query, ETag included, without a socket. Warm: its packs are in memory. Cold: they are read, checked and
opened for it.

${costs.join('\n')}

Requests per second over 32 connections, \`stillwave serve\` and a bare Node http server that sends the same bytes from
memory, in turns; the load generator shares the machine. The ratio is the median of the rounds' ratios.

${loads.join('\n')}
`,
);
