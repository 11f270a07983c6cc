/** The real program on a real socket: what it answers, how it starts, and how it ends. */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get as httpGet, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  eventually,
  exchange,
  open,
  requestFor,
  type Server,
  startProgram,
  startServer,
  statusesOf,
} from '../hosts/program.ts';

const cli = inject('cli');
const { root } = inject('shipped');
const folder = mkdtempSync(join(tmpdir(), 'stillwave-serve-'));
const started: { stop(): Promise<unknown> }[] = [];

afterAll(async () => {
  await Promise.all(started.map((program) => program.stop()));
  rmSync(folder, { recursive: true, force: true });
});

async function start(...[from, flags]: [string?, string[]?]): Promise<Server> {
  const server = await startServer(cli, from ?? root, flags);
  started.push(server);
  return server;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function ask(url: string, method = 'GET', headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => {
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) });
      });
    });
    request.on('error', reject).end();
  });
}

/** Without the headers that Node adds. */
const ownHeaders = ({ date: _, connection: __, ...own }: IncomingHttpHeaders) => own;

describe('answers', () => {
  let origin: string;
  beforeAll(async () => {
    origin = (await start()).origin;
  });

  const LISTING = '/api/v2/strain-files?detector=H1&pagesize=50&page=2';

  it('200 with every header of the contract; links carry its own address', async () => {
    const { status, headers, body } = await ask(`${origin}${LISTING}`);
    expect(status).toBe(200);
    expect(ownHeaders(headers)).toStrictEqual({
      allow: 'GET, HEAD, OPTIONS',
      'content-type': 'application/json',
      vary: 'Accept, Accept-Encoding',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag',
      'content-length': String(body.length),
    });
    const page = JSON.parse(body.toString());
    expect(page.next).toBe(`${origin}/api/v2/strain-files?detector=H1&format=api&page=3&pagesize=50`);
    expect(page.results[0].detail_url).toMatch(new RegExp(`^${origin}/api/v2/strain-files/H1-\\d+-4kHz\\?format=api$`));
    const next = JSON.parse((await ask(page.next)).body.toString());
    expect([next.page_number, next.previous]).toEqual([
      3,
      `${origin}/api/v2/strain-files?detector=H1&format=api&page=2&pagesize=50`,
    ]);
  });

  it('HEAD: the headers of GET, and no body', async () => {
    const get = await ask(`${origin}${LISTING}`);
    const head = await ask(`${origin}${LISTING}`, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(ownHeaders(head.headers)).toEqual(ownHeaders(get.headers));
  });

  it('304 for its ETag, in any form', async () => {
    const { etag = '' } = (await ask(`${origin}${LISTING}`)).headers;
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, headers, body } = await ask(`${origin}${LISTING}`, 'GET', { 'if-none-match': tag });
      expect([status, body.length, headers.etag, headers['content-type']]).toEqual([304, 0, etag, undefined]);
    }
    expect((await ask(`${origin}${LISTING}`, 'GET', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('gzip where it is accepted, under a tag of its own', async () => {
    const plain = await ask(`${origin}${LISTING}`);
    const { status, headers, body } = await ask(`${origin}${LISTING}`, 'GET', { 'accept-encoding': 'br, gzip' });
    expect([status, headers['content-encoding'], headers['content-length']]).toEqual([
      200,
      'gzip',
      String(body.length),
    ]);
    expect(gunzipSync(body).equals(plain.body)).toBe(true);
    expect(headers.etag).toBe(plain.headers.etag?.replace(/"$/, '-gzip"'));
    const again = await ask(`${origin}${LISTING}`, 'GET', {
      'accept-encoding': 'gzip',
      'if-none-match': headers.etag ?? '',
    });
    expect(again.status).toBe(304);
  });

  it('OPTIONS: what a preflight needs, and a description', async () => {
    const asked = { origin: 'https://app.example', 'access-control-request-method': 'GET' };
    const { status, headers, body } = await ask(`${origin}/api/v2/event-versions`, 'OPTIONS', asked);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': '*',
    });
    expect(Object.keys(JSON.parse(body.toString()))).toEqual([
      'name',
      'description',
      'renders',
      'parses',
      'parameters',
    ]);
  });

  it.each([
    ['GET', '/api/v2/nothing', 404, '{"detail":"Not found."}'],
    ['GET', '/api/v2/strain-files?page=0', 404, '{"detail":"Invalid page."}'],
    ['POST', '/api/v2/strain-files', 405, '{"detail":"Method \\"POST\\" not allowed."}'],
    [
      'GET',
      '/api/v2/strain-files?pagesize=0',
      400,
      '{"detail":"The value of \\"pagesize\\" must be a whole number from 1 to 1000.","parameter":"pagesize"}',
    ],
  ])('%s %s: %d', async (method, url, status, body) => {
    const answer = await ask(`${origin}${url}`, method);
    expect([answer.status, answer.body.toString()]).toEqual([status, body]);
    expect(ownHeaders(answer.headers)).toStrictEqual({
      allow: 'GET, HEAD, OPTIONS',
      'content-type': 'application/json',
      vary: 'Accept',
      'cache-control': 'public, max-age=10',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag',
      'content-length': String(body.length),
    });
  });

  it('302 to the archive', async () => {
    const path = '/archive/data/O1/1126170624/H-H1_LOSC_4_V1-1126256640-4096.hdf5';
    const { status, headers, body } = await ask(`${origin}${path}?format=api`);
    expect([status, headers.location, body.length]).toEqual([302, `https://gwosc.org${path}`, 0]);
  });

  it('tells a browser what this is', async () => {
    const { status, headers, body } = await ask(`${origin}/`);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body.toString()).toContain(`<a href="${origin}/api/v2/">`);
  });

  it.each([
    '/../package.json',
    '/api/v2/../../release.json',
    '/%2e%2e/%2e%2e/package.json',
    '/..%2f..%2fpackage.json',
    '/api/v2/strain-files/..%2f..%2f..%2frelease.json',
    '/api/v2/strain-files/%2e%2e%2frelease',
    '/api/v2/event-versions/%00',
    '/packs/',
    '/release.json%00.html',
    '//etc/passwd',
    '/\\..\\package.json',
  ])('never leaves its root: %s', async (target) => {
    const port = Number(new URL(origin).port);
    const answer = await exchange(port, requestFor(target));
    expect(statusesOf(answer)).toEqual([404]);
    expect(answer.endsWith('{"detail":"Not found."}')).toBe(true);
  });

  it('a NUL in a request line is no request', async () => {
    const port = Number(new URL(origin).port);
    expect(statusesOf(await exchange(port, requestFor('/api/v2/\0')))).toEqual([400]);
  });
});

describe('--base-url https://x.test/gw', () => {
  it('is in links, is the only place of the API, and goes before archive paths', async () => {
    const { origin } = await start(root, ['--base-url', 'https://x.test/gw/']);
    const { status, body } = await ask(`${origin}/gw/api/v2/event-versions`);
    expect(status).toBe(200);
    expect(JSON.parse(body.toString()).next).toBe('https://x.test/gw/api/v2/event-versions?format=api&page=2');
    expect((await ask(`${origin}/api/v2/event-versions`)).status).toBe(404);
    const redirect = await ask(`${origin}/gw/archive/data/O1/x.gwf`);
    expect([redirect.status, redirect.headers.location]).toEqual([302, 'https://gwosc.org/archive/data/O1/x.gwf']);
    expect((await ask(`${origin}/archive/data/O1/x.gwf`)).status).toBe(404);
  });

  it('a base URL that cannot be used is wrong usage', async () => {
    const program = startProgram(cli, ['--root', root, '--port', '0', '--base-url', 'x.test']);
    started.push(program);
    expect(await program.exited).toBe(2);
    expect(program.stderr()).toContain('x.test');
  });
});

describe('--log', () => {
  it('writes a line for each request', async () => {
    const server = await start(root, ['--log']);
    await ask(`${server.origin}/api/v2/?a="b"`);
    await ask(`${server.origin}/nothing`, 'HEAD');
    await eventually(() => server.stdout().split('\n').length > 2, 'both requests are logged');
    const [first, second] = server.stdout().split('\n');
    expect(first).toMatch(/^127\.0\.0\.1 \[\d{4}-\d\d-\d\dT[\d:.]+Z\] "GET \/api\/v2\/.*HTTP\/1\.1" 200 \d+ [\d.]+ms$/);
    expect(second).toMatch(/"HEAD \/nothing HTTP\/1\.1" 404 \d+ [\d.]+ms$/);
  });
});

describe('a clear error and exit status 2', () => {
  it('for a port in use', async () => {
    const { port } = await start();
    const program = startProgram(cli, ['--root', root, '--port', String(port)]);
    started.push(program);
    expect(await program.exited).toBe(2);
    expect(program.stderr()).toMatch(new RegExp(`port ${port} on 127\\.0\\.0\\.1 is in use.*--port`));
    expect(program.stderr()).not.toContain('    at ');
  });

  it.each([
    ['no release', [], 'there is no release in'],
    ['a pointer that is cut short', ['cut'], 'there is no release in'],
    ['page files only', ['pages'], 'page files only'],
  ])('for a folder with %s', async (_, [kind], message) => {
    const site = join(folder, `site-${kind}`);
    if (kind === 'pages') {
      const flags = ['--data', join(import.meta.dirname, '../fixtures/small-data'), '--layout', 'pages', '--quiet'];
      execFileSync(process.execPath, [cli, 'build', '--out', site, ...flags]);
    } else {
      cpSync(join(root, 'release.json'), join(site, 'x.json'));
      if (kind === 'cut')
        writeFileSync(join(site, 'release.json'), readFileSync(join(root, 'release.json')).subarray(9));
    }
    const program = startProgram(cli, ['--root', site, '--port', '0']);
    started.push(program);
    expect(await program.exited).toBe(2);
    expect(program.stderr()).toContain(message);
  });
});

/** Puts a pipe in place of a file: reading it waits until the function returned writes the file's bytes. */
function makeSlow(path: string): () => void {
  const bytes = readFileSync(path);
  rmSync(path);
  execFileSync('mkfifo', [path]);
  return () => writeFileSync(path, bytes);
}

describe('starting', () => {
  it('requests that come before the release is read wait for it', async () => {
    const { port } = await start();
    await started.pop()?.stop();
    const site = join(folder, 'slow-start');
    cpSync(root, site, { recursive: true });
    const writePointer = makeSlow(join(site, 'release.json'));
    const program = startProgram(cli, ['--root', site, '--port', String(port), '--quiet']);
    started.push(program);
    const isOpen = () =>
      open(port).then(
        (socket) => Boolean(socket.destroy()),
        () => false,
      );
    await eventually(isOpen, 'the port is open');
    const answer = exchange(port, requestFor('/api/v2/'));
    writePointer();
    expect(statusesOf(await answer)).toEqual([200]);
  });
});

describe('SIGTERM', () => {
  it('finishes the request in hand, takes no more, and ends with 0', async () => {
    const site = join(folder, 'slow-site');
    cpSync(root, site, { recursive: true });
    const packs = join(site, 'packs');
    const name = readdirSync(packs).find((file) => file.startsWith('default-parameters')) as string;
    const writePack = makeSlow(join(packs, name));
    const server = await start(site);
    const inHand = ask(`${server.origin}/api/v2/default-parameters`);
    await ask(`${server.origin}/api/v2/`);
    server.child.kill('SIGTERM');
    await eventually(
      () =>
        open(server.port).then(
          (socket) => socket.destroy() && false,
          () => true,
        ),
      'no more is taken',
    );
    expect(server.child.exitCode).toBeNull();
    writePack();
    const { status, body } = await inHand;
    expect([status, JSON.parse(body.toString()).results.at(-1)]).toEqual([200, 'gps-time']);
    expect(await server.exited).toBe(0);
  });

  it('with nothing in hand, ends at once, also where a client keeps its connection', async () => {
    const server = await start();
    await new Promise<void>((resolve, reject) => {
      httpGet(`${server.origin}/api/v2/`, { headers: { connection: 'keep-alive' } }, (response) => {
        response.resume().on('end', resolve);
      }).on('error', reject);
    });
    expect(await server.stop()).toBe(0);
  });
});
