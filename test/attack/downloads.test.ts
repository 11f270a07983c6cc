/** Downloads from `serve`: paths that lead elsewhere, all kinds of ranges, and clients that never read the response. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { memoryMb } from '../support/process-use.ts';
import { bodyOf, exchange, open, requestFor, type Server, startServer, statusesOf } from '../support/server.ts';

const { root } = inject('partial');
const NAME = 'downloads/event-versions.csv';
const LARGE = 'downloads/catalogue.json';
const whole = readFileSync(join(root, NAME)).toString('latin1');

let server: Server;
beforeAll(async () => {
  server = await startServer(inject('cli'), root, ['--base-url', 'http://user.example/gw']);
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

const ask = (target: string, headers = '', method = 'GET') =>
  exchange(server.port, requestFor(target, method, headers));

describe('a path', () => {
  it.each([
    '/gw/downloads',
    '/gw/downloads/',
    '/gw/downloads/..',
    '/gw/downloads/../release.json',
    '/gw/downloads/../downloads/event-versions.csv',
    '/gw/downloads/%2e%2e/manifest.json',
    '/gw/downloads/%2e%2e%2f%2e%2e%2fdata/catalogs.yaml',
    '/gw/downloads//event-versions.csv',
    '/gw//downloads/event-versions.csv',
    '/gw/downloads/event-versions.csv/',
    '/gw/downloads/event-versions.csv/..',
    '/gw/downloads/event-versions.csv%00',
    '/gw/downloads/event-versions.csv%00.json',
    '/gw/downloads/EVENT-VERSIONS.CSV',
    '/gw/downloads/__proto__',
    '/gw/downloads/constructor',
    '/gw/__proto__',
    '/gw/toString',
    '/gw/.stillwave/commit.json',
    '/gw/\\downloads\\event-versions.csv',
    '/downloads/event-versions.csv',
    '//downloads/event-versions.csv',
    '/gw/downloads/event-versions.csv;x',
    '/gw/etc/passwd',
  ])('%s is not a download', async (target) => {
    expect(statusesOf(await ask(target))).toEqual([404]);
  });

  it.each([`/gw/${NAME}`, `/gw/${NAME}?x=../../y`, `http://evil.example/gw/${NAME}`, `/gw/${NAME}?%00`])(
    '%s is a download',
    async (target) => {
      const answer = await ask(target);
      expect(statusesOf(answer)).toEqual([200]);
      expect(bodyOf(answer)).toBe(whole);
    },
  );
});

describe('a range', () => {
  it.each([
    'bytes=0-0',
    'bytes=-1',
    'bytes=5-',
    'bytes=0-99999999999999999999',
    'bytes=99999999999-',
    'bytes=-0',
    'bytes=9-1',
    'bytes=-99999999999',
    'bytes=0-0,2-2,4-4',
    `bytes=${'0-,'.repeat(3000)}0-`,
    `bytes=${Array.from({ length: 1500 }, (_, n) => `${n}-${n}`).join(',')}`,
    'bytes=a-b',
    'bytes=1e3-',
    'bytes=0x1-',
    'lines=0-1',
    'bytes',
    'bytes=',
    '=0-1',
  ])('%s gives bytes of the file, or none', async (range) => {
    const answer = await ask(`/gw/${NAME}`, `Range: ${range}\r\n`);
    const [status] = statusesOf(answer);
    expect([200, 206, 416]).toContain(status);
    const body = bodyOf(answer);
    if (status === 200) expect(body).toBe(whole);
    if (status !== 206) return;
    const [, from, to, size] = /content-range: bytes (\d+)-(\d+)\/(\d+)/i.exec(answer) ?? [];
    expect(Number(size)).toBe(whole.length);
    expect(body).toBe(whole.slice(Number(from), Number(to) + 1));
  });
});

it('200 clients that never read a large file do not block others or use memory', async () => {
  const size = readFileSync(join(root, LARGE)).length;
  expect(size).toBeGreaterThan(1_000_000);
  const before = memoryMb(server.child.pid, 'now');
  const sockets = await Promise.all(Array.from({ length: 200 }, () => open(server.port)));
  for (const socket of sockets)
    socket
      .on('error', () => {})
      .pause()
      .write(requestFor(`/gw/${LARGE}`).replace('Connection: close\r\n', '').repeat(20));
  for (let n = 0; n < 20; n++) expect(statusesOf(await ask('/gw/api/v2/runs'))).toEqual([200]);
  expect(memoryMb(server.child.pid, 'now') - before).toBeLessThan(200);
  for (const socket of sockets) socket.destroy();
});
