/** Blocks of consecutive strain files. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countBlockFiles, hasFile, uniteBlocks } from '../../src/catalogue/blocks.ts';
import type { Block } from '../../src/catalogue/types.ts';

describe('uniteBlocks', () => {
  const block = (index: number, count: number): Block => [index * 4096, count];

  it.each([
    { blocks: [block(0, 2), block(2, 1)], united: [block(0, 3)] },
    { blocks: [block(5, 1), block(0, 2)], united: [block(0, 2), block(5, 1)] },
    { blocks: [block(0, 9), block(2, 1)], united: [block(0, 9)] },
    { blocks: [], united: [] },
  ])('$blocks', ({ blocks, united }) => {
    expect(uniteBlocks(blocks)).toEqual(united);
  });

  it('contains each file of the blocks once, and no others', () => {
    const start = fc.nat(60).map((n) => n * 4096);
    const blocks = fc.array(fc.tuple(start, fc.integer({ min: 1, max: 9 })));
    fc.assert(
      fc.property(blocks, (given) => {
        const files = new Set<number>();
        for (const [first, count] of given) for (let i = 0; i < count; i++) files.add(first / 4096 + i);
        const united = uniteBlocks(given);
        expect(countBlockFiles(united)).toBe(files.size);
        for (let i = 0; i < 75; i++) expect(hasFile(united, i * 4096)).toBe(files.has(i));
        expect(hasFile(united, 1)).toBe(false);
      }),
    );
  });
});
