/**
 * Odd request targets on nginx, Caddy and Apache, alone and with an upstream, compared with `serve`: no 5xx, no file outside the
 * site, and no page that differs from the response of `serve`. The hosts may refuse a request instead.
 */

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Send, sendTo, type TestAnswer, type TestRequest } from '../../src/check/send.ts';
import { byCodeUnit } from '../../src/core/base/order.ts';
import { ASSET_FOLDER, assetPath } from '../../src/core/contract/site-paths.ts';
import { Random } from '../oracle/random.ts';
import { CONFIG, isInstalled, type RuleHost, startRuleHost } from '../support/hosts/rule-hosts.ts';
import { APACHE, CADDY, NGINX } from '../support/hosts/rule-programs.ts';
import { startServer } from '../support/server.ts';
import type { Ground, Scenario } from './scenario.ts';

const USUAL = [
  '/gw/api/v2/',
  '/gw/api/v2/strain-files',
  '/gw/api/v2/strain-files?detector=H1&sample-rate=4&page=2',
  '/gw/api/v2/strain-files?pagesize=500&page=3',
  '/gw/api/v2/strain-files/H1-1126256640-4kHz',
  '/gw/api/v2/event-versions?release=GWTC-2&lastver=true',
  '/gw/api/v2/event-versions?include-default-parameters=true&format=json',
  '/gw/api/v2/event-versions/GW150914-v3',
  '/gw/api/v2/event-versions/GW150914/parameters',
  '/gw/api/v2/event-versions/GW150914-v3/timelines',
  '/gw/api/v2/runs/O1/timelines',
  '/gw/api/v2/catalogs/GWTC-2/events?page=1',
  '/gw/api/v2/events/GW150914/strain-files',
  '/gw/archive/data/O1/1126170624/H-H1_LOSC_4_V1-1126256640-4096.hdf5',
  '/gw/',
  '/gw/index.html',
  '/gw/home.js',
  '/gw/robots.txt',
  '/gw/downloads/event-versions.csv',
  '/gw/downloads/strain-files.json.gz',
  '/gw/downloads/segments.parquet',
  '/gw/downloads/catalogue.json',
  '/gw/release.json',
  '/gw/packs/x.ndjson',
  '/gw/api/v2/_/not-found.json',
  '/gw/api/v2/strain-files/_/20/1.json',
];
const PIECES = [
  ...['..', '.', '...', '//', '/../', '/./', '\\', '%2e%2e', '%2f', '%5c', '%00', '%0a', '%0d%0a', '%25', '%3f', '%23'],
  ...[
    '%C0%AF',
    '%E2%80%AE',
    '%',
    '%4',
    '%40',
    '@',
    '@evil.example',
    ':80',
    ';',
    '?',
    '??',
    '&',
    '=',
    '+',
    '#',
    '*',
    '~',
  ],
  ...[
    '{x}',
    '$1',
    '%{ENV:x}',
    '{http.request.host}',
    '$' + '{sw_page}',
    '$args',
    '|',
    '^',
    '"',
    "'",
    '<',
    '>',
    '`',
    '!',
    '!other',
  ],
  ...[
    '_',
    '__proto__',
    '.json',
    '.json.gz',
    '.gz',
    '.htaccess',
    'etc/passwd',
    'http://evil.example',
    '127.0.0.1:1',
    '\xff\xfe',
  ],
];
const ORIGINS = [
  'http://evil.example',
  'HTTP://evil.example:1',
  'https://user.example',
  'http://@evil.example',
  'ftp://x',
];

/** The explorer's assets, whose names change with their content. */
function assetTargets(root: string): string[] {
  const names = readdirSync(join(root, ASSET_FOLDER)).sort(byCodeUnit);
  return names.map((name) => `/gw/${assetPath(name)}`);
}

/** Damages a target that the site answers, often only its query. The same seed gives the same request. */
function oddRequest(seed: number, assets: readonly string[]): TestRequest {
  const random = new Random(seed);
  let target = random.pick(random.chance(0.1) ? assets : USUAL);
  const isPathKept = random.chance(0.4);
  if (isPathKept && !target.includes('?')) target += '?';
  const changes = random.chance(0.5) ? 1 : 2 + Math.floor(random.next() * 3);
  for (let change = 0; change < changes; change++) {
    const from = isPathKept ? target.indexOf('?') + 1 : 0;
    const at = from + Math.floor(random.next() * (target.length + 1 - from));
    const [before, after] = [target.slice(0, at), target.slice(at)];
    const roll = random.next();
    if (roll < 0.45) target = before + random.pick(PIECES) + after;
    else if (roll < 0.6) target = before + after.slice(1);
    else if (roll < 0.7) target = before + random.pick(PIECES) + after.slice(1);
    else if (roll < 0.78)
      target = before + String.fromCharCode(0x21 + Math.floor(random.next() * 0xde)) + after.slice(1);
    else if (roll < 0.84) target = before + before + after;
    else if (roll < 0.9)
      target = `${before}%${(after.charCodeAt(0) || 0x41).toString(16).padStart(2, '0')}${after.slice(1)}`;
    else if (roll < 0.94) target = before + random.pick(PIECES).repeat(300) + after;
    else target = before + after.toUpperCase();
  }
  const isAbsolute = random.chance(0.1);
  const path = target.slice(0, 7000).replace(/^(?!\/)/, '/');
  const method = random.chance(0.9) ? 'GET' : random.pick(['HEAD', 'DELETE', 'TRACE']);
  return { method, target: isAbsolute ? random.pick(ORIGINS) + path : path, headers: { host: 'user.example' } };
}

