/** Packs that do not match their name, are missing, or are too slow. */

import { describe, expect, it, vi } from 'vitest';
import { packPath } from '../../../src/core/contract/site-paths.ts';
import { createPackCache } from '../../../src/core/release/pack-cache.ts';
import { inTime } from '../../../src/core/release/read-file.ts';
import { readerOf, sha256 } from '../../support/memory-site.ts';
import { cacheOf, damaged, LINKS, packs, textOf } from './packs.ts';

describe('a damaged pack', () => {
  it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['cut short', (bytes) => bytes.slice(0, -1)],
    ['empty', () => new Uint8Array(0)],
    ['longer', (bytes) => Uint8Array.of(...bytes, 0x0a)],
    ['changed in one bit', (bytes) => bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte))],
  ])('%s: is refused, and works again once it is repaired', async (_, damage) => {
    const { files, names } = packs(1);
    const path = packPath(names[0]);
    const right = files.get(path) as Uint8Array;
    files.set(path, damage(right));
    const { get } = cacheOf(files);
    await expect(get(names[0])).rejects.toThrow(damaged(`${path} is truncated or changed`));
    files.set(path, right);
    expect(textOf(await get(names[0]))).toHaveLength(94);
  });

  it('is requested once more, bypassing caches on the way', async () => {
    const { files, names } = packs(1);
    const right = files.get(packPath(names[0])) as Uint8Array;
    const asked: boolean[] = [];
    const readFile = async (_: string, fresh: boolean) => {
      asked.push(fresh);
      return fresh ? right : right.slice(1);
    };
    expect(textOf(await createPackCache({ readFile, sha256 }, LINKS)(names[0]))).toHaveLength(94);
    expect(asked).toEqual([false, true]);
  });

  it('missing: the error names the file and the reason', async () => {
    const { get } = cacheOf(new Map());
    const failure = damaged('packs/x-0.ndjson cannot be read');
    await expect(get('x-0')).rejects.toThrow(failure);
    await expect(get('x-0')).rejects.toMatchObject({ cause: { message: 'ENOENT packs/x-0.ndjson' } });
  });

  it('too slow: fails after the time limit, and the next request reads again', async () => {
    const { files, names } = packs(1);
    let reads = 0;
    const readFile = (path: string) => (++reads === 1 ? new Promise<never>(() => {}) : readerOf(files)(path));
    const { get } = cacheOf(files, { readFile, readTimeoutMs: 20 });
    await expect(get(names[0])).rejects.toMatchObject({
      message: `${packPath(names[0])} cannot be read`,
      cause: { message: 'timed out after 20 ms' },
    });
    expect(textOf(await get(names[0]))).toHaveLength(94);
  });
});

describe('inTime', () => {
  it('resolves to what the work does', async () => {
    expect(await inTime(async () => 'done', 'a', 1000)).toBe('done');
  });

  it('a reader that throws synchronously is a damaged site too', async () => {
    const read = () => {
      throw new Error('no');
    };
    await expect(inTime(read, 'a', 1000)).rejects.toThrow(damaged('a cannot be read'));
  });

  it('leaves no timer behind, which would keep the process alive', async () => {
    vi.useFakeTimers();
    try {
      await inTime(async () => new Uint8Array(1), 'a', 1000);
      await expect(inTime(() => Promise.reject(new Error('no')), 'a', 1000)).rejects.toThrow();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
