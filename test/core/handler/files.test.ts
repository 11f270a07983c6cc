/** Files of the site sent by request handlers: which ones, and their headers, ranges and refusals. */

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SiteDamagedError } from '../../../src/core/base/site-damaged-error.ts';
import { packName } from '../../../src/core/contract/site-paths.ts';
import { respond } from '../../../src/core/handler/respond.ts';
import type { HandlerResponse, Ports } from '../../../src/core/release/ports.ts';
import type { Release } from '../../../src/core/release/release.ts';
import { answer } from '../../support/answer.ts';
import { bodyOf, request } from '../../support/memory-site.ts';
import { sampleRelease } from '../../support/sample-release.ts';

const TABLE = 'downloads/event-versions.csv';
const CHANGED = 'downloads/catalogue.json';
const LARGE = 'downloads/segments.csv';
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const named = (folder: string, content: string, ending: string) =>
  `${folder}/${packName('boxes', hashOf(content))}.${ending}`;
const PACK = named('packs', 'a pack', 'ndjson');
const PART = named('index', 'a part', 'json');
const FILES: Readonly<Record<string, string>> = {
  [TABLE]: '0123456789',
  [CHANGED]: 'of the next release',
  [LARGE]: '0123456789'.repeat(500),
  'release.json': '{}',
  'robots.txt': 'Allow',
  [PACK]: 'a pack',
  [PART]: 'a part',
  'assets/explorer-AB_-12.js': 'a script',
  'assets/style-AB12.css': 'a style sheet',
  'api/v2/boxes/_/20/1.json': 'a page file',
  'manifest.json': 'a manifest',
};
const NO_FILE = Object.assign(new Error('no such file'), { code: 'ENOENT' });
const LISTING = 'public, max-age=1, stale-while-revalidate=2';
const FOREVER = 'public, max-age=31536000, immutable';

function open(more: Partial<Ports> = {}) {
  const { release: sample, ports } = sampleRelease();
  const size = (FILES[TABLE] as string).length;
  const downloads = {
    [TABLE]: { size, sha256: hashOf(FILES[TABLE] as string) },
    [CHANGED]: { size: (FILES[CHANGED] as string).length, sha256: hashOf('of this release: ...') },
    [LARGE]: { size: 5000, sha256: hashOf(FILES[LARGE] as string) },
  };
  const nameIn = (path: string) => path.replace(/.*\/|\.\w+$/g, '');
  const packs = { ...sample.data.packs, boxes: { names: [nameIn(PACK)], starts: [0] } };
  const index = { ...sample.data.index, boxes: { kind: 'file', name: nameIn(PART) } as const };
  const release: Release = {
    ...sample,
    data: { ...sample.data, downloads, packs, index },
    open: async (name) => ({ ...(await sample.open(name)), packs }),
  };
  const reads: (readonly [path: string, fresh: boolean])[] = [];
  const filePorts: Ports = {
    ...ports,
    async readFile(path, fresh) {
      reads.push([path, fresh]);
      const text = FILES[path];
      if (text === undefined) throw NO_FILE;
      return new TextEncoder().encode(text);
    },
    ...more,
  };
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<HandlerResponse> =>
    answer(request(path, headers, method), release, filePorts);
  return { ask, reads, release, filePorts };
}

const askTable = (headers: Record<string, string>, method = 'GET') => open().ask(`/gw/${TABLE}`, headers, method);

