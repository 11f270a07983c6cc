/** A damaged site gives a 503, and recovers without a restart; a new release is used as a whole. */

import { describe, expect, it } from 'vitest';
import { SiteDamagedError } from '../../../src/core/base/site-damaged-error.ts';
import { packPath, RELEASE_PATH } from '../../../src/core/contract/site-paths.ts';
import { respond } from '../../../src/core/handler/respond.ts';
import { respondWhole } from '../../../src/core/handler/respond-whole.ts';
import { createSite } from '../../../src/core/handler/site.ts';
import { formatRelease, type Release } from '../../../src/core/release/release.ts';
import { bodyOf, createMemorySite, deferred, portsOf, request, settled, sha256 } from '../../support/memory-site.ts';
import { withReadPack } from '../../support/sample-release.ts';
import { a, b, DETAIL, EVENT, eventOf, eventPack, folder } from './site-folder.ts';

describe('damage: 503 with Retry-After, and never part of a page', () => {
  const damages: [string, (held: Map<string, Uint8Array>, path: string) => void][] = [
    ['missing', (held, path) => held.delete(path)],
    ['cut short', (held, path) => held.set(path, (held.get(path) as Uint8Array).slice(0, -1))],
    ['empty', (held, path) => held.set(path, new Uint8Array(0))],
    [
      'of wrong bytes',
      (held, path) =>
        held.set(
          path,
          (held.get(path) as Uint8Array).map((byte) => byte ^ 1),
        ),
    ],
  ];
  const paths: [string, string][] = [
    ['the pointer', RELEASE_PATH],
    ['a pack', eventPack(a)],
  ];

  describe.each(paths)('%s', (what, path) => {
    it.each(damages)('%s, until it is repaired', async (_, damage) => {
      const { held, open } = folder();
      const site = open();
      damage(held, path);
      const response = await site.respond(request(EVENT));
      expect([response.status, bodyOf(response)]).toEqual([503, DETAIL]);
      expect(response.headers).toStrictEqual({
        allow: 'GET, HEAD, OPTIONS',
        vary: 'Accept',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'ETag, Link, Stillwave-Ignored, Stillwave-Release',
        ...(what !== 'the pointer' && { 'stillwave-release': a.data.id }),
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'retry-after': '10',
        'content-length': String(DETAIL.length),
      });
      const head = await site.respond(request(EVENT, {}, 'HEAD'));
      expect(head).toStrictEqual({ ...response, body: new Uint8Array(0) });
      held.set(path, a.files.get(path) as Uint8Array);
      const healed = await site.respond(request(EVENT));
      expect([healed.status, bodyOf(healed)]).toEqual([200, eventOf('a')]);
    });

    it('too slow', async () => {
      const { hold, open } = folder();
      hold.set(path, new Promise(() => {}));
      const site = open({ readTimeoutMs: 20 });
      expect((await site.respond(request(EVENT))).status).toBe(503);
      hold.clear();
      expect((await site.respond(request(EVENT))).status).toBe(200);
    });
  });

  it('is reported once per request: a pointer or a pack that cannot be read', async () => {
    const { held, open } = folder();
    const told: Error[] = [];
    const site = open({ onDamage: (problem) => told.push(problem) });
    expect((await site.respond(request(EVENT))).status).toBe(200);
    expect(told).toEqual([]);

    held.delete(eventPack(a));
    const other = open({ onDamage: (problem) => told.push(problem) });
    expect((await other.respond(request(EVENT))).status).toBe(503);
    expect(told.map(({ message }) => message)).toEqual([`${eventPack(a)} cannot be read`]);

    held.delete(RELEASE_PATH);
    const third = open({ onDamage: (problem) => told.push(problem) });
    expect((await third.respond(request(EVENT))).status).toBe(503);
    expect(told.slice(1)).toEqual([new SiteDamagedError('release.json cannot be read')]);
  });

  it('a pack that is lost together with the pointer is still a 503 of the requested release', async () => {
    const { held, open } = folder();
    const told: string[] = [];
    const site = open({ onDamage: ({ message }) => told.push(message) });
    await site.reload();
    held.clear();
    const { status, headers } = await site.respond(request(EVENT));
    expect([status, headers['stillwave-release']]).toEqual([503, a.data.id]);
    expect(told).toEqual([`${eventPack(a)} cannot be read`, 'release.json cannot be read']);
  });

  it('of one pack does not affect the others', async () => {
    const { held, open } = folder();
    const site = open();
    held.delete(packPath(a.data.packs['strain-files']?.names[1] as string));
    const statusOf = async (query: string) => (await site.respond(request(`/gw/api/v2/strain-files?${query}`))).status;
    expect(await statusOf('page=1')).toBe(200);
    expect(await statusOf('page=50')).toBe(200);
    expect(await statusOf('page=51')).toBe(503);
    expect(await statusOf('pagesize=1000')).toBe(200);
    expect(await statusOf('pagesize=600&page=2')).toBe(503);
    expect(await statusOf('page=0')).toBe(404);
  });

  it('a pack with fewer lines than in the index', async () => {
    const packs = { ...a.data.packs, 'event-version-details': { names: [], starts: [] } };
    const short = await createMemorySite('a', { packs });
    const response = await folder(short.files).open().respond(request(EVENT));
    expect([response.status, bodyOf(response)]).toEqual([503, DETAIL]);
  });

  it('a bug is not hidden', async () => {
    const { readFile } = folder();
    const site = createSite({ readFile, sha256: () => Promise.reject(new TypeError('no such thing')) });
    await expect(site.respond(request(EVENT))).rejects.toThrow(new TypeError('no such thing'));
  });

  it('a bug while a page is composed is not hidden either', async () => {
    const site = folder().open();
    await site.reload();
    const release = site.release as Release;
    const broken = withReadPack(release, () => Promise.reject(new TypeError('no such thing')));
    const answer = respond(request(EVENT), broken, portsOf(a.files));
    await expect(answer).rejects.toThrow(new TypeError('no such thing'));
  });
});

