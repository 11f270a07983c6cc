/**
 * `npm run bench -- hosts`: the cost of the rewrite rules. nginx answers queries with the rules that `stillwave host nginx` writes,
 * and sends the same files by their paths, alternating, from one process; wrk sends the requests. Needs nginx and wrk.
 *
 * Writes docs/measurements/hosts.md. Exit status 1 if the ratio is below the goal. `RUNS` and `SECONDS` make it shorter.
 */

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nginx } from '../../src/hosts/emitters/nginx.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { describeMachine, median, ROOT, writeReport } from './measure.ts';

const RULES_PORT = 18451;
const FILES_PORT = 18452;
const PAIRS = Number(process.env.RUNS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 2);
/** Relative to the throughput without rules. */
const GOAL = 0.8;

/** Requests that the rules answer, with the file for each. */
const REQUESTS: readonly (readonly [what: string, query: string, file: string])[] = [
  ['first page', 'strain-files?format=api', 'strain-files/_/20/1.json'],
  [
    'two filters and a page',
    'strain-files?format=api&sample-rate=4&detector=H1&page=3',
    'strain-files/_.detector-H1.sample-rate-4/20/3.json',
  ],
  [
    'three filters',
    'event-versions?include-default-parameters=true&release=GWTC-2&lastver=false',
    'event-versions/_.include-default-parameters.release-GWTC-2/20/1.json',
  ],
  ['500 entries', 'strain-files?pagesize=500', 'strain-files/_/500/1.json'],
  ['record', 'event-versions/GW150914-v3?format=api', 'event-versions/GW150914-v3.json'],
];

const folder = mkdtempSync(join(tmpdir(), 'stillwave-bench-'));
const site = join(folder, 'site');

/** The part of the shipped catalogue with the first run's strain files: the rules do not depend on the number of files. */
function buildSite(): void {
  const data = join(folder, 'data');
  const isTaken = (path: string) => !/strain-(files|statistics)\/(?!O1[._])/.test(path);
  cpSync(join(ROOT, 'data'), data, { recursive: true, filter: isTaken });
  const flags = [
    '--quiet',
    '--data',
    data,
    '--site',
    site,
    '--layout',
    'pages',
    '--base-url',
    `http://127.0.0.1:${RULES_PORT}`,
  ];
  execFileSync(process.execPath, [join(ROOT, 'build/cli/main.js'), 'build', ...flags], { cwd: ROOT, stdio: 'inherit' });
}

function configure(): string {
  const { cache, enumerate } = DEFAULT_CONFIG;
  const baseUrl = `http://127.0.0.1:${RULES_PORT}`;
  const settings = {
    command: 'stillwave host nginx',
    root: site,
    out: null,
    baseUrl,
    archiveUrl: null,
    cache,
    enumerate,
    legacyInterfaces: true,
  };
  const [file] = nginx.emit({ ...settings, upstream: null });
  writeFileSync(join(folder, 'stillwave.conf'), file?.text ?? '');
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = `daemon off;
pcre_jit on;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 1000000;
  ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
  include ${folder}/stillwave.conf;
  server {
    listen ${FILES_PORT};
    root ${site};
    types { }
    default_type application/json;
  }
}
`;
  const path = join(folder, 'nginx.conf');
  writeFileSync(path, main);
  return path;
}

/** Requests per second. */
function load(url: string, seconds: number = SECONDS): number {
  const output = execFileSync('wrk', ['-t', '1', '-c', '32', '-d', `${seconds}s`, url], { encoding: 'utf8' });
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(`${url}:\n${output}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

async function untilAnswered(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if ((await fetch(url).catch(() => null))?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing answers at ${url}:\n${readFileSync(join(folder, 'error.log'), 'utf8')}`);
}

function measure([what, query, file]: (typeof REQUESTS)[number]) {
  const urls = [
    `http://127.0.0.1:${RULES_PORT}/api/v2/${query}`,
    `http://127.0.0.1:${FILES_PORT}/api/v2/${file}`,
  ] as const;
  for (const url of urls) load(url, 1);
  const pairs = Array.from({ length: PAIRS }, () => urls.map((url) => load(url)) as [number, number]);
  const rules = median(pairs.map(([rate]) => rate));
  const files = median(pairs.map(([, rate]) => rate));
  const ratio = median(pairs.map(([one, other]) => one / other));
  console.log(
    `${what.padEnd(24)}${whole(rules).padStart(8)}${whole(files).padStart(8)}${ratio.toFixed(2).padStart(6)}`,
  );
  return { what, query, rules, files, ratio };
}

function report(results: readonly ReturnType<typeof measure>[]): string {
  const rows = results.map(
    ({ what, query, rules, files, ratio }) =>
      `| ${what} | \`${query}\` | ${whole(rules)} | ${whole(files)} | ${ratio.toFixed(2)} |`,
  );
  return `# The cost of the rewrite rules

Written by \`npm run bench -- hosts\`. nginx with one worker answers queries using the rules that \`stillwave host nginx\` writes, and serves the same files by
their paths. wrk with 32 connections on the same machine; ${PAIRS} alternating pairs of ${SECONDS} s each; the ratio is the median over the pairs. The goal is ${GOAL} or more.
Machine: ${describeMachine()}.

| query | request | with rules, 1/s | by path, 1/s | ratio |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

for (const program of ['nginx', 'wrk']) {
  if (spawnSync(program, ['-v']).error) throw new Error(`${program} is not installed: apt-get install nginx wrk`);
}
buildSite();
const server = spawn('nginx', ['-c', configure()], { stdio: ['ignore', 'ignore', 'inherit'] });
try {
  await untilAnswered(`http://127.0.0.1:${RULES_PORT}/api/v2/`);
  console.log(`${''.padEnd(24)}${'rules'.padStart(8)}${'path'.padStart(8)} ratio`);
  const results = REQUESTS.map(measure);
  writeReport('hosts.md', report(results));
  process.exitCode = results.every(({ ratio }) => ratio >= GOAL) ? 0 : 1;
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
