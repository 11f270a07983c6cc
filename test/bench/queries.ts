/**
 * `npm run bench -- queries`: the cost of a composed query, and the throughput of `serve` compared with a bare http server.
 *
 * CPU time is the user and system time of the process over many repetitions of `respond`, including the ETag but no socket. In cold
 * measurements, every repetition opens the site with an empty pack cache; reading and opening release.json is not counted. With gzip, as in
 * `serve`, the body is either compressed every time or found in the cache of compressed bodies. Each figure is the median of `RUNS` rounds.
 * Prints tables and writes docs/measurements/queries.md. `RUNS` and `SECONDS` make it shorter. Builds its own site, in packs.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSite, type Site } from '../../src/core/handler/site.ts';
import { sha256 } from '../../src/fs/hash.ts';
import { createCompression } from '../../src/hosts/node/compression.ts';
import { CASES, type Case, LOAD_CASES, requestsOfClient } from './cases.ts';
import {
  CONNECTIONS,
  GZIP,
  IDENTITY,
  LOAD_SECONDS,
  requestsPerSecond,
  type Server,
  startServe,
  startServer,
} from './load.ts';
import { buildPacks, describeMachine, median, withFolder, writeReport } from './measure.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const WARM_MS = 200;
const COLD_RUNS = 20;
/** The same limit as in `serve`. */
const CODED_BYTES = 32 * 2 ** 20;

interface Opened {
  readonly respond: Site['respond'];
  /** Number of files read since the site was opened. */
  reads(): number;
}

/** A site that has read its pointer but no pack. `codedBytes`: maximum bytes of compressed bodies that it may keep. */
async function openSite(root: string, codedBytes = CODED_BYTES): Promise<Opened> {
  let reads = 0;
  const readFile = async (path: string) => {
    reads++;
    return readFileSync(join(root, path));
  };
  const compress = createCompression(codedBytes);
  const site = createSite({ readFile, sha256 });
  await site.reload();
  reads = 0;
  return { respond: (request) => compress(request, (plain) => site.respond(plain)), reads: () => reads };
}

/** Bytes of the response. Throws unless it is a 200. */
async function ask(
  { respond }: Pick<Opened, 'respond'>,
  url: string,
  headers: Readonly<Record<string, string>> = IDENTITY,
): Promise<number> {
  const { status, body } = await respond({ method: 'GET', url, header: (name) => headers[name] });
  if (status !== 200) throw new Error(`${url}: ${status}`);
  return body.length;
}

