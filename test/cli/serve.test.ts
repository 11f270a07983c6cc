/** The real program: how it starts, where it listens, and how it exits. */

import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get as httpGet } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { callCli } from '../support/call-cli.ts';
import { SMALL_DATA } from '../support/data-folders.ts';
import {
  ask,
  eventually,
  exchange,
  open,
  received,
  requestFor,
  type Server,
  SLOW_READS,
  spawnServe,
  startServer,
  statusesOf,
} from '../support/server.ts';

const cli = inject('cli');
const { root } = inject('shipped');
const folder = mkdtempSync(join(tmpdir(), 'stillwave-serve-'));
const started: { stop(): Promise<unknown> }[] = [];

afterAll(async () => {
  await Promise.all(started.map((program) => program.stop()));
  rmSync(folder, { recursive: true, force: true });
});

async function start(from = root, flags: string[] = [], nodeFlags: string[] = []): Promise<Server> {
  const server = await startServer(cli, from, flags, nodeFlags);
  started.push(server);
  return server;
}

describe('--base-url https://x.test/gw', () => {
  it('is in links, is the only prefix of the API, and comes before archive paths', async () => {
    const { origin } = await start(root, ['--base-url', 'https://x.test/gw/']);
    const { status, body } = await ask(`${origin}/gw/api/v2/event-versions`);
    expect(status).toBe(200);
    expect(JSON.parse(body.toString()).next).toBe('https://x.test/gw/api/v2/event-versions?format=api&page=2');
    expect((await ask(`${origin}/api/v2/event-versions`)).status).toBe(404);
    const redirect = await ask(`${origin}/gw/archive/data/O1/x.gwf`);
    expect([redirect.status, redirect.headers.location]).toEqual([302, 'https://gwosc.org/archive/data/O1/x.gwf']);
    expect((await ask(`${origin}/archive/data/O1/x.gwf`)).status).toBe(404);
  });

  it('an unusable base URL is wrong usage', async () => {
    const { status, stderr } = await callCli(['serve', '--site', root, '--port', '0', '--base-url', 'x.test']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('x.test')]);
  });
});

it('--compatibility for a site that is already built is wrong usage', async () => {
  const { status, stderr } = await callCli(['serve', '--site', root, '--port', '0', '--compatibility', 'service']);
  expect([status, stderr]).toEqual([2, expect.stringContaining('--compatibility')]);
});

describe('--log', () => {
  /** The log of a GET and a HEAD. */
  async function logOf(...flags: string[]): Promise<readonly string[]> {
    const server = await start(root, flags);
    const headers = {
      referer: 'https://x.test/"',
      'user-agent': 'a b',
      'x-forwarded-for': '10.9.9.9, 192.0.2.7, 127.0.0.1',
    };
    await fetch(`${server.origin}/api/v2/?a="b"`, { headers }).then((response) => response.text());
    await ask(`${server.origin}/nothing`, 'HEAD');
    await eventually(() => server.stdout().split('\n').length > 2, 'both requests are logged');
    return server.stdout().split('\n');
  }

  it('writes a line for each request in the combined log format', async () => {
    const [first, second] = await logOf('--log');
    expect(first).toMatch(
      /^127\.0\.0\.1 - - \[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000\] "GET \/api\/v2\/\?a=%22b%22 HTTP\/1\.1" 200 \d+ "https:\/\/x\.test\/\\x22" "a b"$/,
    );
    expect(second).toMatch(/"HEAD \/nothing HTTP\/1\.1" 404 \d+ "-" "-"$/);
  });

  it('writes JSON, with the client that a trusted proxy names', async () => {
    const [first = '', second = ''] = await logOf('--log', 'json', '--trust-proxy', '127.0.0.0/8', '::1');
    expect(JSON.parse(first)).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      client: '192.0.2.7',
      method: 'GET',
      target: '/api/v2/?a=%22b%22',
      protocol: 'HTTP/1.1',
      status: 200,
      bytes: expect.any(Number),
      ms: expect.any(Number),
      referer: 'https://x.test/"',
      user_agent: 'a b',
    });
    expect(JSON.parse(second)).toMatchObject({ client: '127.0.0.1', method: 'HEAD', status: 404 });
  });

  it('has a line for each request that cannot be parsed', async () => {
    const { port, stdout } = await start(root, ['--log', 'json']);
    const requests = [
      'GET /\u0001 HTTP/1.1\r\nHost: x\r\n\r\n',
      'BREW / HTTP/1.1\r\nHost: x\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    ];
    for (const request of requests) await exchange(port, request);
    await eventually(() => stdout().split('\n').length > requests.length, 'every request is logged');
    const lines = stdout().trimEnd().split('\n');
    const logged = lines.map((line) => JSON.parse(line));
    expect(logged.map(({ method, target, status }) => [method, target.slice(0, 30), status])).toEqual([
      ['', 'GET /\u0001 HTTP/1.1', 400],
      ['', 'BREW / HTTP/1.1', 400],
      ['', expect.any(String), 431],
    ]);
  });

  it.each([
    ['json', '"user_agent":"a\\u009bb"'],
    ['combined', '"a\\x9bb"'],
  ])('--log %s has no control characters', async (format, agent) => {
    const { port, stdout } = await start(root, ['--log', format]);
    await exchange(port, requestFor('/', 'GET', 'User-Agent: a\u009bb\r\n'));
    await eventually(() => stdout().endsWith('\n'), 'the request is logged');
    expect(stdout()).toContain(agent);
  });

  it.each(['localhost', '10.0.0.0/33', '10.0.0.0/8/8', ''])('--trust-proxy %j is wrong usage', async (proxy) => {
    const { status, stderr } = await callCli(['serve', '--site', root, '--port', '0', '--trust-proxy', proxy]);
    expect([status, stderr]).toEqual([2, expect.stringContaining('is not an address or a network')]);
  });
});

