/** The pack cache: shared reads, limits for the number of reads and of bytes, and no cached failures. */

import { describe, expect, it, vi } from 'vitest';
import { packName, packPath } from '../../../src/core/contract/site-paths.ts';
import { BASE_URL_MARKER, type Pack } from '../../../src/core/listing/pack.ts';
import { deferred, readerOf, settled, sha256 } from '../../support/memory-site.ts';
import { packBytes } from '../../support/pack-bytes.ts';
import { cacheOf, PACK_BYTES, packs, textOf } from './packs.ts';

describe('a pack', () => {
  it('is read by its path, opened, and cached', async () => {
    const { files, names } = packs(1);
    const { get, reads } = cacheOf(files);
    const pack = await get(names[0]);
    expect(textOf(pack)).toBe(`"${'0'.repeat(91)}",`);
    expect(await get(names[0])).toBe(pack);
    expect(reads).toEqual([packPath(names[0])]);
  });

  it('contains the base URL and the suffix of records', async () => {
    const bytes = packBytes(['"\u0001/x\u0002"']);
    const name = packName('x', sha256(bytes));
    const { get } = cacheOf(new Map([[packPath(name), bytes]]));
    expect(textOf(await get(name))).toBe('"http://b/x",');
  });
});

describe('reads in progress', () => {
  it('are shared by all requests for the pack', async () => {
    const { files, names } = packs(1);
    const gate = deferred();
    const read = readerOf(files);
    let reads = 0;
    const { get } = cacheOf(files, {
      readFile: async (path) => {
        reads++;
        await gate.promise;
        return read(path);
      },
    });
    const all = Array.from({ length: 50 }, () => get(names[0]));
    gate.resolve();
    const [first, ...others] = await Promise.all(all);
    for (const pack of others) expect(pack).toBe(first);
    expect(reads).toBe(1);
  });

  it('are shared until the pack is cached', async () => {
    const { files, names } = packs(1);
    const { get, reads } = cacheOf(files);
    const asked = [get(names[0])];
    for (let tick = 0; tick < 50; tick++) {
      await Promise.resolve();
      asked.push(get(names[0]));
    }
    expect(new Set(await Promise.all(asked)).size).toBe(1);
    expect(reads).toHaveLength(1);
  });

  it('also share a failure, which is not cached', async () => {
    const { files, names } = packs(1);
    const gate = deferred<Uint8Array>();
    let reads = 0;
    const { get } = cacheOf(files, {
      readFile: () => (++reads === 1 ? gate.promise : readerOf(files)(packPath(names[0]))),
    });
    const both = [get(names[0]), get(names[0])];
    gate.reject(new Error('no disk'));
    for (const result of await Promise.allSettled(both)) expect(result.status).toBe('rejected');
    expect(reads).toBe(1);
    expect(textOf(await get(names[0]))).toHaveLength(94);
    expect(reads).toBe(2);
  });

  it('are at most 8 at a time; the others follow in order', async () => {
    const { files, names } = packs(12);
    const gates = new Map(names.map((name) => [packPath(name), deferred()]));
    const started: string[] = [];
    const { get } = cacheOf(files, {
      readFile: async (path) => {
        started.push(path);
        await gates.get(path)?.promise;
        return files.get(path) as Uint8Array;
      },
    });
    const paths = names.map(packPath);
    const all = Promise.all(names.map(get));
    await settled();
    expect(started).toEqual(paths.slice(0, 8));
    gates.get(paths[5] as string)?.resolve();
    await settled();
    expect(started).toEqual(paths.slice(0, 9));
    for (const gate of gates.values()) gate.resolve();
    expect(await all).toHaveLength(12);
    expect(started).toEqual(paths);
  });

  it('that wait for others fail after the time limit of one read, not the sum of all limits', async () => {
    const { files, names } = packs(17);
    const { get } = cacheOf(files, { readFile: () => new Promise(() => {}), readTimeoutMs: 200 });
    vi.useFakeTimers();
    try {
      const results = Promise.allSettled(names.map(get));
      // If they ran one after the other, the last one would fail after 600 ms.
      await vi.advanceTimersByTimeAsync(200);
      expect((await results).every(({ status }) => status === 'rejected')).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it('a failed read makes room for the next one', async () => {
    const { files, names } = packs(20);
    for (const name of names.slice(0, 15)) files.delete(packPath(name));
    const { get } = cacheOf(files);
    const results = await Promise.allSettled(names.map(get));
    expect(results.map(({ status }) => status)).toEqual([...Array(15).fill('rejected'), ...Array(5).fill('fulfilled')]);
    expect(textOf(await get(names[19] as string))).toHaveLength(94);
  });
});

describe('cached bytes', () => {
  /** The cached packs: the ones that can be requested while the reader has no files. */
  async function keptOf(
    get: (name: string) => Promise<Pack>,
    files: Map<string, Uint8Array>,
    names: readonly string[],
  ) {
    files.clear();
    const results = await Promise.allSettled(names.map(get));
    return results.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []));
  }

  it.each([
    ['room for three', 3 * PACK_BYTES, [1, 2, 3]],
    ['a byte less than room for three', 3 * PACK_BYTES - 1, [2, 3]],
    ['room for one', PACK_BYTES, [3]],
    ['no room', PACK_BYTES - 1, []],
    ['none', 0, []],
    ['enough', undefined, [0, 1, 2, 3]],
  ])('%s: the least recently used are evicted first', async (_, cacheBytes, kept) => {
    const { files, names } = packs(4);
    const { get } = cacheOf(files, { cacheBytes });
    for (const name of names) await get(name);
    expect(await keptOf(get, files, names)).toEqual(kept);
  });

  it('using a pack makes it recent', async () => {
    const { files, names } = packs(4);
    const { get } = cacheOf(files, { cacheBytes: 3 * PACK_BYTES });
    for (const n of [0, 1, 2, 0, 3]) await get(names[n] as string);
    expect(await keptOf(get, files, names)).toEqual([0, 2, 3]);
  });

  it('are counted correctly over many reads', async () => {
    const { files, names } = packs(7);
    const { get } = cacheOf(files, { cacheBytes: 3 * PACK_BYTES });
    for (let round = 0; round < 200; round++) {
      const name = names[(round * 5) % 7] as string;
      const asked = [get(name)];
      for (let tick = 0; tick < 12; tick++) {
        await Promise.resolve();
        asked.push(get(name));
      }
      await Promise.all(asked);
    }
    const last = [197, 198, 199].map((round) => (round * 5) % 7).sort();
    expect(await keptOf(get, files, names)).toEqual(last);
  });

  it('are counted correctly if reads are not shared', async () => {
    const { files, names } = packs(4);
    const { get } = cacheOf(files, { cacheBytes: 3 * PACK_BYTES, shareReads: false });
    for (const name of names) await Promise.all(Array.from({ length: 5 }, () => get(name)));
    expect(await keptOf(get, files, names)).toEqual([1, 2, 3]);
  });

  it('without room for a pack, every response is still correct', async () => {
    const { files, names } = packs(30);
    const { get } = cacheOf(files, { cacheBytes: 0 });
    const opened = await Promise.all(names.map(get));
    expect(opened.map((pack) => Number(textOf(pack).slice(1, 92)))).toEqual(names.map((_, n) => n));
  });
});

describe('a request for certain lines', () => {
  const bytes = packBytes(Array.from({ length: 5 }, (_, n) => `"${BASE_URL_MARKER}/${n}"`));
  const name = packName('x', sha256(bytes));
  const file = new Map([[packPath(name), bytes]]);
  const some = Uint32Array.of(1, 3);

  it('opens only these lines of a new pack, and all lines the second time', async () => {
    const { readPack, reads } = cacheOf(file);
    const first = await readPack(name, some);
    expect([textOf(first), first.isPartial, [...first.starts]]).toEqual([
      '"http://b/1","http://b/3",',
      true,
      [0, 13, 26],
    ]);
    const second = await readPack(name, some);
    expect([second.starts.length, second.isPartial]).toEqual([6, undefined]);
    expect(await readPack(name, some)).toBe(second);
    expect(reads).toHaveLength(1);
  });

  it('opens its lines, and concurrent requests for the pack share the whole pack', async () => {
    const { readPack } = cacheOf(file);
    const packs = await Promise.all(Array.from({ length: 5 }, () => readPack(name, some)));
    expect(packs.map(({ isPartial }) => isPartial)).toEqual([true, undefined, undefined, undefined, undefined]);
    expect(new Set(packs).size).toBe(2);
  });

  it.each([
    [499, true],
    [500, undefined],
  ])(
    'for %i of 1000 lines: partial is %s, because opening half of the lines costs as much as opening all',
    async (count, isPartial) => {
      const full = packBytes(Array.from({ length: 1000 }, (_, n) => String(n)));
      const fullName = packName('x', sha256(full));
      const { readPack } = cacheOf(new Map([[packPath(fullName), full]]));
      expect(
        (
          await readPack(
            fullName,
            Uint32Array.from({ length: count }, (_, n) => n),
          )
        ).isPartial,
      ).toBe(isPartial);
    },
  );

  it('leaves out lines that the pack lacks', async () => {
    expect(textOf(await cacheOf(file).readPack(name, Uint32Array.of(0, 5, 9)))).toBe('"http://b/0",');
  });
});
