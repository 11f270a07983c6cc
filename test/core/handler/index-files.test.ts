/** Index files are read when they are first needed, once per release, under a name that contains their hash; a damaged part gives a 503. */

import { describe, expect, it } from 'vitest';
import { lineSetsOf } from '../../../src/core/contract/line-sets.ts';
import { INDEX_FOLDER } from '../../../src/core/contract/site-paths.ts';
import { createSite } from '../../../src/core/handler/site.ts';
import { createIndexReader } from '../../../src/core/release/pack-cache.ts';
import { openRelease } from '../../../src/core/release/release.ts';
import {
  bodyOf,
  createMemorySite,
  createSiteWithIndexFile,
  deferred,
  request,
  settled,
  sha256,
} from '../../support/memory-site.ts';
import { collectionOf } from '../../support/vocabulary.ts';
import { damaged } from '../release/packs.ts';
import { b, DETAIL, EVENT, eventOf, folder } from './site-folder.ts';

const divided = await createSiteWithIndexFile('event-versions');
const LISTING = '/gw/api/v2/event-versions';
const whole = await createMemorySite();
const isPart = (path: string) => path.startsWith(`${INDEX_FOLDER}/`);
const partsOf = (reads: readonly string[]) => reads.filter(isPart);

describe('a part', () => {
  it('is a separate file, named after its content and hash', () => {
    expect(divided.path).toMatch(/^index\/event-versions-[0-9a-f]{32}\.json$/);
    expect(divided.path).toContain(sha256(divided.files.get(divided.path) as Uint8Array).slice(0, 32));
  });

  it('does not change any response', async () => {
    const sites = [folder(divided.files).open(), folder(whole.files).open()];
    for (const target of [EVENT, LISTING, `${LISTING}?name-contains=3`, `${LISTING}?page=2`, `${LISTING}/GW9`]) {
      const [one, other] = await Promise.all(sites.map((site) => site.respond(request(target))));
      expect(one).toStrictEqual(other);
    }
  });

  it('is not read for requests that do not need it', async () => {
    const { reads, open } = folder(divided.files);
    const site = open();
    for (const path of ['', 'api/v2/', 'api/v2/strain-files', 'api/v2/strain-files/H1-0-4kHz', 'api/v2/nothing']) {
      await site.respond(request(`/gw/${path}`));
    }
    expect(partsOf(reads)).toEqual([]);
  });

  it.each([EVENT, LISTING, `${LISTING}/nothing`])('is read for %s, once per release', async (target) => {
    const { reads, open } = folder(divided.files);
    const site = open();
    for (let n = 0; n < 5; n++) await site.respond(request(target));
    await site.reload();
    await site.respond(request(target));
    expect(partsOf(reads)).toEqual([divided.path]);
  });

  it('is read again for another release', async () => {
    const next = await createSiteWithIndexFile('event-versions', 'b');
    const { reads, replace, open } = folder(divided.files);
    const site = open();
    await site.respond(request(EVENT));
    replace(next.files);
    await site.reload();
    expect(bodyOf(await site.respond(request(EVENT)))).toBe(eventOf('b'));
    expect(partsOf(reads)).toHaveLength(2);
  });

  it('is read once if many requests need it at the same time', async () => {
    const { reads, hold, open } = folder(divided.files);
    const gate = deferred();
    const site = open();
    await site.reload();
    hold.set(divided.path, gate.promise);
    const all = Array.from({ length: 20 }, () => site.respond(request(EVENT)));
    await settled();
    gate.resolve();
    for (const response of await Promise.all(all)) expect(bodyOf(response)).toBe(eventOf('a'));
    expect(partsOf(reads)).toHaveLength(1);
  });

  it('is read separately for each request if reads are not shared: a lost read delays no other request', async () => {
    const { files } = divided;
    const reads: string[] = [];
    const readFile = async (path: string) => {
      reads.push(path);
      const isLost = isPart(path) && partsOf(reads).length === 1;
      return isLost ? new Promise<never>(() => {}) : (files.get(path) as Uint8Array);
    };
    const site = createSite({ readFile, sha256, shareReads: false, readTimeoutMs: 60_000 });
    void site.respond(request(EVENT));
    await settled();
    expect(bodyOf(await site.respond(request(EVENT)))).toBe(eventOf('a'));
  });
});

