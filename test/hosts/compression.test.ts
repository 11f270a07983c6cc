/** Compression by the Node host: when it is used, ETags, headers for caches, and the cache of compressed bodies. */

import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openPack } from '../../src/core/listing/pack.ts';
import type { Release } from '../../src/core/release/release.ts';
import { acceptsCoding, createCompression } from '../../src/hosts/node/compression.ts';
import { answer } from '../support/answer.ts';
import { bodyOf, createMemorySite, openFrom, portsOf, request } from '../support/memory-site.ts';
import { withReadPack } from '../support/sample-release.ts';

const LONG = '/gw/api/v2/strain-files';
const SHORT = '/gw/api/v2/event-versions/GW2-v2';
const GZIP = { 'accept-encoding': 'gzip' };

const memorySite = await createMemorySite();
const release = openFrom(memorySite);
const ports = portsOf(memorySite.files);

function open({ cacheBytes = 2 ** 20, at = release as Release } = {}) {
  const compress = createCompression(cacheBytes);
  return (url: string, headers: Record<string, string>, method = 'GET') =>
    compress(request(url, headers, method), (plain) => answer(plain, at, ports));
}
const ask = open();

describe('a body', () => {
  it.each([
    ['gzip', true],
    ['br;q=0, gzip', true],
    ['*', true],
    ['gzip;q=0', false],
    ['identity', false],
    ['', false],
  ])('is compressed for Accept-Encoding "%s": %s', async (accepted, isCoded) => {
    const plain = await ask(LONG, {});
    const response = await ask(LONG, { 'accept-encoding': accepted });
    expect(response.headers['content-encoding']).toBe(isCoded ? 'gzip' : undefined);
    expect(response.headers.vary).toBe('Accept, Accept-Encoding');
    expect(response.headers.etag).toBe(plain.headers.etag?.replace(/"$/, isCoded ? '-gzip"' : '"'));
    expect(response.headers['content-length']).toBe(String(response.body.length));
    expect(isCoded ? gunzipSync(response.body).toString() : bodyOf(response)).toBe(bodyOf(plain));
  });

  it('has the headers of GET for HEAD, except the length, which is unknown without compressing', async () => {
    const { 'content-length': _, ...others } = (await ask(LONG, GZIP)).headers;
    const { status, headers, body } = await ask(LONG, GZIP, 'HEAD');
    expect([status, headers, body.length]).toEqual([200, others, 0]);
    expect((await ask(SHORT, GZIP, 'HEAD')).headers['content-length']).toBeDefined();
  });

  it('is matched by its own tag, and by the tag of the plain body', async () => {
    const { etag: plain = '' } = (await ask(LONG, {})).headers;
    const coded = plain.replace(/"$/, '-gzip"');
    for (const method of ['GET', 'HEAD']) {
      const response = await ask(LONG, { ...GZIP, 'if-none-match': `"other", ${coded}` }, method);
      expect([response.status, response.body.length, response.headers.etag]).toEqual([304, 0, coded]);
      expect(response.headers.vary).toBe('Accept, Accept-Encoding');
      expect(response.headers['content-length']).toBeUndefined();
    }
    const response = await ask(LONG, { ...GZIP, 'if-none-match': plain });
    expect([response.status, response.headers.etag]).toEqual([304, plain]);
    expect((await ask(LONG, { 'if-none-match': coded })).status).toBe(200);
    expect((await ask(LONG, { 'accept-encoding': 'br', 'if-none-match': coded })).status).toBe(200);
  });

  it('is compressed for OPTIONS and the home page too, but not in a refusal', async () => {
    expect((await ask('/gw/api/v2/event-versions', GZIP, 'OPTIONS')).headers['content-encoding']).toBe('gzip');
    const refused = await ask('/gw/nothing', GZIP);
    expect([refused.headers['content-encoding'], refused.headers.vary]).toEqual([undefined, 'Accept']);
  });

  it('is compressed from 1024 bytes on; shorter ones vary by coding too', async () => {
    const headersOf = async (size: number) => {
      // The requested record is the second line of its pack.
      const lines = new TextEncoder().encode(`\n${'1'.repeat(size)}\n`);
      const readPack = async () => openPack(lines, { baseUrl: '', recordEnding: '' });
      return (await open({ at: withReadPack(release, readPack) })(SHORT, GZIP)).headers;
    };
    expect((await headersOf(1023))['content-encoding']).toBeUndefined();
    expect((await headersOf(1023)).vary).toBe('Accept, Accept-Encoding');
    expect((await headersOf(1024))['content-encoding']).toBe('gzip');
  });

  it('of a download is never compressed', async () => {
    const path = 'downloads/event-versions.csv';
    const bytes = new TextEncoder().encode('x'.repeat(5000));
    const downloads = { [path]: { size: 5000, sha256: 'ab'.repeat(32) } };
    memorySite.files.set(path, bytes);
    const at = openFrom({ ...memorySite, data: { ...memorySite.data, downloads } });
    const response = await createCompression(0)(request(`/gw/${path}`, GZIP, 'HEAD'), (plain) =>
      answer(plain, at, ports),
    );
    expect([response.headers.vary, response.headers['content-length']]).toEqual(['Accept', '5000']);
  });
});

describe('the cache', () => {
  it('keeps compressed bodies, each in a buffer of its own size', async () => {
    const { body } = await ask(LONG, GZIP);
    expect((await ask(LONG, GZIP)).body).toBe(body);
    expect(body.buffer.byteLength).toBe(body.length);
  });

  it('evicts the least recently used first', async () => {
    const urls = [1, 2, 3].map((page) => `${LONG}?page=${page}`);
    const [a, b, c] = urls as [string, string, string];
    // The cache adds 256 bytes for each body.
    const size = (await ask(a, GZIP)).body.length + 300;
    const small = open({ cacheBytes: 2 * size });
    const [first, second] = [(await small(a, GZIP)).body, (await small(b, GZIP)).body];
    expect((await small(a, GZIP)).body).toBe(first);
    await small(c, GZIP);
    expect((await small(a, GZIP)).body).toBe(first);
    expect((await small(b, GZIP)).body).not.toBe(second);
  });

  it('keeps nothing without room', async () => {
    const none = open({ cacheBytes: 0 });
    expect((await none(LONG, GZIP)).body).not.toBe((await none(LONG, GZIP)).body);
  });
});

describe('Accept-Encoding: a weight above 0, or *', () => {
  it.each([
    ['gzip', true],
    ['GZIP', true],
    ['gzip, br', true],
    ['br, gzip', true],
    ['br;q=1, gzip;q=0.001', true],
    ['gzip;q=0', false],
    ['gzip;q=0.000', false],
    ['gzip; q=0', false],
    ['gzip ; q=1', true],
    ['*', true],
    ['*;q=0', false],
    ['*;q=0, gzip', true],
    ['gzip, *;q=0', true],
    ['*, gzip;q=0', false],
    ['gzip;q=0, *', false],
    ['br, *;q=0.5', true],
    ['', false],
    ['identity', false],
    ['br', false],
    ['x-gzip', false],
    ['gzipx', false],
    ['gzip;x=1;q=0', false],
    ['gzip;x=1', true],
    ['gzip;q=nonsense', false],
  ])('%j accepts gzip: %s', (acceptEncoding, out) => {
    expect(acceptsCoding(acceptEncoding, 'gzip')).toBe(out);
  });
});