describe('reload', () => {
  it('during another reload reads once more after it, for all callers', async () => {
    const { reads, hold, open } = folder();
    const gate = deferred();
    hold.set(RELEASE_PATH, gate.promise);
    const site = open();
    const all = Array.from({ length: 5 }, () => site.reload());
    await settled();
    expect(reads).toEqual([RELEASE_PATH]);
    gate.resolve();
    expect(await Promise.all(all)).toEqual([null, null, null, null, null]);
    expect(reads).toEqual([RELEASE_PATH, RELEASE_PATH]);
    await site.reload();
    expect(reads).toHaveLength(3);
  });

  it('requests the pointer past all caches, but packs from caches first', async () => {
    const asked: [string, boolean][] = [];
    const { readFile } = folder();
    const site = createSite({
      readFile: (path, fresh) => {
        asked.push([path, fresh]);
        return readFile(path);
      },
      sha256,
    });
    await site.respond(request(EVENT));
    expect(asked).toEqual([
      [RELEASE_PATH, true],
      [eventPack(a), false],
    ]);
  });

  it('resolves to the error, or null', async () => {
    const { held, open } = folder();
    const site = open();
    expect(site.release).toBeNull();
    expect(await site.reload()).toBeNull();
    expect(site.release?.data.id).toBe('release-a');
    held.set(RELEASE_PATH, (a.files.get(RELEASE_PATH) as Uint8Array).slice(0, -1));
    expect(await site.reload()).toEqual(new SiteDamagedError('release.json is truncated or changed'));
    held.delete(RELEASE_PATH);
    expect(await site.reload()).toEqual(new SiteDamagedError('release.json cannot be read'));
    expect(site.release).toBeNull();
  });

  it('rejects a pointer with a valid hash but invalid content', async () => {
    const { held, open } = folder();
    const strange = await formatRelease({ ...a.data, vocabulary: null as never }, sha256);
    held.set(RELEASE_PATH, new TextEncoder().encode(strange));
    const problem = await open().reload();
    expect(problem).toEqual(new SiteDamagedError('release.json cannot be used'));
    expect(problem?.cause).toBeInstanceOf(TypeError);
  });

  it('is shared by all concurrent callers', async () => {
    const { reads, open } = folder();
    const site = open();
    await Promise.all(Array.from({ length: 20 }, () => site.respond(request('/gw/api/v2/nothing'))));
    expect(reads).toEqual([RELEASE_PATH]);
  });

  it('of the same release changes nothing', async () => {
    const site = folder().open();
    await site.reload();
    const { release } = site;
    await site.reload();
    expect(site.release).toBe(release);
  });
});

