/** Content codings: when they are used, their ETags, and headers for caches. */

import { beforeAll, describe, expect, it } from 'vitest';
import type { Ports } from '../../../src/core/handler/ports.ts';
import type { Release } from '../../../src/core/handler/release.ts';
import { openPack } from '../../../src/core/listing/pack.ts';
import { answer } from '../../support/answer.ts';
import { bodyOf, createMemorySite, openFrom, portsOf, request } from '../../support/memory-site.ts';

const LONG = '/gw/api/v2/strain-files';
const SHORT = '/gw/api/v2/event-versions/GW2-v2';

let release: Release;
let ports: Ports;

/** Codings whose output shows their name and the length of the input. */
const fake = (name: string) => async (body: Uint8Array) => new TextEncoder().encode(`${name}:${body.length}`);

beforeAll(async () => {
  const site = await createMemorySite();
  release = openFrom(site);
  ports = { ...portsOf(site.files), codings: { br: fake('br'), gzip: fake('gzip') } };
});

const ask = (url: string, headers: Record<string, string>, method = 'GET', given = ports, at = release) =>
  answer(request(url, headers, method), at, given);

describe('a host that compresses', () => {
  it.each([
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['gzip;q=0', undefined],
    ['identity', undefined],
    ['', undefined],
  ])('Accept-Encoding: %s gives %s', async (accepted, coding) => {
    const plain = await ask(LONG, {});
    const response = await ask(LONG, { 'accept-encoding': accepted });
    expect(response.headers['content-encoding']).toBe(coding);
    expect(response.headers.vary).toBe('Accept, Accept-Encoding');
    const suffix = coding === undefined ? '"' : `-${coding}"`;
    expect(response.headers.etag).toBe(plain.headers.etag?.replace(/"$/, suffix));
    const body = coding === undefined ? bodyOf(plain) : `${coding}:${plain.body.length}`;
    expect(bodyOf(response)).toBe(body);
    expect(response.headers['content-length']).toBe(String(body.length));
    expect(response.status).toBe(200);
  });

  it('HEAD has the headers of GET except the length, which is unknown without compressing', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const { body, ...rest } = await ask(LONG, headers);
    const { 'content-length': _, ...others } = rest.headers;
    expect(await ask(LONG, headers, 'HEAD')).toStrictEqual({ ...rest, headers: others, body: new Uint8Array(0) });
    expect(body.length).toBeGreaterThan(0);
  });

  it('does not compress short bodies, which still vary by coding', async () => {
    const { headers } = await ask(SHORT, { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toBe('Accept, Accept-Encoding');
  });

  it('matches each coding by its own tag', async () => {
    const { etag = '' } = (await ask(LONG, { 'accept-encoding': 'gzip' })).headers;
    const coded = await ask(LONG, { 'accept-encoding': 'gzip', 'if-none-match': etag });
    expect([coded.status, coded.body.length, coded.headers.etag]).toEqual([304, 0, etag]);
    expect(coded.headers.vary).toBe('Accept, Accept-Encoding');
    expect(coded.headers['content-length']).toBeUndefined();
    expect((await ask(LONG, { 'if-none-match': etag })).status).toBe(200);
    expect((await ask(LONG, { 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(200);
  });

  it('compresses OPTIONS and the home page too, but no refusal', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    expect((await ask('/gw/api/v2/event-versions', headers, 'OPTIONS')).headers['content-encoding']).toBe('gzip');
    const refused = await ask('/gw/nothing', headers);
    expect([refused.headers['content-encoding'], refused.headers.vary]).toEqual([undefined, 'Accept']);
  });

  it('compresses from 1024 bytes on', async () => {
    const lengthOf = async (size: number) => {
      // The requested record is the second line of its pack.
      const lines = new TextEncoder().encode(`\n${'1'.repeat(size)}\n`);
      const readPack = async () => openPack(lines, { baseUrl: '', recordEnding: '' });
      const one = { ...release, lines: { ...release.lines, readPack } };
      return (await ask(SHORT, { 'accept-encoding': 'gzip' }, 'GET', ports, one)).headers['content-encoding'];
    };
    expect(await lengthOf(1023)).toBeUndefined();
    expect(await lengthOf(1024)).toBe('gzip');
  });
});

describe('a host that leaves compression to its front end', () => {
  it('only varies by Accept', async () => {
    const { codings: _, ...uncoded } = ports;
    const { headers, status } = await ask(LONG, { 'accept-encoding': 'gzip' }, 'GET', uncoded);
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, undefined, 'Accept']);
  });
});
