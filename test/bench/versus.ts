/**
 * `npm run bench -- versus`: Stillwave compared with alternatives for the same catalogue: fastify with better-sqlite3, and Django
 * REST framework behind gunicorn (`versus/`). Needs Debian's gunicorn, python3-django and python3-djangorestframework; if they
 * are missing, Django's column is left out with a message. better-sqlite3 is installed into `versus/` if it is missing.
 *
 * Each response of an alternative is compared with Stillwave's before the timing. Then the servers are measured alternately, in
 * an order that changes every round. Prints a table and writes docs/measurements/versus.md. `RUNS` and `SECONDS` set the number of
 * rounds and the duration of each measurement.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Random } from '../oracle/random.ts';
import { GZIP, IDENTITY, requestsPerSecond, type Server, startServe, startServer } from './load.ts';
import { buildPacks, describeMachine, median, ROOT, withFolder, writeReport } from './measure.ts';
import { importCatalogue } from './versus/import.ts';

const RUNS = Number(process.env.RUNS ?? 3);
const SECONDS = Number(process.env.SECONDS ?? 2);
const WARM_SECONDS = SECONDS / 2;
/** Few enough connections that the slowest response arrives well before the load generator times out. */
const CONNECTIONS = 8;
const BASE_URL = 'http://localhost:8000';
const FOLDER = join(ROOT, 'test/bench/versus');
/** Debian's own Python, which has the packages; another `python3` may be first in the path. */
const DEBIAN_PYTHON = '/usr/bin/python3';
/** Uses threads, because only this type of worker keeps connections alive. */
const GUNICORN_WORKERS = ['--worker-class', 'gthread', '--workers', String(availableParallelism()), '--threads', '4'];

const strain = (query: string): string => `/api/v2/strain-files?${query}`;
const events = (query: string): string => `/api/v2/event-versions?${query}`;

interface Query {
  readonly name: string;
  /** Requested in order on each connection. */
  readonly paths: readonly string[];
}

const QUERIES: readonly Query[] = [
  { name: 'page 1', paths: [strain('page=1')] },
  { name: 'page 3700', paths: [strain('page=3700')] },
  {
    name: 'interval with detector and rate',
    paths: [strain('detector=H1&sample-rate=4&start=1240000000&stop=1250000000')],
  },
  { name: '500 a page', paths: [strain('pagesize=500')] },
  { name: 'release with parameters', paths: [events('release=GWTC-5.0&include-default-parameters=true')] },
  { name: 'two ranges with lastver', paths: [events('min-mass-1-source=20&max-far=0.1&lastver=true')] },
  { name: 'every page of 20, in random order', paths: shuffledPages(3730) },
];

const CODINGS = { identity: IDENTITY, gzip: GZIP };

interface Contestant {
  readonly name: string;
  readonly server: Server;
}

/** All pages from 1 to `pages`, in random order. */
function shuffledPages(pages: number): string[] {
  return new Random(1).shuffled(Array.from({ length: pages }, (_, index) => strain(`page=${index + 1}`)));
}