describe('a damaged part: 503 with Retry-After, until the next request reads it again', () => {
  const right = divided.files.get(divided.path) as Uint8Array;
  const damages: [string, (held: Map<string, Uint8Array>) => void][] = [
    ['missing', (held) => held.delete(divided.path)],
    ['cut short', (held) => held.set(divided.path, right.slice(0, -1))],
    ['empty', (held) => held.set(divided.path, new Uint8Array(0))],
    ['longer', (held) => held.set(divided.path, Uint8Array.of(...right, 0x20))],
    [
      'changed in one bit',
      (held) =>
        held.set(
          divided.path,
          right.map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
        ),
    ],
    ['another index', (held) => held.set(divided.path, new TextEncoder().encode('{"kind":"columns","count":0}'))],
  ];

  it.each(damages)('%s', async (_, damage) => {
    const { held, open } = folder(divided.files);
    const site = open();
    damage(held);
    for (const target of [EVENT, LISTING, `${LISTING}/nothing`]) {
      const response = await site.respond(request(target));
      expect([response.status, bodyOf(response), response.headers['retry-after']]).toEqual([503, DETAIL, '10']);
    }
    // Requests that do not need the part are still answered.
    expect((await site.respond(request('/gw/api/v2/strain-files'))).status).toBe(200);
    held.set(divided.path, right);
    const healed = await site.respond(request(EVENT));
    expect([healed.status, bodyOf(healed)]).toEqual([200, eventOf('a')]);
  });

  it('too slow', async () => {
    const { hold, open } = folder(divided.files);
    hold.set(divided.path, new Promise(() => {}));
    const site = open({ readTimeoutMs: 20 });
    expect((await site.respond(request(EVENT))).status).toBe(503);
    hold.clear();
    expect((await site.respond(request(EVENT))).status).toBe(200);
  });

  it('with wrong content in a cache on the way is requested once more, bypassing the cache', async () => {
    const asked: [string, boolean][] = [];
    const readFile = async (path: string, fresh: boolean) => {
      if (isPart(path)) asked.push([path, fresh]);
      const file = divided.files.get(path) as Uint8Array;
      return fresh || !isPart(path) ? file : file.slice(1);
    };
    const site = createSite({ readFile, sha256 });
    expect((await site.respond(request(EVENT))).status).toBe(200);
    expect(asked).toEqual([
      [divided.path, false],
      [divided.path, true],
    ]);
  });

  it('names the file', async () => {
    const name = divided.path.slice('index/'.length, -'.json'.length);
    const reader = createIndexReader({ readFile: async () => right.slice(1), sha256 });
    await expect(reader(name)).rejects.toThrow(damaged(`${divided.path} is truncated or changed`));
    await expect(createIndexReader({ readFile: () => Promise.reject(new Error('no')), sha256 })(name)).rejects.toThrow(
      damaged(`${divided.path} cannot be read`),
    );
    const { index } = await createIndexReader({ readFile: async () => right, sha256 })(name);
    expect(index).toStrictEqual(whole.data.index['event-versions']);
  });

  it('that a newer release has replaced: that release answers', async () => {
    const { replace, open } = folder(divided.files);
    const site = open();
    await site.reload();
    replace(b.files);
    expect(bodyOf(await site.respond(request(EVENT)))).toBe(eventOf('b'));
  });
});

it('the opened index of a part is shared by all requests, and a failure is not cached', async () => {
  const failure = new Error('no disk');
  const readIndex = createIndexReader({ readFile: async (path) => divided.files.get(path) as Uint8Array, sha256 });
  let isBroken = true;
  const reader = {
    readPack: () => Promise.reject(failure),
    readIndex: (name: string) => (isBroken ? Promise.reject(failure) : readIndex(name)),
  };
  const release = openRelease(divided.data, reader);
  expect(release.loaded('event-versions')).toBeUndefined();
  await expect(release.open('event-versions')).rejects.toBe(failure);
  isBroken = false;
  const { index, packs } = await release.open('event-versions');
  isBroken = true;
  expect((await release.open('event-versions')).index).toBe(index);
  expect(release.loaded('event-versions')).toBe(index);
  expect([index.count, Object.keys(packs)]).toEqual([3, lineSetsOf(collectionOf('event-versions'))]);
  // The pointer's own list does not change.
  expect(release.data).toStrictEqual(divided.data);
});

it('concurrent reads of a part are one read, unless they must not wait for each other', async () => {
  for (const [shareReads, count] of [
    [undefined, 1],
    [true, 1],
    [false, 2],
  ] as const) {
    let reads = 0;
    const readFile = async () => {
      reads++;
      return divided.files.get(divided.path) as Uint8Array;
    };
    const read = createIndexReader({ readFile, sha256, shareReads });
    const name = divided.path.slice(`${INDEX_FOLDER}/`.length, -'.json'.length);
    await Promise.all([read(name), read(name)]);
    expect(reads).toBe(count);
  }
});