/** Files of the site that rule hosts also send, and the page at the base URL, which differs by host. */
const OWN_FILE = /^\/gw(?:\/(?:(?:release|manifest)\.json|(?:packs|index)\/[A-Za-z0-9._@-]+)?)?$/;

function pathOf(target: string): string {
  const path = target.replace(/^[a-z]+:\/\/[^/?]*/i, '').replace(/[?#].*$/, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * The location in a response, without its fragment if the target has one. Valid targets have no fragment (RFC 9112, 3.2): request handlers
 * drop a fragment, but some hosts repeat it in a redirect. No client sends such a target.
 */
function withoutFragment({ headers: { location } }: TestAnswer, target: string): string | undefined {
  return target.includes('#') ? location?.replace(/\??(?:#.*)?$/, '') : location;
}

/** The error in a host's response, compared with the response from `serve`; null if there is none. */
function judge({ target, method }: TestRequest, answer: TestAnswer, expected: TestAnswer): string | null {
  if (answer.status >= 500) return `${answer.status}`;
  if (answer.status >= 400) return null;
  if (OWN_FILE.test(pathOf(target))) return null;
  // Node itself refuses some bytes before any handler runs; then there is nothing to compare with.
  if (expected.status === 400 && expected.body === '') return null;
  if (answer.status !== expected.status) return `${answer.status} in place of ${expected.status}`;
  if (withoutFragment(answer, target) !== withoutFragment(expected, target))
    return `leads to ${answer.headers.location}`;
  if (method === 'GET' && answer.status === 200 && answer.body !== expected.body) return 'another body';
  return null;
}

const AT_ONCE = 8;

async function inTurns(count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** If the target is unreadable, a response that no client can parse counts as a refusal. */
const REFUSED: TestAnswer = { status: 400, headers: {}, body: '' };
const ask = (send: Send, request: TestRequest): Promise<TestAnswer> => send(request).catch(() => REFUSED);

async function attackHost(
  ruleHost: RuleHost,
  upstream: string | null,
  { partial, say }: Ground,
  cases: readonly (readonly [TestRequest, TestAnswer])[],
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stillwave-odd-'));
  const program = await startRuleHost(ruleHost, partial.root, folder, { upstream });
  const { send, close } = sendTo(program.origin);
  const name = `${ruleHost.host.name}${upstream === null ? '' : ' with an upstream'}`;
  const wrong: string[] = [];
  let answered = 0;
  try {
    await inTurns(cases.length, async (n) => {
      const [request, expected] = cases[n] as (typeof cases)[number];
      const answer = await ask(send, request);
      if (answer.status < 400) answered++;
      const fault = judge(request, answer, expected);
      if (fault !== null)
        wrong.push(`${name}, seed ${n}: ${request.method} ${JSON.stringify(request.target)}: ${fault}`);
    });
    const alive = await send({ method: 'GET', target: '/gw/api/v2/strain-files', headers: {} });
    if (alive.status !== 200) wrong.push(`${name} answers ${alive.status} in the end`);
  } finally {
    close();
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  say(`${name}: ${cases.length} odd targets, ${answered} answered, ${wrong.length} wrong`);
  return wrong.slice(0, 20);
}

export const oddTargets: Scenario = {
  name: 'odd targets on every rule host',
  async run(ground) {
    const count = ground.isLong ? 20_000 : 200;
    const server = await startServer(ground.cli, ground.partial.root, ['--base-url', CONFIG.baseUrl]);
    const origin = `http://127.0.0.1:${server.port}`;
    const { send, close } = sendTo(origin);
    const assets = assetTargets(ground.partial.root);
    const wrong: string[] = [];
    try {
      const cases: [TestRequest, TestAnswer][] = [];
      await inTurns(count, async (n) => {
        const request = oddRequest(n, assets);
        const answer = await ask(send, request);
        if (answer.status >= 500) wrong.push(`serve, seed ${n}: ${request.target}: ${answer.status}`);
        cases[n] = [request, answer];
      });
      for (const ruleHost of [NGINX, CADDY, APACHE].filter(({ program }) => isInstalled(program))) {
        for (const upstream of [null, origin]) wrong.push(...(await attackHost(ruleHost, upstream, ground, cases)));
      }
    } finally {
      close();
      await server.stop();
    }
    return wrong;
  },
};