function install(): void {
  if (existsSync(join(FOLDER, 'node_modules'))) return;
  process.stderr.write(
    'npm ci of fastify and better-sqlite3, which compiles for a minute where no binary can be had\n',
  );
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Null, with a message, if the Debian packages are missing. */
async function startDjango(env: NodeJS.ProcessEnv): Promise<Server | null> {
  const { status } = spawnSync(DEBIAN_PYTHON, ['-c', 'import django, rest_framework, gunicorn']);
  if (status !== 0) {
    process.stderr.write('Django is left out: apt-get install gunicorn python3-django python3-djangorestframework\n');
    return null;
  }
  const flags = ['--chdir', join(FOLDER, 'django'), '--bind', '127.0.0.1:0', ...GUNICORN_WORKERS];
  return startServer(DEBIAN_PYTHON, ['-m', 'gunicorn', ...flags, 'catalogue.wsgi'], {
    ...env,
    PYTHONDONTWRITEBYTECODE: '1',
  });
}

/** `fastify 5.12.8, better-sqlite3 12.11.1, …` */
function describeAlternatives(hasDjango: boolean): string {
  const { dependencies } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'));
  const node = `fastify ${dependencies.fastify}, better-sqlite3 ${dependencies['better-sqlite3']}`;
  if (!hasDjango) return node;
  const print =
    'import django, rest_framework as r, gunicorn as g; print(django.__version__, r.VERSION, g.__version__)';
  const [django, framework, gunicorn] = execFileSync(DEBIAN_PYTHON, ['-c', print], { encoding: 'utf8' }).split(/\s/);
  return `${node}; Django ${django}, Django REST framework ${framework}, gunicorn ${gunicorn}`;
}

interface Body {
  readonly next: string | null;
  readonly previous: string | null;
  readonly results_count: number;
  readonly results: readonly unknown[];
}

async function ask({ server, name }: Contestant, path: string, headers: Record<string, string>): Promise<Body> {
  const response = await fetch(server.origin + path, { headers });
  const coding = response.headers.get('content-encoding') ?? 'identity';
  if (response.status !== 200 || coding !== headers['accept-encoding']) {
    throw new Error(`${name} answers ${path} with ${response.status}, ${coding}`);
  }
  return (await response.json()) as Body;
}

/** The body with each of the two links replaced by its page number, because frameworks order the parameters of links differently. */
function comparable(body: Body): unknown {
  const pageOf = (link: string | null) => link && new URL(link).searchParams.get('page');
  return { ...body, next: pageOf(body.next), previous: pageOf(body.previous) };
}

/** Throws unless all contestants give the same response, with entries. */
async function compareAnswers(contestants: readonly Contestant[], path: string): Promise<void> {
  for (const headers of Object.values(CODINGS)) {
    const [ours, ...others] = await Promise.all(contestants.map((one) => ask(one, path, headers)));
    if (ours === undefined || ours.results.length === 0) throw new Error(`${path} has no entries`);
    for (const [index, other] of others.entries()) {
      if (isDeepStrictEqual(comparable(other), comparable(ours))) continue;
      throw new Error(`${contestants[index + 1]?.name} answers ${path} differently:
${JSON.stringify(comparable(other)).slice(0, 600)}
${JSON.stringify(comparable(ours)).slice(0, 600)}`);
    }
  }
}

/** Rates of all contestants, one list each, one element per round. */
async function race(contestants: readonly Contestant[], { paths }: Query, headers: Record<string, string>) {
  const requests = paths.map((path) => ({ path, headers }));
  const rateOf = ({ server }: Contestant, seconds: number) =>
    requestsPerSecond(server.origin, requests, { seconds, connections: CONNECTIONS });
  for (const one of contestants) await rateOf(one, WARM_SECONDS);
  const rates = contestants.map((): number[] => []);
  for (let round = 0; round < RUNS; round++) {
    for (let turn = 0; turn < contestants.length; turn++) {
      const index = (round + turn) % contestants.length;
      rates[index]?.push(await rateOf(contestants[index] as Contestant, SECONDS));
    }
  }
  return rates;
}

const rate = (value: number): string => (value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US'));
const ratio = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)}x`;

async function measure(contestants: readonly Contestant[]): Promise<string[]> {
  const [, ...others] = contestants;
  const heads = [...contestants.map(({ name }) => `${name}, 1/s`), ...others.map(({ name }) => `vs ${name}`)];
  const rows = [`| query | coding | ${heads.join(' | ')} |`, `|---|---|${heads.map(() => '---:|').join('')}`];
  for (const query of QUERIES) {
    for (const [coding, headers] of Object.entries(CODINGS)) {
      const [ours = [], ...theirs] = await race(contestants, query, headers);
      const rates = [ours, ...theirs].map((values) => rate(median(values)));
      const ratios = theirs.map((values) => median(values.map((value, round) => (ours[round] as number) / value)));
      rows.push(`| ${query.name} | ${coding} | ${[...rates, ...ratios.map(ratio)].join(' | ')} |`);
      console.log(rows.at(-1));
    }
  }
  return rows;
}

function report(rows: readonly string[], hasDjango: boolean): string {
  const queries = QUERIES.filter(({ paths }) => paths.length === 1).map(
    ({ name, paths }) => `- ${name}: \`${paths[0]}\``,
  );
  return `# Comparison with fastify and Django

Written by \`npm run bench -- versus\`: requests per second for the same queries on the shipped catalogue, answered by

- \`stillwave serve\`, one process, packs only;
- fastify with better-sqlite3, one process: prepared statements, responses written by schemas, \`@fastify/compress\`;
- Django REST framework behind gunicorn, one process per core: serializers, pagination, prefetched parameters, \`GZipMiddleware\`.

fastify and Django read the catalogue from one SQLite file with an index for each query, imported from \`data/\`
([test/bench/versus](../../test/bench/versus)). Before the measurement, their responses are compared with Stillwave's: the entries
and counts must be the same. They send no ETag and support only these two listings, which saves them work.

autocannon, ${CONNECTIONS} connections on the same machine, alternating; medians of ${RUNS} rounds of ${SECONDS} s after a warm-up. Each ratio is
the median of the ratios from all rounds. The same query is repeated, so Stillwave has the compressed body in memory; in the last
two rows, every request is for a different page.
Machine: ${describeMachine()}. ${describeAlternatives(hasDjango)}.

${rows.join('\n')}

${queries.join('\n')}
`;
}

install();
await withFolder(async (folder) => {
  const [site, database] = [join(folder, 'site'), join(folder, 'catalogue.sqlite')];
  buildPacks(folder, site);
  importCatalogue(join(ROOT, 'data'), database);
  const env = { DATABASE: database, BASE_URL };
  const servers: readonly (readonly [string, Server | null])[] = [
    ['Stillwave', await startServe(site, '--base-url', BASE_URL)],
    ['fastify', await startServer(process.execPath, [join(FOLDER, 'fastify.mjs')], env)],
    ['Django', await startDjango(env)],
  ];
  const contestants = servers.flatMap(([name, server]) => (server ? [{ name, server }] : []));
  try {
    for (const { paths } of QUERIES) {
      for (const path of paths.slice(0, 50)) await compareAnswers(contestants, path);
    }
    writeReport('versus.md', report(await measure(contestants), contestants.length > 2));
  } finally {
    await Promise.all(contestants.map(({ server }) => server.stop()));
  }
});
