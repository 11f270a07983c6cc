/** The Node host as a library: http and Fetch give the same; damaged files give a 503, and recover without a restart. */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { IndexData } from '../../src/core/listing/select.ts';
import { formatRelease, type ReleaseData } from '../../src/core/release/release.ts';
import { sha256 } from '../../src/fs/hash.ts';
import { createHandler, type Handler, type HandlerOptions } from '../../src/hosts/node/handler.ts';
import { createHealthCheck } from '../../src/hosts/node/health.ts';
import { buildSite } from '../../src/site/build.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { SMALL_DATA } from '../support/data-folders.ts';
import { eventually } from '../support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'stillwave-node-'));
const root = join(folder, 'site');
const handlers: Handler[] = [];
const servers: Server[] = [];

const small = join(folder, 'small');

beforeAll(async () => {
  await buildSite({
    dataDir: SMALL_DATA,
    out: small,
    config: { ...DEFAULT_CONFIG, downloads: [], archiveUrl: 'https://a.test', layout: 'packs' },
  });
});
beforeEach(() => {
  cpSync(small, root, { recursive: true });
});
afterEach(() => {
  for (const handler of handlers.splice(0)) handler.close();
  for (const server of servers.splice(0)) server.close();
  rmSync(root, { recursive: true, force: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function open(options: Partial<HandlerOptions> = {}): Promise<Handler> {
  const handler = await createHandler({ root, cacheBytes: 0, ...options });
  handlers.push(handler);
  return handler;
}

describe('the health check', () => {
  it('fails if the pointer is not read in time, and later checks again', async () => {
    const reads: string[] = [];
    const readFile = (path: string) => {
      reads.push(path);
      return new Promise<Uint8Array>(() => {});
    };
    vi.useFakeTimers();
    try {
      const isHealthy = createHealthCheck({ readFile, sha256, readTimeoutMs: 20 });
      for (const _ of [1, 2]) {
        const checked = isHealthy();
        await vi.advanceTimersByTimeAsync(2000);
        expect(await Promise.race([checked, 'not answered'])).toBe(false);
      }
      expect(reads).toEqual(['release.json', 'release.json']);
    } finally {
      vi.useRealTimers();
    }
  });
});

async function listen(handler: Handler): Promise<string> {
  const server = createServer(handler.node);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ORIGIN = 'http://localhost:8000';
const statusOf = async (handler: Handler, path: string) =>
  (await handler.fetch(new Request(`${ORIGIN}${path}`))).status;

describe('http and Fetch', () => {
  it.each<[string, RequestInit]>([
    ['/api/v2/event-versions?name-contains=GW15', {}],
    ['/api/v2/event-versions?include-default-parameters', { headers: { 'accept-encoding': 'gzip' } }],
    ['/api/v2/strain-files/H1-1126256640-4kHz', { method: 'HEAD' }],
    ['/api/v2/strain-files', { method: 'OPTIONS' }],
    ['/api/v2/strain-files?page=0', {}],
    ['/api/v2/strain-files', { method: 'DELETE' }],
    ['/api/v2/', { headers: { 'if-none-match': '*' } }],
    ['/archive/data/O1/x.gwf', { redirect: 'manual' }],
    ['/', {}],
  ])('%s %j', async (path, init) => {
    const handler = await open();
    const origin = await listen(handler);
    const accepted = { 'accept-encoding': 'identity', ...(init.headers as Record<string, string>) };
    const node = await fetch(`${origin}${path}`, { ...init, headers: accepted });
    const web = await handler.fetch(new Request(`${ORIGIN}${path}`, { ...init, headers: accepted }));
    const own = (headers: Headers) => {
      const added = ['date', 'connection', 'keep-alive'];
      return Object.fromEntries([...headers].filter(([name]) => !added.includes(name)));
    };
    expect(own(web.headers)).toEqual(own(node.headers));
    expect(web.status).toBe(node.status);
    // The http client decompresses the body; the Fetch handler returns it as it would be sent.
    const body = Buffer.from(await web.arrayBuffer());
    const isCoded = web.headers.get('content-encoding') === 'gzip';
    expect(isCoded).toBe(accepted['accept-encoding'] === 'gzip');
    expect((isCoded ? gunzipSync(body) : body).toString()).toBe(await node.text());
    if (isCoded) expect(web.headers.get('content-length')).toBe(String(body.length));
  });
});

describe('damaged files: 503 with Retry-After, and 200 again once the file is back', () => {
  const packOf = (set: string) =>
    join('packs', readdirSync(join(root, 'packs')).find((name) => name.startsWith(set)) as string);
  const damages: [string, (path: string) => void][] = [
    ['missing', (path) => rmSync(path)],
    ['cut short', (path) => writeFileSync(path, readFileSync(path).subarray(0, -1))],
    ['empty', (path) => writeFileSync(path, '')],
    [
      'of wrong bytes',
      (path) =>
        writeFileSync(
          path,
          readFileSync(path).map((byte) => byte ^ 1),
        ),
    ],
    [
      'unreadable',
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
    [
      'a pipe',
      (path) => {
        rmSync(path);
        execFileSync('mkfifo', [path]);
      },
    ],
  ];

  it.each(damages)('a pack that is %s', async (_, damage) => {
    const handler = await open();
    const path = join(root, packOf('event-version-details'));
    const right = readFileSync(path);
    const record = '/api/v2/event-versions/GW150914-v3';
    expect(await statusOf(handler, record)).toBe(200);
    damage(path);
    const response = await handler.fetch(new Request(`${ORIGIN}${record}`));
    expect([response.status, response.headers.get('retry-after'), response.headers.get('cache-control')]).toEqual([
      503,
      '10',
      'no-store',
    ]);
    expect(Object.keys((await response.json()) as object)).toEqual(['detail']);
    expect(await statusOf(handler, '/api/v2/event-versions')).toBe(200);
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, right);
    expect(await statusOf(handler, record)).toBe(200);
  });

  it.each(damages)('a pointer that is %s', async (_, damage) => {
    const problems: (string | null)[] = [];
    const onRelease = (problem: Error | null) => problems.push(problem?.message ?? null);
    const handler = await open({ onRelease });
    const path = join(root, 'release.json');
    const right = readFileSync(path);
    damage(path);
    await eventually(async () => (await statusOf(handler, '/api/v2/')) === 503, 'the damage is noticed');
    writeFileSync(`${path}.new`, right);
    rmSync(path, { recursive: true, force: true });
    renameSync(`${path}.new`, path);
    expect(await statusOf(handler, '/api/v2/')).toBe(200);
    expect(problems.slice(0, 2)).toEqual([
      null,
      expect.stringMatching(/^release\.json (cannot be read|is truncated or changed)$/),
    ]);
  });

  it('a folder without a release is reported, and works once there is one', async () => {
    const problems: (Error | null)[] = [];
    rmSync(join(root, 'release.json'));
    const handler = await open({ onRelease: (problem) => problems.push(problem) });
    expect(problems.map((problem) => problem?.message)).toEqual(['release.json cannot be read']);
    expect(await statusOf(handler, '/api/v2/')).toBe(503);
    cpSync(join(small, 'release.json'), join(root, 'release.json'));
    expect(await statusOf(handler, '/api/v2/')).toBe(200);
  });
});

it('an unexpected error is a 503, and is reported', async () => {
  const path = join(root, 'release.json');
  const { release } = JSON.parse(readFileSync(path, 'utf8')) as { release: ReleaseData };
  const index = { ...release.index, runs: { kind: 'series' } as IndexData };
  writeFileSync(path, await formatRelease({ ...release, index }, sha256));
  const problems: Error[] = [];
  const origin = await listen(await open({ onDamage: (problem) => problems.push(problem) }));
  expect((await fetch(`${origin}/api/v2/runs`)).status).toBe(503);
  expect(problems).toEqual([expect.any(TypeError)]);
  expect((await fetch(`${origin}/api/v2/catalogs`)).status).toBe(200);
  expect(problems).toHaveLength(1);
});

describe('close', () => {
  it('stops watching for releases but keeps answering', async () => {
    const seen: unknown[] = [];
    const handler = await open({ onRelease: (problem) => seen.push(problem) });
    handler.close();
    rmSync(join(root, 'release.json'));
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(seen).toEqual([null]);
    expect(await statusOf(handler, '/api/v2/')).toBe(200);
  });
});

describe('a client that goes away', () => {
  it('does not affect the server, and is not reported', async () => {
    const problems: Error[] = [];
    const handler = await open({ root: inject('shipped').root, onDamage: (problem) => problems.push(problem) });
    const origin = await listen(handler);
    for (let n = 0; n < 20; n++) {
      const away = new AbortController();
      const gone = fetch(`${origin}/api/v2/strain-files?pagesize=1000&page=${n + 1}`, { signal: away.signal });
      setTimeout(() => away.abort(), n % 5);
      await gone.then((response) => response.text()).catch(() => {});
    }
    expect((await fetch(`${origin}/api/v2/`)).status).toBe(200);
    expect(problems).toEqual([]);
  });
});

describe('many clients that want different packs', () => {
  it('all get whole pages', async () => {
    const handler = await open({ root: inject('shipped').root, readTimeoutMs: 200_000 });
    const pages = await Promise.all(
      Array.from({ length: 150 }, async (_, n) => {
        const page = (n % 74) + 1;
        const response = await handler.fetch(new Request(`${ORIGIN}/api/v2/strain-files?pagesize=1000&page=${page}`));
        const { results, page_number } = (await response.json()) as { results: unknown[]; page_number: number };
        return [response.status, results.length, page_number === page];
      }),
    );
    expect(pages).toEqual(Array(150).fill([200, 1000, true]));
  });
});