// The second test needs the site that the first one builds.
describe.sequential('--build', () => {
  const project = join(folder, 'project');
  cpSync(SMALL_DATA, join(project, 'data'), { recursive: true });
  const inProject = (port: number) => [
    '--build',
    '--compatibility',
    'service',
    '--data',
    join(project, 'data'),
    '--site',
    join(project, 'dist'),
    '--port',
    `${port}`,
  ];

  it('builds the site before it serves it, and says where its downloads link to', async () => {
    const program = spawnServe(cli, inProject(0));
    started.push(program);
    await eventually(() => program.stderr().includes('listening on'), 'it serves');
    expect(program.stdout()).toMatch(/^Built /);
    expect(`${program.stdout()}${program.stderr()}`.split('\n').length, 'lines on the screen').toBeLessThan(24);
    const [, origin] = /listening on (.*)\)/.exec(program.stderr()) ?? [];
    const { body } = await ask(`${origin}/api/v2/strain-files`);
    expect(JSON.parse(body.toString()).results[0].hdf5_url).toMatch(/\.hdf5$/);
    const note =
      'note: the files in downloads/ link to http://localhost:8000, the address that the site was built for\n';
    expect(program.stderr().split(/(?=note:)/)[1]).toBe(note);
    const same = await start(join(project, 'dist'), ['--base-url', 'http://localhost:8000']);
    expect(same.stderr()).not.toContain('note:');
  });

  it('builds the layout of the configuration, and keeps the page files of a site', async () => {
    const page = join(project, 'dist/api/v2/strain-files/_/20/1.json');
    expect(existsSync(page)).toBe(true);
    const config = join(project, 'pages.yaml');
    writeFileSync(config, 'layout: pages\n');
    const refused = spawnServe(cli, [...inProject(0), '--config', config]);
    started.push(refused);
    expect(await refused.exited).toBe(2);
    expect(refused.stderr()).toBe(
      `error: ${config} says "layout: pages", but "serve" answers from packs. Write "layout: both"\n`,
    );
    expect(existsSync(page)).toBe(true);
  });

  it('checks that the port is free before it builds', async () => {
    const { port } = await start();
    rmSync(join(project, 'dist'), { recursive: true, force: true });
    const { status, stderr } = await callCli(['serve', ...inProject(port)]);
    expect([status, stderr]).toEqual([2, expect.stringContaining('is in use. Choose another one with --port')]);
    expect(existsSync(join(project, 'dist'))).toBe(false);
  });
});

