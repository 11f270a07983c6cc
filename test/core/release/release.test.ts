/** The pointer: parsing and formatting a release. Truncated, modified or incompatible pointers are rejected. */

import { describe, expect, it } from 'vitest';
import { SiteDamagedError } from '../../../src/core/base/site-damaged-error.ts';
import { pathOfUrl } from '../../../src/core/contract/base-url.ts';
import type { Listing } from '../../../src/core/contract/collection.ts';
import { queryLink } from '../../../src/core/contract/paths.ts';
import { firstPageOf } from '../../../src/core/contract/query.ts';
import { pathLink, RELEASE_PATH } from '../../../src/core/contract/site-paths.ts';
import { formatRelease, openRelease, parseRelease, RELEASE_FORMAT } from '../../../src/core/release/release.ts';
import { createMemorySite, sha256 } from '../../support/memory-site.ts';

const { data, files } = await createMemorySite();
const file = files.get(RELEASE_PATH) as Uint8Array;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const text = new TextDecoder().decode(file);

const DAMAGED = new SiteDamagedError('release.json is truncated or changed');

describe('formatRelease', () => {
  it('puts the hash before the release', () => {
    const body = JSON.stringify(data);
    expect(text).toBe(`{"sha256":"${sha256(body)}","release":${body}}\n`);
    expect(JSON.parse(text).release).toEqual(data);
  });

  it('accepts a hash that comes later', async () => {
    expect(await formatRelease(data, async (bytes) => sha256(bytes))).toBe(text);
  });
});

describe('parseRelease', () => {
  it('returns what was formatted', async () => {
    expect(await parseRelease(file, sha256)).toStrictEqual(data);
    expect(await parseRelease(file, async (bytes) => sha256(bytes))).toStrictEqual(data);
  });

  it.each([0, 1, 10, 11, 12, 74, 75, 84, 85, 86, 90, text.length - 2, text.length - 1])(
    'truncated after %d bytes',
    async (length) => {
      await expect(parseRelease(file.slice(0, length), sha256)).rejects.toThrow(DAMAGED);
    },
  );

  it('a change of any byte', async () => {
    const step = Math.max(1, Math.floor(file.length / 50));
    const places = [
      ...Array(90).keys(),
      ...Array.from({ length: 50 }, (_, n) => n * step),
      file.length - 2,
      file.length - 1,
    ];
    for (const at of places) {
      const changed = file.slice();
      changed[at] = (changed[at] as number) ^ 1;
      await expect(parseRelease(changed, sha256), `at ${at}`).rejects.toThrow(DAMAGED);
    }
  });

  it.each([
    ['empty', ''],
    ['more behind it', `${text}\n`],
    ['something before it', ` ${text}`],
    ['another JSON', '{"release":{}}\n'],
    ['HTML', `<!doctype html>${'<p>x</p>'.repeat(50)}`],
  ])('%s', async (_, damaged) => {
    await expect(parseRelease(bytesOf(damaged), sha256)).rejects.toThrow(DAMAGED);
  });

  it('reports another format', async () => {
    const other = await formatRelease({ ...data, format: 1 as typeof RELEASE_FORMAT }, sha256);
    const failure = new SiteDamagedError(`release.json has format 1; this version reads ${RELEASE_FORMAT}`);
    await expect(parseRelease(bytesOf(other), sha256)).rejects.toThrow(failure);
    await expect(parseRelease(bytesOf(other), sha256)).rejects.toMatchObject({ name: 'SiteDamagedError' });
    const nothing = await formatRelease(null as never, sha256);
    await expect(parseRelease(bytesOf(nothing), sha256)).rejects.toThrow('release.json has format undefined');
  });
});

/** These tests read no packs and no index files. */
const READER = { readPack: () => Promise.reject(new Error()), readIndex: () => Promise.reject(new Error()) };

describe('openRelease', () => {
  it('links with the base URL that it was built with, by default', () => {
    const built = openRelease(data, READER);
    const query = firstPageOf(built.collections[0]?.listings[0] as Listing, [], 20);
    expect([built.baseUrl, built.basePath]).toEqual(['https://x.test/gw', '/gw']);
    expect(built.pageLink(query)).toBe(queryLink(query, 'api'));
    const served = openRelease(data, READER, { baseUrl: 'http://localhost:8000' });
    expect([served.baseUrl, served.basePath]).toEqual(['http://localhost:8000', '']);
    expect(openRelease(data, READER, { pageLink: pathLink }).pageLink(query)).toBe(pathLink(query, 'api'));
    expect(openRelease({ ...data, compatibility: 'service' }, READER).pageLink(query)).toBe(queryLink(query, null));
    expect(built.data).toBe(data);
  });

  it('has the collections of its vocabulary, and an index of each', async () => {
    const { collections, open } = openRelease(data, READER);
    const [strainFiles] = collections;
    expect(strainFiles?.listings[0]?.filters.get('detector')?.codec.allowed).toEqual(data.vocabulary.detectors);
    const counts = collections.map(async ({ name }) => [name, (await open(name)).index.count]);
    expect(Object.fromEntries(await Promise.all(counts))).toMatchObject({
      'strain-files': 1004,
      'event-versions': 3,
      'default-parameters': 4,
    });
    const versions = (await open('event-versions')).index;
    expect([0, 1, 2].map((position) => versions.idAt(position))).toEqual(['GW3-v1', 'GW2-v2', 'GW1-v1']);
  });

  it('opens an index when it is first needed, and only once', async () => {
    const { open, loaded } = openRelease(data, READER);
    const versions = loaded('event-versions');
    expect(versions?.count).toBe(3);
    expect(loaded('event-versions')).toBe(versions);
    expect((await open('event-versions')).index).toBe(versions);
    expect(loaded('strain-files')).not.toBe(versions);
    expect(openRelease(data, READER).loaded('event-versions')).not.toBe(versions);
  });

  it.each(['nothing', '', '__proto__', 'constructor'])('a missing index is damage: %j', async (name) => {
    const failure = new SiteDamagedError(`release.json has no index of ${name}`);
    expect(() => openRelease(data, READER).loaded(name)).toThrow(failure);
    await expect(openRelease({ ...data, index: {} }, READER).open('event-versions')).rejects.toThrow(SiteDamagedError);
  });
});

it.each([
  ['https://user.example/gw', '/gw'],
  ['http://localhost:8000', ''],
  ['HTTP://[::1]:80/a/b', '/a/b'],
  ['nonsense', ''],
  ['see http://x.test/y', ''],
])('pathOfUrl: %s -> "%s"', (url, path) => {
  expect(pathOfUrl(url)).toBe(path);
});
