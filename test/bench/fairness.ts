/**
 * `npm run bench -- fairness`: how long a small request takes while another client requests one of the most expensive responses over 64
 * connections, with gzip and without. Only the slowest small request counts: it should take no more than half a second. Then the same for nginx
 * with its default settings and requests made for its patterns: a tenth of a second. Prints tables and writes docs/measurements/fairness.md. `SECONDS` makes it shorter. Builds its own site, in packs.
 */

import { mkdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { isInstalled, startRuleHost } from '../support/hosts/rule-hosts.ts';
import { NGINX } from '../support/hosts/rule-programs.ts';
import { worstRequests } from '../support/hosts/worst-requests.ts';
import { GZIP, IDENTITY, LOAD_SECONDS, startServe } from './load.ts';
import { buildPacks, describeMachine, median, withFolder, writeReport } from './measure.ts';

const CONNECTIONS = 64;
const SMALL = '/api/v2/runs/O1';
const PAUSE_MS = 20;

const EXPENSIVE: readonly (readonly [name: string, path: string])[] = [
  ['CSV of a dataset', '/api/v2/datasets/O3b_4KHZ_R1/strain-files?format=csv'],
  ['CSV of all event versions with parameters', '/api/v2/event-versions?include-default-parameters&format=csv'],
  ['1,000 strain files', '/api/v2/strain-files?pagesize=1000'],
  ['all event versions with parameters', '/api/v2/event-versions?include-default-parameters&pagesize=1000'],
  ['archive/links of a dataset', '/archive/links/O3b_4KHZ_R1/H1/1256655618/1269363618/json'],
  ['timeline of all runs', '/timeline/segments/json/history/H1_DATA/0/2000000000'],
  ['jsonfull of all events', '/eventapi/jsonfull/allevents'],
];

/** Requests in flight at nginx. */
const AT_ONCE = 16;
const FILE = '/release.json';

/** Milliseconds until the last byte of a response to a new connection. Rejects unless it is a 200. */
function timeOf(url: string): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    request(url, { agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.resume().once('end', () => resolve(performance.now() - start));
    })
      .once('error', reject)
      .end();
  });
}

/**
 * Requests per second for `path`, and the median and maximum time of a small request (ms) while another thread requests it, as cells of a
 * table. If `path` is null, only the small requests are sent.
 */
async function measure(origin: string, path: string | null, headers: Record<string, string> = {}) {
  const duration = LOAD_SECONDS + 1;
  const more = { connections: CONNECTIONS, duration, timeout: 60, workers: 1 };
  const load = path === null ? null : autocannon({ url: origin + path, headers, ...more });
  const times: number[] = [];
  await sleep(500);
  for (const end = performance.now() + LOAD_SECONDS * 1000; performance.now() < end; await sleep(PAUSE_MS)) {
    times.push(await timeOf(origin + SMALL));
  }
  const { non2xx = 0, errors = 0, requests } = (await load) ?? {};
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} failures at ${path}`);
  return `${requests?.average.toFixed(0) ?? ''} | ${median(times).toFixed(0)} | ${Math.max(...times).toFixed(0)} |`;
}

/** The slowest request for a file at nginx while another client sends the worst requests. In: the site and an empty folder. */
async function measureNginx(root: string, place: string): Promise<string[]> {
  mkdirSync(place);
  const { origin, stop } = await startRuleHost(NGINX, root, place, { baseUrl: 'https://user.example' });
  const rows = ['| the other client repeats | file, median ms | slowest ms |', '|---|---:|---:|'];
  for (const [what, target] of worstRequests('')) {
    let isOver = false;
    const load = Array.from({ length: AT_ONCE }, async () => {
      while (!isOver) await fetch(origin + target).then((response) => response.arrayBuffer());
    });
    const times: number[] = [];
    for (const end = performance.now() + LOAD_SECONDS * 1000; performance.now() < end; await sleep(PAUSE_MS)) {
      times.push(await timeOf(origin + FILE));
    }
    isOver = true;
    await Promise.all(load);
    rows.push(`| ${what} | ${median(times).toFixed(0)} | ${Math.max(...times).toFixed(0)} |`);
  }
  await stop();
  return rows;
}

await withFolder(async (folder) => {
  const root = join(folder, 'site');
  buildPacks(folder, root);
  const serve = await startServe(root);
  const rows = [
    '| the other client requests | gzip | its responses/s | small request, median ms | slowest ms |',
    '|---|---|---:|---:|---:|',
  ];
  rows.push(`| nothing | | ${await measure(serve.origin, null)}`);
  for (const [name, path] of EXPENSIVE) {
    rows.push(`| ${name} | no | ${await measure(serve.origin, path, IDENTITY)}`);
    rows.push(`| ${name} | yes | ${await measure(serve.origin, path, GZIP)}`);
    console.log(rows.slice(-2).join('\n'));
  }
  await serve.stop();
  const ofNginx = isInstalled('nginx') ? await measureNginx(root, join(folder, 'nginx')) : ['nginx is not installed.'];
  console.log(ofNginx.join('\n'));
  writeReport(
    'fairness.md',
    `# A small request beside expensive ones

Written by \`npm run bench -- fairness\`, for the shipped catalogue in packs. Machine: ${describeMachine()}.

One client requests the same response over ${CONNECTIONS} connections, as fast as it can. Another client requests \`${SMALL}\` on new
connections, one after the other, for ${LOAD_SECONDS} s. Its slowest request should take no more than 500 ms. Both clients share the machine with the server.

${rows.join('\n')}

## nginx

One worker of nginx without \`pcre_jit\`, and ${AT_ONCE} requests of 8 KB at once that are made for its patterns. A request for \`${FILE}\` should take no
more than 100 ms.

${ofNginx.join('\n')}
`,
  );
});
