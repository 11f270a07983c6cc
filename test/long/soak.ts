/**
 * `npm run long -- soak --minutes 30 --seed 1`: mixed load on `serve` while releases are swapped and files are damaged.
 *
 * Two releases (the shipped catalogue, and the same without its newest catalog) are built alternately into the served folder.
 * Between swaps, files are damaged and repaired: a pack truncated, a pack with a wrong byte, a missing pack or pointer. Every
 * response must be the complete one that either release gives, or a 503 during the damage. Prints memory and open files of the
 * server every minute. Exit status 1 if a response is wrong or the server exits.
 */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import type { OracleRequest } from '../oracle/answer.ts';
import { randomRequest, sampleCatalogue } from '../oracle/queries.ts';
import { loadOracleData } from '../oracle/records.ts';
import { openBuiltSite } from '../support/built-site.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
});
const minutes = Number(values.minutes);
const firstSeed = Number(values.seed);

const BASE_URL = 'http://soak.test';
const NEWEST_CATALOG = 'GWTC-5.0';
const REQUESTS = 3000;
const CLIENTS = 8;
const PAUSE_MS = 4;
const SWAP_MS = 3000;

const work = mkdtempSync(join(tmpdir(), 'stillwave-soak-'));
const dataA = 'data';
const dataB = join(work, 'data-b');
cpSync(dataA, dataB, { recursive: true });
rmSync(join(dataB, 'event-versions', `${NEWEST_CATALOG}.yaml`));
const root = join(work, 'dist');

const run = promisify(execFile);
const build = (data: string) =>
  run(process.execPath, [
    'build/cli/main.js',
    'build',
    '--data',
    data,
    '--site',
    root,
    '--layout',
    'packs',
    '--base-url',
    BASE_URL,
  ]);

const digest = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** The correct response to each request, for the release built from `data`: the status, and a hash of the body. */
async function expectedAnswers(requests: readonly OracleRequest[], data: string): Promise<string[]> {
  const site = await openBuiltSite(data, { baseUrl: BASE_URL, archiveUrl: 'https://gwosc.org' });
  const answers: string[] = [];
  for (const request of requests) {
    const { status, body } = await site.answer(request);
    answers.push(`${status} ${digest(body)}`);
  }
  site.remove();
  return answers;
}

const sample = sampleCatalogue(loadOracleData(dataA), '');
const requests = Array.from({ length: REQUESTS }, (_, n) => randomRequest(sample, firstSeed + n));
const [answersA, answersB] = [await expectedAnswers(requests, dataA), await expectedAnswers(requests, dataB)];

function startServe(): Promise<{ child: ChildProcess; port: number }> {
  const args = ['build/cli/main.js', 'serve', '--site', root, '--port', '0', '--base-url', BASE_URL];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}`)));
    child.stderr?.on('data', (text: Buffer) => {
      const port = /listening on http:\/\/[^:]*:(\d+)/.exec(String(text))?.[1];
      if (port) resolve({ child, port: Number(port) });
    });
  });
}

const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

function send(
  port: number,
  { method, url, headers }: OracleRequest,
): Promise<{ status: number; body: Buffer; retryAfter: string | undefined }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { port, host: '127.0.0.1', method, path: url, headers, agent, timeout: 20_000 },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(chunks),
            retryAfter: response.headers['retry-after'],
          }),
        );
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer within 20 s')));
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** Damages a file, waits, repairs it. Only packs of the current release and the pointer are affected. */
async function injectFault(kind: number): Promise<void> {
  const packs = readdirSync(join(root, 'packs'));
  const name = packs[Math.floor(packs.length * ((kind * 0.618) % 1))] as string;
  const path = kind % 4 === 3 ? join(root, 'release.json') : join(root, 'packs', name);
  const content = readFileSync(path);
  if (kind % 4 === 0) writeFileSync(path, content.subarray(0, content.length >> 1));
  else if (kind % 4 === 1)
    writeFileSync(path, Buffer.from(content.map((byte, i) => (i === content.length >> 1 ? byte ^ 1 : byte))));
  else renameSync(path, `${path}.away`);
  await sleep(800);
  if (kind % 4 < 2) writeFileSync(path, content);
  else renameSync(`${path}.away`, path);
}

await build(dataA);
const { child, port } = await startServe();
let isFaulty = false;
let faultEnd = 0;
let stop = false;
const counts = new Map<string, number>();
const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
const wrong: string[] = [];

async function client(number: number): Promise<void> {
  for (let n = number; !stop; n += CLIENTS) {
    const index = n % REQUESTS;
    const request = requests[index] as OracleRequest;
    // A request that was in progress may still report damage that is already repaired.
    const mayFail = () => isFaulty || performance.now() - faultEnd < 2000;
    const couldFail = mayFail();
    try {
      const { status, body, retryAfter } = await send(port, request);
      const answer = `${status} ${digest(body)}`;
      if (answer === answersA[index]) count(answer === answersB[index] ? 'same in both' : 'first release');
      else if (answer === answersB[index]) count('second release');
      else if (status === 503 && retryAfter !== undefined && (couldFail || mayFail())) count('503 during a fault');
      else wrong.push(`${request.method} ${request.url}: ${status}`);
    } catch (error) {
      wrong.push(`${request.method} ${request.url}: ${(error as Error).message}`);
    }
    if (wrong.length > 10) stop = true;
    await sleep(PAUSE_MS);
  }
}

const status = (): string => {
  const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
  const handles = readdirSync(`/proc/${child.pid}/fd`).length;
  return `${Math.round(Number(memory) / 1024)} MiB, ${handles} open files`;
};

const start = performance.now();
const clients = Array.from({ length: CLIENTS }, (_, n) => client(n));
let lastMinute = -1;
for (let turn = 0; !stop && performance.now() - start < minutes * 60_000; turn++) {
  await build(turn % 2 === 0 ? dataB : dataA);
  count('swaps');
  await sleep(SWAP_MS);
  isFaulty = true;
  await injectFault(turn);
  isFaulty = false;
  faultEnd = performance.now();
  await sleep(SWAP_MS);
  const minute = Math.floor((performance.now() - start) / 60_000);
  if (minute !== lastMinute) {
    lastMinute = minute;
    console.log(`minute ${minute}: ${status()}; ${[...counts].map(([what, n]) => `${what} ${n}`).join(', ')}`);
  }
}
stop = true;
await Promise.all(clients);
console.log(`end: ${status()}; ${[...counts].map(([what, n]) => `${what} ${n}`).join(', ')}; ${wrong.length} wrong`);
for (const line of wrong) console.log(`WRONG ${line}`);
child.removeAllListeners('exit');
child.kill();
agent.destroy();
rmSync(work, { recursive: true, force: true });
process.exitCode = wrong.length === 0 ? 0 : 1;
