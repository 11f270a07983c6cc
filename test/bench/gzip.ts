/**
 * `npm run bench:gzip`: what clients that accept gzip cost, as nearly all of them do. Prints tables and writes docs/bench-gzip.md.
 *
 * Sizes and CPU of the levels of gzip and of brotli, in the thread that asks; CPU of a composed page without a socket, as it is,
 * compressed for the first time and asked again; requests per second of `serve` for one page with and without gzip, in turns.
 * Medians of `ROUNDS` rounds. CPU time is the process's own, user and system.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import autocannon from 'autocannon';
import { createHandler, type Handler } from '../../src/hosts/node.ts';
import { buildSite } from '../../src/site/build/build-site.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { describeMachine, median } from './measure.ts';

const ROUNDS = 5;
const ROUND_MS = 200;
const LOAD_SECONDS = 3;
const GZIP = { 'accept-encoding': 'gzip' };

const PAGES: Readonly<Record<string, (page: number) => string>> = {
  '20 strain files': (page) => `/api/v2/strain-files?pagesize=20&page=${page}`,
  '100 strain files': (page) => `/api/v2/strain-files?pagesize=100&page=${page}`,
  '1000 strain files': (page) => `/api/v2/strain-files?pagesize=1000&page=${page}`,
  '20 event versions with parameters': (page) => `/api/v2/event-versions?include-default-parameters&page=${page}`,
};
const pageCounts: Readonly<Record<string, number>> = {
  '20 strain files': 3700,
  '100 strain files': 740,
  '1000 strain files': 74,
  '20 event versions with parameters': 33,
};

/** CPU time of one call, ms; `work` gets the number of the call. */
async function cost(work: (n: number) => unknown): Promise<number> {
  let n = 0;
  for (let warm = 0; warm < 50; warm++) await work(n++);
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    const end = performance.now() + ROUND_MS;
    const first = n;
    while (performance.now() < end) await work(n++);
    const { user, system } = process.cpuUsage(before);
    rounds.push((user + system) / 1000 / (n - first));
  }
  return median(rounds);
}

async function bodyOf(handler: Handler, url: string, headers: Record<string, string> = {}): Promise<Uint8Array> {
  const { status, body } = await handler.site.respond({ method: 'GET', url, header: (name) => headers[name] });
  if (status !== 200) throw new Error(`${url}: ${status}`);
  return body;
}

async function codingRows(handler: Handler): Promise<string[]> {
  const ways: Record<string, (body: Uint8Array) => Promise<Uint8Array> | Uint8Array> = {
    ...Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((level) => [`gzip ${level}`, (body: Uint8Array) => gzipSync(body, { level })]),
    ),
    'gzip 3, thread pool': (body) =>
      new Promise((resolve, reject) =>
        gzip(body, { level: 3 }, (error, coded) => (error ? reject(error) : resolve(coded))),
      ),
    ...Object.fromEntries(
      [1, 3, 4].map((quality) => [
        `brotli ${quality}`,
        (body: Uint8Array) =>
          brotliCompressSync(body, {
            params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
          }),
      ]),
    ),
  };
  const bodies = await Promise.all(Object.values(PAGES).map((url) => bodyOf(handler, url(2))));
  const rows = [`| coding | ${Object.keys(PAGES).join(' | ')} |`, '|---|---|---|---|---|'];
  rows.push(`| none, bytes | ${bodies.map(({ length }) => length).join(' | ')} |`);
  for (const [name, code] of Object.entries(ways)) {
    const cells: string[] = [];
    for (const body of bodies) {
      const { length } = await code(body);
      cells.push(`${length} bytes, ${(await cost(() => code(body))).toFixed(3)} ms`);
    }
    rows.push(`| ${name} | ${cells.join(' | ')} |`);
    console.log(rows.at(-1));
  }
  return rows;
}

async function pageRows(root: string): Promise<string[]> {
  const kept = await createHandler({ root });
  const fresh = await createHandler({ root, codedBytes: 0 });
  const rows = ['| page | as it is | gzip, asked for the first time | gzip, asked again |', '|---|---|---|---|'];
  for (const [name, url] of Object.entries(PAGES)) {
    const pages = pageCounts[name] as number;
    // Every page in turn: with nothing kept, each is compressed anew.
    const plain = await cost((n) => bodyOf(kept, url(1 + (n % pages))));
    const first = await cost((n) => bodyOf(fresh, url(1 + (n % pages)), GZIP));
    const again = await cost(() => bodyOf(kept, url(2), GZIP));
    rows.push(`| ${name} | ${[plain, first, again].map((ms) => `${ms.toFixed(3)} ms`).join(' | ')} |`);
    console.log(rows.at(-1));
  }
  kept.close();
  fresh.close();
  return rows;
}

function startServe(root: string): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, ['build/cli.js', 'serve', '--site', root, '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('serve ended')));
    child.stderr?.on('data', (text: Buffer) => {
      const origin = /listening on (\S+)\)/.exec(String(text))?.[1];
      if (origin) resolve({ child, origin });
    });
  });
}

async function requestsPerSecond(url: string, headers: Record<string, string>): Promise<number> {
  const { requests, non2xx } = await autocannon({ url, headers, connections: 32, duration: LOAD_SECONDS });
  if (non2xx > 0) throw new Error(`${non2xx} failures at ${url}`);
  return requests.average;
}

async function loadRows(root: string): Promise<string[]> {
  const { child, origin } = await startServe(root);
  const rows = ['| page | as it is, requests/s | gzip, requests/s | ratio |', '|---|---|---|---|'];
  for (const [name, url] of Object.entries(PAGES)) {
    const plain: number[] = [];
    const coded: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      plain.push(await requestsPerSecond(origin + url(2), { 'accept-encoding': 'identity' }));
      coded.push(await requestsPerSecond(origin + url(2), GZIP));
    }
    const ratio = median(coded.map((one, round) => one / (plain[round] as number)));
    rows.push(`| ${name} | ${median(plain).toFixed(0)} | ${median(coded).toFixed(0)} | ${ratio.toFixed(2)} |`);
    console.log(rows.at(-1));
  }
  child.kill();
  return rows;
}

const root = mkdtempSync(join(tmpdir(), 'stillwave-gzip-'));
await buildSite({ dataDir: 'data', out: root, config: { ...DEFAULT_CONFIG, layout: 'packs' } });
const handler = await createHandler({ root });
const codings = await codingRows(handler);
handler.close();
const pages = await pageRows(root);
const loads = await loadRows(root);
rmSync(root, { recursive: true, force: true });

writeFileSync(
  'docs/bench-gzip.md',
  `# What gzip costs

Made by \`npm run bench:gzip\` on the shipped catalogue in packs. Medians of ${ROUNDS} rounds.
Machine: ${describeMachine()}.

Bytes and CPU time of the codings, page 2 of each listing. \`serve\` uses gzip at level 3, in the thread that answers.

${codings.join('\n')}

CPU time of one composed page, ETag included, without a socket.

${pages.join('\n')}

Requests per second over 32 connections for one page; the load generator shares the machine and does not decompress. The
ratio is the median of the rounds' ratios.

${loads.join('\n')}
`,
);