describe('a clear error and exit status 2', () => {
  it('for a port in use', async () => {
    const { port } = await start();
    const program = spawnServe(cli, ['--site', root, '--port', String(port)]);
    started.push(program);
    expect(await program.exited).toBe(2);
    expect(program.stderr()).toBe(`error: port ${port} on 127.0.0.1 is in use. Choose another one with --port\n`);
    expect(program.stderr()).not.toContain('    at ');
  });

  it.each([
    ['no release', [], 'there is no usable release in'],
    ['a pointer that is cut short', ['cut'], 'there is no usable release in'],
    ['page files only', ['pages'], 'page files only'],
  ])('for a folder with %s', async (_, [kind], message) => {
    const site = join(folder, `site-${kind}`);
    if (kind === 'pages') {
      await callCli(['build', '--site', site, '--data', SMALL_DATA, '--layout', 'pages', '--quiet']);
    } else {
      cpSync(join(root, 'release.json'), join(site, 'x.json'));
      if (kind === 'cut')
        writeFileSync(join(site, 'release.json'), readFileSync(join(root, 'release.json')).subarray(9));
    }
    const program = spawnServe(cli, ['--site', site, '--port', '0']);
    started.push(program);
    expect(await program.exited).toBe(2);
    expect(program.stderr()).toContain(message);
  });
});

/** With SLOW_READS, makes reads of the file block until the returned function is called. */
function makeSlow(path: string): () => void {
  writeFileSync(`${path}.slow`, '');
  return () => rmSync(`${path}.slow`);
}

describe('starting', () => {
  it('requests that arrive before the release is read wait for it', async () => {
    const { port } = await start();
    await started.pop()?.stop();
    const site = join(folder, 'slow-start');
    cpSync(root, site, { recursive: true });
    const writePointer = makeSlow(join(site, 'release.json'));
    const program = spawnServe(cli, ['--site', site, '--port', String(port), '--quiet'], SLOW_READS);
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

describe('a busy server', () => {
  /** The number of connections that the kernel queues for a server that has not accepted them yet. */
  const most = process.platform === 'linux' ? Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8')) : 0;
  const COUNT = 600;
  if (most < COUNT) console.warn(`the system queues ${most} connections: more of them than Node's 511 are not tested`);

  it.runIf(most >= COUNT)(
    'answers 600 connections that were opened at once while it could not accept any',
    async () => {
      const { child, port } = await start();
      child.kill('SIGSTOP');
      const sockets: Socket[] = [];
      try {
        let connected = 0;
        for (let n = 0; n < COUNT; n++) sockets.push(connect(port, '127.0.0.1', () => connected++));
        await eventually(() => connected === COUNT, 'all are connected');
      } finally {
        child.kill('SIGCONT');
      }
      const texts = sockets.map((socket) => received(socket));
      for (const socket of sockets) socket.write(requestFor('/api/v2/runs'));
      expect((await Promise.all(texts)).map(statusesOf)).toEqual(sockets.map(() => [200]));
    },
  );
});

describe('SIGTERM', () => {
  it('finishes the current request, accepts no more, and exits with 0', async () => {
    const site = join(folder, 'slow-site');
    cpSync(root, site, { recursive: true });
    const packs = join(site, 'packs');
    const name = readdirSync(packs).find((file) => file.startsWith('default-parameters')) as string;
    const writePack = makeSlow(join(packs, name));
    const server = await start(site, [], SLOW_READS);
    const unused = received(await open(server.port));
    const inHand = ask(`${server.origin}/api/v2/default-parameters`);
    await ask(`${server.origin}/api/v2/`);
    server.child.kill('SIGTERM');
    await unused;
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

  it('without requests in progress, exits immediately, even if a client keeps its connection open', async () => {
    const server = await start();
    await new Promise<void>((resolve, reject) => {
      httpGet(`${server.origin}/api/v2/`, { headers: { connection: 'keep-alive' } }, (response) => {
        response.resume().on('end', resolve);
      }).on('error', reject);
    });
    expect(await server.stop()).toBe(0);
  });
});