describe('a file', () => {
  it.each([
    [TABLE, 'text/csv; charset=utf-8', LISTING],
    ['robots.txt', 'text/plain; charset=utf-8', LISTING],
    ['release.json', 'application/json', 'no-cache'],
    [PACK, 'application/x-ndjson', FOREVER],
    [PART, 'application/json', FOREVER],
    ['assets/explorer-AB_-12.js', 'text/javascript; charset=utf-8', FOREVER],
    ['assets/style-AB12.css', 'text/css; charset=utf-8', FOREVER],
  ])('%s is sent as %s, cached as %s', async (path, type, caching) => {
    const { status, headers, body } = await open().ask(`/gw/${path}`);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, type, caching]);
    expect(new TextDecoder().decode(body)).toBe(FILES[path]);
    expect(headers.vary).toBe('Accept');
    expect(headers['accept-ranges']).toBe(path === TABLE ? 'bytes' : undefined);
  });

  it.each([
    [`/gw/${PACK}`, false],
    ['/gw/release.json', true],
    [`/gw/${TABLE}?x=1`, true],
  ])('%s: the read bypasses caches on the way: %s', async (path, fresh) => {
    const { ask, reads } = open();
    expect((await ask(path)).status).toBe(200);
    expect(reads.map(([, wasFresh]) => wasFresh)).toEqual([fresh]);
  });

  it.each([
    '/gw/manifest.json',
    '/gw/api/v2/boxes/_/20/1.json',
    '/gw/downloads/other.csv',
    '/gw/packs/../release.json',
    '/gw/x/packs/boxes-ab12.ndjson',
    '/gw/packs/boxes-ab12.ndjson.gz',
    '/gw/packs/x',
    '/gw/assets/explorer-AB12.map',
    '/gw/assets/explorer-AB12.constructor',
    '/gw/constructor',
    `/${TABLE}`,
    `/gwx${TABLE}`,
  ])('%s is not served by handlers: nothing is read', async (path) => {
    const { ask, reads } = open();
    expect((await ask(path)).status).toBe(404);
    expect(reads).toEqual([]);
  });

  it('that is missing is a 404, or damage if the release lists it', async () => {
    const readFile = () => Promise.reject(NO_FILE);
    expect((await open({ readFile }).ask('/gw/assets/none-1.js')).status).toBe(404);
    const damage = new SiteDamagedError(`${TABLE} cannot be read`, { cause: NO_FILE });
    await expect(open({ readFile }).ask(`/gw/${TABLE}`)).rejects.toStrictEqual(damage);
  });

  it('whose name is too long is a 404', async () => {
    const readFile = () => Promise.reject(Object.assign(new Error('name too long'), { code: 'ENAMETOOLONG' }));
    expect((await open({ readFile }).ask(`/gw/assets/${'a'.repeat(300)}.js`)).status).toBe(404);
  });

  it.each(['assets/style-AB12.css', 'robots.txt', 'release.json', TABLE, PACK])(
    'that cannot be read, or not in time, is damage: %s',
    async (path) => {
      const cause = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
      const damage = new SiteDamagedError(`${path} cannot be read`, { cause });
      await expect(open({ readFile: () => Promise.reject(cause) }).ask(`/gw/${path}`)).rejects.toStrictEqual(damage);
      const hangs = open({ readFile: () => new Promise(() => {}), readTimeoutMs: 1 });
      await expect(hangs.ask(`/gw/${path}`)).rejects.toThrow(`${path} cannot be read`);
    },
  );

  it('with the size but not the bytes of the release is damage, whatever the condition', async () => {
    await expect(open().ask(`/gw/${CHANGED}`)).rejects.toThrow(`${CHANGED} is not the file of this release`);
    for (const name of ['if-match', 'if-range', 'range']) {
      await expect(open().ask(`/gw/${CHANGED}`, { [name]: '*' })).rejects.toThrow(SiteDamagedError);
    }
  });

  it.each([PACK, PART])('of the release that is damaged or missing is damage: %s', async (path) => {
    const readFile = async () => new TextEncoder().encode('another');
    await expect(open({ readFile }).ask(`/gw/${path}`)).rejects.toThrow(`${path} is truncated or changed`);
    const missing = () => Promise.reject(new Error('ENOENT'));
    await expect(open({ readFile: missing }).ask(`/gw/${path}`)).rejects.toThrow(`${path} cannot be read`);
  });

  it.each(['packs/boxes-', 'index/boxes-'])(
    'of another release that is damaged or missing is a 404: %s',
    async (start) => {
      const path = `/gw/${start}${'0'.repeat(32)}.json`;
      const readFile = async () => new TextEncoder().encode('another');
      expect([(await open({ readFile }).ask(path)).status, (await open().ask(path)).status]).toEqual([404, 404]);
    },
  );

  it.each([TABLE, PACK, 'assets/none-1.js'])(
    'allows GET and HEAD; other methods are answered as at the root: %s',
    async (path) => {
      const { ask } = open();
      const head = await ask(`/gw/${TABLE}`, {}, 'HEAD');
      expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, '10']);
      for (const [method, status] of [
        ['DELETE', 405],
        ['OPTIONS', 200],
      ] as const) {
        const answered = await ask(`/gw/${path}`, {}, method);
        expect(answered).toEqual(await ask('/gw/api/v2/', {}, method));
        expect(answered.status).toBe(status);
      }
    },
  );

  it('has an ETag, and is not sent to clients that have it', async () => {
    const { etag = '' } = (await askTable({})).headers;
    expect((await askTable({ 'if-none-match': etag })).status).toBe(304);
  });
});

