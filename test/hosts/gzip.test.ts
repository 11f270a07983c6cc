/** The cache of compressed bodies in the Node host, and when it compresses at all. */

import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSite, type Site } from '../../src/core/handler/site.ts';
import { sha256 } from '../../src/fs/hash.ts';
import { createGzip } from '../../src/hosts/node/gzip.ts';
import { buildPacks } from '../support/built-site.ts';
import { SMALL_DATA } from '../support/data-folders.ts';

const body = (text: string) => new TextEncoder().encode(text.repeat(2000));

describe('createGzip', () => {
  it('returns the same bytes for the same hash', async () => {
    const gzip = createGzip(2 ** 20);
    const first = await gzip(body('a'), 'hash a');
    expect(gunzipSync(first).equals(body('a'))).toBe(true);
    expect(await gzip(body('a'), 'hash a')).toBe(first);
    expect(await gzip(body('a'), 'another')).not.toBe(first);
  });

  it('keeps no buffer larger than its bytes', async () => {
    const coded = await createGzip(2 ** 20)(body('a'), 'a');
    expect(coded.buffer.byteLength).toBe(coded.length);
  });

  it('evicts the least recently used first', async () => {
    // Each compressed body is smaller than 50 bytes, and the cache adds 256 bytes for each.
    const gzip = createGzip(700);
    const [a, b] = [await gzip(body('a'), 'a'), await gzip(body('b'), 'b')];
    expect(await gzip(body('a'), 'a')).toBe(a);
    await gzip(body('c'), 'c');
    expect(await gzip(body('a'), 'a')).toBe(a);
    expect(await gzip(body('b'), 'b')).not.toBe(b);
  });

  it('keeps nothing without room', async () => {
    const gzip = createGzip(0);
    expect(await gzip(body('a'), 'a')).not.toBe(await gzip(body('a'), 'a'));
  });
});

describe('a body', () => {
  const root = mkdtempSync(join(tmpdir(), 'stillwave-gzip-'));
  let site: Site;
  let made = 0;
  beforeAll(async () => {
    await buildPacks(SMALL_DATA, root);
    site = createSite({
      readFile: (path) => readFile(join(root, path)),
      sha256,
      codings: {
        gzip: (plain, hash) => {
          expect(hash).toBe(sha256(plain));
          made++;
          return plain.subarray(0, 10);
        },
      },
    });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const ask = async (method: string, headers: Record<string, string> = {}) => {
    made = 0;
    const all: Record<string, string> = { 'accept-encoding': 'gzip', ...headers };
    const response = await site.respond({ method, url: '/api/v2/strain-files', header: (name) => all[name] });
    return { ...response, made };
  };

  it('is compressed for GET', async () => {
    expect(await ask('GET')).toMatchObject({ status: 200, made: 1, headers: { 'content-length': '10' } });
  });

  it('is not compressed for HEAD, which has the headers of GET except the unknown length', async () => {
    const { headers: full } = await ask('GET');
    const { 'content-length': _, ...others } = full;
    const { status, headers, body, made: coded } = await ask('HEAD');
    expect([status, headers, body.length, coded]).toEqual([200, others, 0, 0]);
  });

  it('is not compressed if the client has its ETag', async () => {
    const { etag = '' } = (await ask('GET')).headers;
    expect(etag).toMatch(/-gzip"$/);
    for (const method of ['GET', 'HEAD']) {
      expect(await ask(method, { 'if-none-match': etag })).toMatchObject({ status: 304, made: 0 });
    }
  });

  it('that is not compressed has a known length for HEAD', async () => {
    const { headers } = await ask('HEAD', { 'accept-encoding': 'identity' });
    expect(Number(headers['content-length'])).toBeGreaterThan(1000);
  });
});
