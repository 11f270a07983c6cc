/**
 * HTTP itself on hosts with rewrite rules, using the real programs: targets in absolute form, conditions and ranges, methods, and
 * ids of maximum length. Alone, and with a request handler behind them.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { SMALL_DATA } from '../support/data-folders.ts';
import { CONFIG, isInstalled, startRuleHost } from '../support/hosts/rule-hosts.ts';
import { APACHE, CADDY, NGINX } from '../support/hosts/rule-programs.ts';
import { freePort, isAvailable, type Program, startProgram } from '../support/programs.ts';
import { bodyOf, exchange, requestFor, statusesOf } from '../support/server.ts';

const NAME = `GW${'9'.repeat(98)}`;
const CATALOG = `C${'x'.repeat(99)}`;

const folder = mkdtempSync(join(tmpdir(), 'stillwave-protocol-'));
const root = join(folder, 'site');
let handler: Program;

beforeAll(async () => {
  const data = join(folder, 'data');
  cpSync(SMALL_DATA, data, { recursive: true });
  // JSON is YAML.
  const catalogs = ['GWTC-2', 'GWTC-1', CATALOG].map((name) => ({ name, description: 'A catalog.' }));
  writeFileSync(join(data, 'catalogs.yaml'), JSON.stringify({ catalogs }));
  const version = { name: NAME, version: 1, gps: 1126259462.4, detectors: ['H1'] };
  const text = JSON.stringify({ catalog: CATALOG, event_versions: [version] });
  writeFileSync(join(data, 'event-versions', `${CATALOG}.yaml`), text);
  const { baseUrl, archiveUrl, enumerate } = CONFIG;
  writeFileSync(
    join(folder, 'config.yaml'),
    JSON.stringify({ baseUrl, archiveUrl, enumerate: { pageSizes: enumerate.pageSizes } }),
  );
  const flags = ['--quiet', '--compress', '--data', data, '--site', root, '--config', join(folder, 'config.yaml')];
  execFileSync(process.execPath, [inject('cli'), 'build', ...flags]);
  const origin = `http://127.0.0.1:${await freePort()}`;
  const serve = ['serve', '--quiet', '--site', root, '--port', new URL(origin).port, '--base-url', baseUrl];
  handler = await startProgram(process.execPath, [inject('cli'), ...serve], origin);
});
afterAll(async () => {
  await handler?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number | undefined;
  readonly names: readonly string[];
  readonly type: string;
  readonly location: string | undefined;
  readonly cacheControl: string | undefined;
  readonly body: string;
}

async function ask(origin: string, target: string, method = 'GET', headers = ''): Promise<Answer> {
  const text = await exchange(Number(new URL(origin).port), requestFor(target, method, headers));
  const lines = text.slice(0, text.indexOf('\r\n\r\n')).split('\r\n').slice(1);
  const isChunked = lines.some((line) => /^transfer-encoding: chunked$/i.test(line));
  return {
    status: statusesOf(text)[0],
    names: lines.map((line) => line.slice(0, line.indexOf(':')).toLowerCase()).sort(),
    type: /^content-type: (.*)$/im.exec(lines.join('\n'))?.[1] ?? '',
    location: /^location: (.*)$/im.exec(lines.join('\n'))?.[1],
    cacheControl: /^cache-control: (.*)$/im.exec(lines.join('\n'))?.[1],
    body: isChunked ? bodyOf(text).replace(/(^|\r\n)[0-9a-f]+\r\n/g, '') : bodyOf(text),
  };
}

const HOSTS = [NGINX, CADDY, APACHE].flatMap((ruleHost) => [
  { ruleHost, name: ruleHost.host.name, isAlone: true },
  { ruleHost, name: `${ruleHost.host.name} with an upstream`, isAlone: false },
]);
const ERRORS_KEPT = 'public, max-age=10';
const STRAIN_FILES = '/gw/api/v2/strain-files';

describe.each(HOSTS)('$name', ({ ruleHost, isAlone }) => {
  const isThere = isAvailable(ruleHost.program, isInstalled(ruleHost.program));
  const own = mkdtempSync(join(tmpdir(), 'stillwave-protocol-host-'));
  let program: Program;
  beforeAll(async () => {
    if (isThere) program = await startRuleHost(ruleHost, root, own, { upstream: isAlone ? null : handler.origin });
  });
  afterAll(async () => {
    await program?.stop();
    rmSync(own, { recursive: true, force: true });
  });

  describe.runIf(isThere)('a target in absolute form', () => {
    it.each([
      STRAIN_FILES,
      `${STRAIN_FILES}?page=2&detector=H1`,
      '/gw/api/v2/event-versions/GW150914-v3',
      '/gw/api/v2/runs/O1/strain-files',
      '/gw/api/v2/event-versions/nothing',
      '/gw/api/v2//strain-files',
      '/gw/api/v2/./strain-files',
      '/gw/nothing',
      '/gw/',
      '/gw',
      '/gw/archive/data/O1/x.gwf',
      `${STRAIN_FILES}?pagesize=7`,
      `${STRAIN_FILES}?start=1126256640`,
    ])('%s', async (target) => {
      const plain = await ask(program.origin, target);
      for (const origin of ['http://user.example', 'http://evil.example:1', 'HTTPS://Evil.example']) {
        expect(await ask(program.origin, `${origin}${target}`)).toEqual(plain);
      }
    });

    it.each([
      'http://@evil.example/gw',
      'http://evil.example',
      'http://http://x/gw',
      'ftp://evil.example/gw',
      '@evil.example',
      'x:1',
    ])('never a server error: %s', async (target) => {
      const { status } = await ask(program.origin, `${target}/api/v2/strain-files?pagesize=7`);
      expect(status).toBeLessThan(500);
    });
  });

  describe.runIf(isThere)('conditions and ranges', () => {
    it.each([
      ['a tag that is not the one', 'If-Match: "x"\r\n'],
      ['a day before', 'If-Unmodified-Since: Mon, 01 Jan 2001 00:00:00 GMT\r\n'],
      ['a range beyond the end', 'Range: bytes=99999999-\r\n'],
      ['a part', 'Range: bytes=0-9\r\n'],
      ['a part if the tag is the one', 'If-Range: "x"\r\nRange: bytes=0-9\r\n'],
    ])('%s: the whole file, or an error with the lifetime of errors', async (_, headers) => {
      const plain = await ask(program.origin, STRAIN_FILES);
      for (const method of ['GET', 'HEAD']) {
        const { status, names, cacheControl, body } = await ask(program.origin, STRAIN_FILES, method, headers);
        expect(names.filter((name, index) => name === names[index + 1])).toEqual([]);
        expect([200, 412]).toContain(status);
        expect(cacheControl).toBe(status === 200 ? plain.cacheControl : ERRORS_KEPT);
        if (method === 'GET') expect(status === 200 ? body === plain.body : 'detail' in JSON.parse(body)).toBe(true);
      }
    });

    /** Statuses whose body cannot be set in a configuration: it is empty or a line of text. */
    const OWN_BODIES: Readonly<Record<string, readonly number[]>> = { caddy: [412, 416], apache: [412] };

    it.each([
      ['If-Match: "x"\r\n', 'GET', 412],
      ['Range: bytes=99999999-\r\n', 'GET', 416],
      ['If-Match: "x"\r\n', 'HEAD', 412],
      ['Range: bytes=99999999-\r\n', 'HEAD', 416],
      ['', 'DELETE', 405],
    ])('files refuse %j %s with %d, which has the lifetime of errors', async (headers, method, refused) => {
      const [pack] = readdirSync(join(root, 'packs'));
      for (const path of ['downloads/event-versions.csv', `packs/${pack}`, 'release.json']) {
        const { status, names, type, cacheControl, body } = await ask(program.origin, `/gw/${path}`, method, headers);
        expect([path, status, cacheControl]).toEqual([path, refused, ERRORS_KEPT]);
        expect(names.filter((name, index) => name === names[index + 1])).toEqual([]);
        const isOwn = OWN_BODIES[ruleHost.host.name]?.includes(refused) === true;
        if (isOwn)
          expect([type, body]).toEqual([expect.not.stringContaining('html'), expect.not.stringContaining('<')]);
        else expect(type).toBe('application/json');
        if (!isOwn && method !== 'HEAD') expect(JSON.parse(body)).toHaveProperty('detail');
      }
    });

    it('only nginx and Apache check the dates of files', async () => {
      const path = '/gw/downloads/event-versions.csv';
      const date = (await fetch(program.origin + path)).headers.get('last-modified');
      const before = 'Mon, 01 Jan 2001 00:00:00 GMT';
      const since = await ask(program.origin, path, 'GET', `If-Modified-Since: ${date}\r\n`);
      const unmodified = await ask(program.origin, path, 'GET', `If-Unmodified-Since: ${before}\r\n`);
      expect([since.status, unmodified.status]).toEqual(ruleHost === CADDY ? [200, 200] : [304, 412]);
    });

    it('a refusal stays a refusal under any conditions', async () => {
      const headers = 'If-Match: "x"\r\nRange: bytes=99999999-\r\nIf-None-Match: *\r\n';
      expect(await ask(program.origin, '/gw/nothing', 'GET', headers)).toMatchObject({
        status: 404,
        cacheControl: ERRORS_KEPT,
        body: '{"detail":"Not found."}',
      });
    });
  });

  it.runIf(isThere).each([
    ['TRACE', STRAIN_FILES, 405],
    ['TRACE', '/gw/nothing', 404],
    ['TRACE', '/gw/api/v2/event-versions/nothing', 404],
    ['TRACE', '/gw/api/v2/event-versions/GW150914-v3', 405],
    ['TRACE', '/gw/%2e%2e/nothing', 400],
    ['TRACE', '/nothing', 404],
    ['PROPFIND', '/gw/nothing', 404],
    ['GET', '/gw/api/v2/_errors/404.json/', 404],
    ['GET', '/gw/api/v2/_errors/404.json', 404],
    ['GET', '/gw/api/v2/runs/_/20/1.json', 404],
    ['GET', '//gw/release.json', 400],
    ['DELETE', '/gw/release.json', 405],
    ['POST', '/gw/packs/nothing.ndjson', 404],
    ['TRACE', '/gw/release.json', 405],
  ])('%s %s: %d', async (method, target, status) => {
    const answer = await ask(program.origin, target, method);
    // With an upstream, its response counts; but nginx always, and the others with an upstream, may refuse TRACE themselves.
    const expected = isAlone ? status : (await ask(handler.origin, target, method)).status;
    const keepsTrace = method === 'TRACE' && (!isAlone || ruleHost === NGINX);
    const statuses = keepsTrace ? [expected, 405] : [expected];
    expect(statuses).toContain(answer.status);
    expect(answer.cacheControl).toBe(ERRORS_KEPT);
    expect(answer.names.filter((name, index) => name === answer.names[index + 1])).toEqual([]);
  });

  it.runIf(isThere)('sends each header of a compressed copy once', async () => {
    const { names } = await ask(program.origin, '/gw/api/v2/runs', 'GET', 'Accept-Encoding: gzip\r\n');
    expect(names).toEqual(expect.arrayContaining(['content-encoding', 'vary']));
    expect(names.filter((name, index) => name === names[index + 1])).toEqual([]);
  });

  it.runIf(isThere)('exposes exactly the headers that it sends', async () => {
    const range = await ask(program.origin, '/gw/downloads/event-versions.csv', 'GET', 'Range: bytes=0-9\r\n');
    const { headers } = await fetch(`${program.origin}/gw/api/v2/runs`);
    const exposed = headers.get('access-control-expose-headers')?.toLowerCase().split(', ') ?? [];
    expect(range.status).toBe(206);
    expect(exposed).toContain('etag');
    const whole = await ask(program.origin, '/gw/downloads/event-versions.csv');
    expect(exposed.filter((name) => ![...range.names, ...whole.names].includes(name))).toEqual([]);
    expect(headers.get('vary')?.replace(/, */g, ', ')).toBe('Accept, Accept-Encoding');
  });

  it.runIf(isThere).each(['', '?', '?format=api', '?&', '?a?', '??', '?a=%20&'])(
    'a redirect has the query of the request: %j',
    async (query) => {
      const path = '/archive/data/O1/1126170624/H-H1_LOSC_4_V1-1126256640-4096.gwf';
      const expected = await ask(handler.origin, `/gw${path}${query}`);
      expect(await ask(program.origin, `/gw${path}${query}`)).toMatchObject({
        status: 302,
        location: `https://archive.example${path}${query === '?' ? '' : query}`,
        cacheControl: expected.cacheControl,
      });
      expect(expected.location).toBe(`https://archive.example${path}${query === '?' ? '' : query}`);
    },
  );

  it.runIf(isThere)('a body of 2 MB does not change the response', async () => {
    const body = 'x'.repeat(2_000_000);
    const request = `POST ${STRAIN_FILES} HTTP/1.1\r\nHost: user.example\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expect(statusesOf(await exchange(Number(new URL(program.origin).port), request))).toEqual([405]);
  });

  describe.runIf(isThere)('ids', () => {
    it.each([
      `event-versions/${NAME}`,
      `event-versions/${NAME}-v1`,
      `event-versions/${NAME}@${CATALOG}`,
      `event-versions/${NAME}%40${CATALOG}`,
      `events/${NAME}`,
      `catalogs/${CATALOG}`,
      `catalogs/${CATALOG}/events`,
      `event-versions/${NAME}-v1/parameters`,
      `event-versions?release=${CATALOG}`,
    ])('of maximum length: %s', async (path) => {
      const target = `/gw/api/v2/${path}`;
      const { status, body } = await ask(handler.origin, target);
      expect(status).toBe(200);
      expect(await ask(program.origin, target)).toMatchObject({ status, body });
    });

    it.each([209, 210, 211, 300])('%d characters: 404', async (length) => {
      for (const path of [`event-versions/${'x'.repeat(length)}`, `catalogs/${'x'.repeat(length)}/events`]) {
        expect(await ask(program.origin, `/gw/api/v2/${path}`)).toMatchObject({
          status: 404,
          cacheControl: ERRORS_KEPT,
        });
      }
    });
  });
});