describe('a new release', () => {
  it('answers once the pointer has been read again', async () => {
    const { replace, open } = folder();
    const site = open();
    expect(bodyOf(await site.respond(request(EVENT)))).toBe(eventOf('a'));
    replace(b.files);
    expect(bodyOf(await site.respond(request(EVENT)))).toBe(eventOf('a'));
    await site.reload();
    expect(bodyOf(await site.respond(request(EVENT)))).toBe(eventOf('b'));
  });

  it('leaves requests in progress on the old one', async () => {
    const { hold, replace, open } = folder();
    const site = open();
    await site.reload();
    const gate = deferred();
    hold.set(eventPack(a), gate.promise);
    const underWay = site.respond(request(EVENT));
    await settled();
    replace(b.files);
    await site.reload();
    expect(bodyOf(await site.respond(request(EVENT)))).toBe(eventOf('b'));
    gate.resolve();
    expect(bodyOf(await underWay)).toBe(eventOf('a'));
  });

  it('answers again if the old one has lost its packs', async () => {
    const { replace, open } = folder();
    const site = open();
    await site.reload();
    replace(b.files);
    const response = await site.respond(request(EVENT));
    expect([response.status, bodyOf(response)]).toEqual([200, eventOf('b')]);
    expect(site.release?.data.id).toBe('release-b');
  });

  it('sends a download that the build has replaced before the pointer was read again', async () => {
    const path = 'downloads/events.csv';
    const [old, next] = await Promise.all(
      ['old', 'next'].map(async (text) => {
        const bytes = new TextEncoder().encode(text);
        const downloads = { [path]: { size: bytes.length, sha256: sha256(bytes) } };
        const { files } = await createMemorySite('a', { id: `release-${text}`, downloads });
        return new Map([...files, [path, bytes]]);
      }),
    );
    const { replace, held, open } = folder(old);
    const site = open();
    await site.reload();
    replace(next as ReadonlyMap<string, Uint8Array>);
    const ask = () => respondWhole(site, request(`/gw/${path}`), portsOf(held));
    const response = await ask();
    expect([response.status, bodyOf(response)]).toEqual([200, 'next']);
    held.set(path, new TextEncoder().encode('damaged'));
    expect((await ask()).status).toBe(503);
  });

  it('that is itself replaced while the request reads its packs is followed by the next', async () => {
    const third = await createMemorySite('c');
    const { held, hold, replace, open } = folder();
    const site = open();
    await site.reload();
    // The first release's pack is missing, and the second release's pack is removed while the request waits for it.
    replace(b.files);
    held.delete(eventPack(b));
    const gate = deferred();
    hold.set(eventPack(b), gate.promise);
    const underWay = site.respond(request(EVENT));
    await settled();
    replace(third.files);
    gate.resolve();
    const response = await underWay;
    expect([response.status, bodyOf(response)]).toEqual([200, eventOf('c')]);
  });

  it('is looked for at most five times: if each lacks its packs, the response is a 503', async () => {
    let id = 0;
    const { open } = folder();
    const readFile = async (path: string) => {
      if (path !== RELEASE_PATH) throw new Error('gone');
      const { files } = await createMemorySite('a', { id: `release-${id++}` });
      return files.get(RELEASE_PATH) as Uint8Array;
    };
    expect((await open({ readFile }).respond(request(EVENT))).status).toBe(503);
    expect(id).toBe(5);
  });

  it('that also lacks its packs is a 503', async () => {
    const { replace, open } = folder();
    const site = open();
    await site.reload();
    replace(new Map([[RELEASE_PATH, b.files.get(RELEASE_PATH) as Uint8Array]]));
    expect((await site.respond(request(EVENT))).status).toBe(503);
  });

  it('keeps the packs that both have', async () => {
    const again = await createMemorySite('a', { id: 'release-c' });
    const { reads, replace, open } = folder();
    const site = open();
    await site.respond(request(EVENT));
    replace(again.files);
    await site.reload();
    expect(site.release?.data.id).toBe('release-c');
    expect(bodyOf(await site.respond(request(EVENT)))).toBe(eventOf('a'));
    expect(reads.filter((path) => path === eventPack(a))).toHaveLength(1);
  });

  it('with another base URL uses it in every link', async () => {
    const moved = await createMemorySite('a', { id: 'moved', baseUrl: 'https://y.test' });
    const { replace, open } = folder();
    const site = open();
    await site.respond(request(EVENT));
    replace(moved.files);
    await site.reload();
    expect(bodyOf(await site.respond(request(EVENT.slice('/gw'.length))))).toBe(eventOf('a', 'https://y.test'));
  });

  it('is noticed even if it arrives while the pointer is being read', async () => {
    const { hold, replace, open } = folder();
    const site = open();
    await site.reload();
    const gate = deferred();
    hold.set(RELEASE_PATH, gate.promise);
    const before = site.reload();
    await settled();
    replace(b.files);
    const after = site.reload();
    gate.resolve();
    await Promise.all([before, after]);
    expect(site.release?.data.id).toBe('release-b');
  });
});
