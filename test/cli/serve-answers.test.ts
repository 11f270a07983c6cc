/** Responses of the real program on a real socket. */

import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ask, exchange, requestFor, type Server, startServer, statusesOf } from '../support/server.ts';

let server: Server;
afterAll(() => server.stop());

const releaseId = readFileSync(join(inject('shipped').root, 'release.txt'), 'utf8').trim();

/** Without the headers that Node adds. */
const ownHeaders = ({ date: _, connection: __, ...own }: IncomingHttpHeaders) => own;

describe('responds', () => {
  let origin: string;
  beforeAll(async () => {
    server = await startServer(inject('cli'), inject('shipped').root);
    origin = server.origin;
  });

  const LISTING = '/api/v2/strain-files?detector=H1&pagesize=50&page=2';

  it('200 with every header of the contract; links contain its own address', async () => {
    const { status, headers, body } = await ask(`${origin}${LISTING}`);
    expect(status).toBe(200);
    expect(ownHeaders(headers)).toStrictEqual({
      allow: 'GET, HEAD, OPTIONS',
      'content-type': 'application/json',
      vary: 'Accept, Accept-Encoding',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag, Link, Stillwave-Ignored, Stillwave-Release',
      'stillwave-release': releaseId,
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

  it('gzip if it is accepted, with its own tag', async () => {
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

  it('OPTIONS: the headers for a preflight, and a description', async () => {
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
      'access-control-expose-headers': 'ETag, Link, Stillwave-Ignored, Stillwave-Release',
      'stillwave-release': releaseId,
      'content-length': String(body.length),
    });
  });

  it('release.txt: the id that every API response names, which caches must revalidate', async () => {
    const { status, headers, body } = await ask(`${origin}/release.txt`);
    expect([status, body.toString()]).toEqual([200, `${releaseId}\n`]);
    expect(headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' });
    const named = await Promise.all(
      ['/api/v2/', '/api/v2/runs', '/api/v2/runs/O1', '/api/v2/x', '/eventapi/json/'].map((path) => ask(origin + path)),
    );
    expect(named.map((answer) => answer.headers['stillwave-release'])).toEqual(Array(5).fill(releaseId));
  });

  it('302 to the archive', async () => {
    const path = '/archive/data/O1/1126170624/H-H1_LOSC_4_V1-1126256640-4096.hdf5';
    const { status, headers, body } = await ask(`${origin}${path}?format=api`);
    expect([status, headers.location, body.length]).toEqual([302, `https://gwosc.org${path}?format=api`, 0]);
  });

  it('/: a page with a link to the API', async () => {
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
  ])('404 for a path that leads out of the site: %s', async (target) => {
    const port = Number(new URL(origin).port);
    const answer = await exchange(port, requestFor(target));
    expect(statusesOf(answer)).toEqual([404]);
    expect(answer.endsWith('{"detail":"Not found."}')).toBe(true);
  });

  it('400 for a request line with a NUL', async () => {
    const port = Number(new URL(origin).port);
    expect(statusesOf(await exchange(port, requestFor('/api/v2/\0')))).toEqual([400]);
  });
});