describe('a download whose bytes are not sent', () => {
  const TAG = `"${hashOf(FILES[TABLE] as string).slice(0, 32)}"`;

  it.each<[string, number, string, Record<string, string>]>([
    ['HEAD', 200, 'HEAD', {}],
    ['If-None-Match', 304, 'GET', { 'if-none-match': TAG }],
    ['If-Match', 412, 'GET', { 'if-match': '"other"' }],
    ['a range that it does not have', 416, 'GET', { range: 'bytes=99-' }],
  ])('has no slice: %s, %d', async (_, status, method, headers) => {
    const { release, filePorts } = open();
    const answered = await respond(request(`/gw/${TABLE}`, headers, method), release, filePorts);
    expect(answered).toMatchObject({ status });
    expect(answered).not.toHaveProperty('slice');
  });

  it('nothing is read for the others either: the host sends the slice', async () => {
    const { release, filePorts, reads } = open();
    const answered = await respond(request(`/gw/${TABLE}`, { range: 'bytes=2-4' }), release, filePorts);
    expect(answered).toMatchObject({ status: 206, slice: { file: TABLE, from: 2, to: 5 } });
    expect(reads).toEqual([]);
  });
});

describe('conditions on a download', () => {
  it.each(['*', 'TAG', '"other", TAG'])('If-Match: %s is met', async (text) => {
    const { etag = '' } = (await askTable({})).headers;
    expect((await askTable({ 'if-match': text.replace('TAG', etag) })).status).toBe(200);
  });

  it.each(['"other"', 'W/TAG', ''])('If-Match: %s is a 412 with the lifetime of errors, in JSON', async (text) => {
    const { etag = '' } = (await askTable({})).headers;
    const { status, headers, body } = await askTable({ 'if-match': text.replace('TAG', etag) });
    expect([status, headers['cache-control'], headers['content-type'], headers.etag]).toEqual([
      412,
      'public, max-age=3',
      'application/json',
      undefined,
    ]);
    expect(Object.keys(JSON.parse(new TextDecoder().decode(body)))).toEqual(['detail']);
  });

  it('If-Match is checked before If-None-Match and Range', async () => {
    const { etag = '' } = (await askTable({})).headers;
    const both = { 'if-match': '"other"', 'if-none-match': etag, range: 'bytes=99-' };
    expect((await askTable(both)).status).toBe(412);
  });

  it.each(['if-unmodified-since', 'if-modified-since', 'if-range'])(
    '%s with a date is ignored (If-Range: not met), because a download has no Last-Modified',
    async (name) => {
      const asked = { [name]: 'Thu, 01 Jan 1970 00:00:00 GMT', range: 'bytes=1-1' };
      expect((await askTable(asked)).status).toBe(name === 'if-range' ? 200 : 206);
    },
  );
});

describe('ranges of a download', () => {
  it.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=8-', '89', 'bytes 8-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=0-12', '0123456789', 'bytes 0-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
  ])('%s is "%s"', async (range, text, contentRange) => {
    const response = await askTable({ range });
    expect([response.status, bodyOf(response)]).toEqual([206, text]);
    expect(response.headers).toMatchObject({
      'content-range': contentRange,
      'content-length': String(text.length),
      'content-type': 'text/csv; charset=utf-8',
    });
  });

  it.each(['bytes=10-', 'bytes=12-15', 'bytes=-0'])('%s is a 416 with the size', async (range) => {
    const { status, headers } = await askTable({ range });
    expect([status, headers['content-range'], headers['content-type'], headers['cache-control']]).toEqual([
      416,
      'bytes */10',
      'application/json',
      'public, max-age=3',
    ]);
    expect(headers['access-control-expose-headers']).toContain('Content-Range');
  });

  it.each([
    'bytes=-',
    'bytes=4-2',
    'bytes=0-1,3-4',
    'bytes=a-',
    'bytes=-b',
    'x bytes=0-1',
    'bytes=0-1x',
    'lines=0-1',
    '',
  ])('"%s" is not a single range: the whole file', async (range) => {
    const response = await askTable({ range });
    expect([response.status, bodyOf(response)]).toEqual([200, '0123456789']);
  });

  it("are sent if If-Range has the file's tag, otherwise the whole file is", async () => {
    const { etag = '' } = (await askTable({})).headers;
    expect((await askTable({ range: 'bytes=1-1', 'if-range': etag })).status).toBe(206);
    expect((await askTable({ range: 'bytes=1-1', 'if-range': '"other"' })).status).toBe(200);
  });

  it.each(['bytes=0-', 'bytes=2-4', 'bytes=10-', 'bytes=a-'])(
    'HEAD has the status and headers of GET: %s',
    async (range) => {
      const [get, head] = [await askTable({ range }), await askTable({ range }, 'HEAD')];
      expect(head).toEqual({ ...get, body: new Uint8Array() });
    },
  );

  it('do not apply to clients that have the file', async () => {
    const { etag = '' } = (await askTable({})).headers;
    expect((await askTable({ range: 'bytes=1-1', 'if-none-match': etag })).status).toBe(304);
  });

  it('do not apply to other files', async () => {
    const { status } = await open().ask(`/gw/${PACK}`, { range: 'bytes=1-1' });
    expect(status).toBe(200);
  });
});