function cpuMs(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** CPU time of one repetition in ms; the work is repeated for about `WARM_MS` per round. */
async function warmCost(work: () => Promise<unknown>): Promise<number> {
  await work();
  const rounds: number[] = [];
  for (let round = 0; round < RUNS; round++) {
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

/** CPU time (ms) of a query whose packs are not in memory, and the number of files it reads. */
async function coldCost(root: string, url: string): Promise<{ ms: number; reads: number }> {
  const costs: number[] = [];
  let reads = 0;
  for (let run = 0; run < COLD_RUNS; run++) {
    const opened = await openSite(root);
    const before = process.cpuUsage();
    await ask(opened, url);
    costs.push(cpuMs(before));
    reads = opened.reads();
  }
  return { ms: median(costs), reads };
}

async function costRows(root: string): Promise<string[]> {
  const site = await openSite(root);
  const forgetful = await openSite(root, 0);
  const rows = [
    '| query | warm, ms | gzip, first time, ms | gzip, again, ms | cold, ms | files read | bytes | gzipped |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
  ];
  for (const { name, url } of CASES) {
    const [bytes, coded] = [await ask(site, url), await ask(site, url, GZIP)];
    const warm = await warmCost(() => ask(site, url));
    const first = await warmCost(() => ask(forgetful, url, GZIP));
    const again = await warmCost(() => ask(site, url, GZIP));
    const cold = await coldCost(root, url);
    const times = [warm, first, again].map((ms) => ms.toFixed(3)).join(' | ');
    rows.push(`| ${name} | ${times} | ${cold.ms.toFixed(1)} | ${cold.reads} | ${bytes} | ${coded} |`);
    console.log(rows.at(-1));
  }
  return rows;
}

/** Starts a bare server that sends the response of `serve` to one query from memory. */
async function startBare(folder: string, url: string): Promise<Server> {
  const response = await fetch(url, { headers: IDENTITY });
  const file = join(folder, 'body');
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  const headers = [...response.headers].filter(([header]) => !['date', 'connection', 'keep-alive'].includes(header));
  const sent = JSON.stringify(Object.fromEntries(headers));
  return startServer(process.execPath, ['test/bench/bare-server.mjs', file, sent]);
}

/** Measures several kinds of requests alternately. Out: for each kind, its rate in every round. */
async function inTurn(ways: readonly (() => Promise<number>)[]): Promise<number[][]> {
  const rates = ways.map((): number[] => []);
  for (let round = 0; round < RUNS; round++) {
    for (const [way, measure] of ways.entries()) rates[way]?.push(await measure());
  }
  return rates;
}

const ratio = (ours: readonly number[], theirs: readonly number[]): string =>
  median(ours.map((one, round) => one / (theirs[round] as number))).toFixed(2);
const rate = (values: readonly number[]): string => Math.round(median(values)).toLocaleString('en-US');

/** A row of the table: the rates of `serve` with and without gzip, and of a bare server that sends the same bytes. */
async function loadRow({ name, url: path }: Case, serve: Server, folder: string): Promise<string> {
  const bare = await startBare(folder, serve.origin + path);
  const asking = (server: Server, headers: Record<string, string>) => () =>
    requestsPerSecond(server.origin, [{ path, headers }]);
  const [bareRates = [], plain = [], coded = []] = await inTurn([
    asking(bare, IDENTITY),
    asking(serve, IDENTITY),
    asking(serve, GZIP),
  ]);
  await bare.stop();
  const ratios = `${ratio(plain, bareRates)} | ${ratio(coded, plain)}`;
  return `| ${name} | ${rate(bareRates)} | ${rate(plain)} | ${rate(coded)} | ${ratios} |`;
}

async function loadRows(root: string, folder: string): Promise<{ same: string[]; mixed: string[] }> {
  const serve = await startServe(root);
  const same = [
    '| query | bare server | `serve` | `serve`, gzip | `serve` / bare | gzip / identity |',
    '|---|---:|---:|---:|---:|---:|',
  ];
  for (const one of LOAD_CASES) {
    same.push(await loadRow(one, serve, folder));
    console.log(same.at(-1));
  }
  const clients = (coding?: Record<string, string>) => () =>
    requestsPerSecond(serve.origin, (client) => requestsOfClient(client, coding));
  const [mixed = [], plain = []] = await inTurn([clients(), clients(IDENTITY)]);
  await serve.stop();
  const rows = ['| clients | requests/s |', '|---|---:|', `| as described | ${rate(mixed)} |`];
  rows.push(`| the same, none of them with gzip | ${rate(plain)} |`);
  console.log(rows.slice(2).join('\n'));
  return { same, mixed: rows };
}

await withFolder(async (folder) => {
  const root = join(folder, 'site');
  buildPacks(folder, root);
  const costs = await costRows(root);
  const { same, mixed } = await loadRows(root, folder);
  writeReport(
    'queries.md',
    `# The cost of a query

Written by \`npm run bench -- queries\`, for the shipped catalogue in packs. Medians of ${RUNS} rounds.
Machine: ${describeMachine()}.

CPU time for one query, including the ETag, without a socket. Warm: the query's packs are in memory. With gzip: the first time, \`serve\`
compresses the body; after that, it takes the compressed body from its cache. Cold: the packs that the query needs are read, checked and opened.

${costs.join('\n')}

Requests per second for one query over ${CONNECTIONS} connections, alternating every ${LOAD_SECONDS} s: \`stillwave serve\` without and with gzip, and a bare Node http
server that sends the same bytes from memory, without gzip. The load generator shares the machine and does not decompress.
Each ratio is the median of the ratios from all rounds.

${same.join('\n')}

Requests per second from ${CONNECTIONS} clients that send different requests. In each group of eight clients, five go through the pages of a strain file listing (20, 100
or 500 entries per page), each starting at a different page; one looks for strain files around random times; and one reads event versions by catalog, by
parameters and by name. These seven use gzip. The eighth reads all strain files in pages of 1000, without gzip.

${mixed.join('\n')}
`,
  );
});
