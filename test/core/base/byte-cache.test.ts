/** A byte-limited cache: after any sequence of uses, it holds the most recently used entries that fit. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createByteCache } from '../../../src/core/base/byte-cache.ts';

it('keeps the most recently used entries that fit, after any sequence of uses', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd');
  const uses = fc.array(fc.tuple(key, fc.option(fc.integer({ min: 0, max: 24 }))), { maxLength: 30 });
  fc.assert(
    fc.property(uses, (all) => {
      const cache = createByteCache<number>(20);
      // The most recently used entry last.
      let model: { key: string; value: number; bytes: number }[] = [];
      for (const [value, [key, bytes]] of all.entries()) {
        const old = model.find((one) => one.key === key);
        const others = model.filter((one) => one !== old);
        if (bytes === null) {
          expect(cache.get(key)).toBe(old?.value);
          model = old ? [...others, old] : others;
        } else {
          cache.set(key, value, bytes);
          // A value that is larger than the cache only removes the old value.
          model = bytes > 20 ? others : [...others, { key, value, bytes }];
          while (model.reduce((sum, one) => sum + one.bytes, 0) > 20) model.shift();
        }
      }
      for (const { key, value } of model) expect(cache.get(key)).toBe(value);
      const absent = ['a', 'b', 'c', 'd'].filter((key) => !model.some((one) => one.key === key));
      for (const key of absent) expect(cache.get(key)).toBeUndefined();
    }),
  );
});

it('does not keep an entry that is larger than the cache, and evicts no other entry for it', () => {
  const cache = createByteCache<string>(10);
  cache.set('a', 'kept', 10);
  cache.set('b', 'large', 11);
  expect([cache.get('a'), cache.get('b')]).toEqual(['kept', undefined]);
  cache.set('a', 'large', 11);
  expect(cache.get('a')).toBeUndefined();
});
