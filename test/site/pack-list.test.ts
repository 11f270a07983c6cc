/** Packs that become known one by one, and functions that wait for them. */

import { expect, it } from 'vitest';
import { createPackList } from '../../src/site/build/page-job.ts';

const named = (set: string, name: string) => ({ set, name, folder: '/x' });

async function collect(names: AsyncIterable<string>, seen: string[]): Promise<string[]> {
  for await (const name of names) seen.push(name);
  return seen;
}

it('returns packs in order, each as soon as it has a name', async () => {
  const packs = createPackList();
  packs.add(named('a', 'a-0'));
  const seen: string[] = [];
  const all = collect(packs.first('a', 3), seen);
  await expect.poll(() => seen).toEqual(['a-0']);
  packs.add(named('b', 'b-0'));
  packs.add(named('a', 'a-1'));
  await expect.poll(() => seen).toEqual(['a-0', 'a-1']);
  packs.add(named('a', 'a-2'));
  packs.add(named('a', 'a-3'));
  expect(await all).toEqual(['a-0', 'a-1', 'a-2']);
});

it('serves several waiting functions', async () => {
  const packs = createPackList();
  const both = Promise.all([collect(packs.first('a', 1), []), collect(packs.first('a', 1), [])]);
  packs.add(named('a', 'a-0'));
  expect(await both).toEqual([['a-0'], ['a-0']]);
});

it('fails if a pack will never be available, instead of waiting for it', async () => {
  const packs = createPackList();
  packs.add(named('a', 'a-0'));
  const all = collect(packs.first('a', 2), []);
  packs.end();
  await expect(all).rejects.toThrow('a has fewer packs than its index says');
  expect(await collect(packs.first('a', 1), [])).toEqual(['a-0']);
});
