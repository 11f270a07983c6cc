/** Packs written by a build. */

import { expect, inject, it } from 'vitest';
import type { PackList } from '../../src/core/listing/compose.ts';
import { readRelease } from '../../src/site/install/site-files.ts';
import { createSetWriter, LINES_PER_PACK } from '../../src/site/stage/pack-writer.ts';

function packsOf(lines: readonly string[]): string[] {
  const packs: string[] = [];
  const writer = createSetWriter('lines', (_, bytes) => packs.push(Buffer.from(bytes).toString()), {});
  for (const line of lines) writer.add(line);
  writer.end();
  return packs;
}

it('ends every line with a line feed, in UTF-8', () => {
  expect(packsOf(['a', 'é€😀', ''])).toEqual(['a\né€😀\n\n']);
});

it('creates no pack without lines', () => {
  expect(packsOf([])).toEqual([]);
});

it('passes on a pack as soon as it is full, and the rest at the end', () => {
  const lines = Array.from({ length: 2 * LINES_PER_PACK + 1 }, (_, n) => String(n));
  const packs = packsOf(lines);
  expect(packs.map((pack) => pack.split('\n').length - 1)).toEqual([LINES_PER_PACK, LINES_PER_PACK, 1]);
  expect(packs.join('')).toBe(`${lines.join('\n')}\n`);
  expect(packsOf(lines.slice(0, 2 * LINES_PER_PACK))).toHaveLength(2);
});

it('begins a new pack with each period, even after a few lines, and says where each pack starts', () => {
  const files: string[] = [];
  const packs: Record<string, PackList> = {};
  const writer = createSetWriter('lines', (_, bytes) => files.push(Buffer.from(bytes).toString()), packs, 3);
  for (const period of [0, 7, 7, 8, 8, 8, 8, 9]) writer.add(`${period}`, period);
  writer.end();
  expect(files).toEqual(['0\n', '7\n7\n', '8\n8\n8\n', '8\n', '9\n']);
  expect(packs.lines?.starts).toEqual([0, 1, 3, 6, 7]);
  expect(packs.lines?.names).toHaveLength(5);
});

it('has 50 lines in each pack of records, also for the older interfaces', async () => {
  const { packs } = await readRelease(inject('shipped').root);
  const startsOf = (set: string) => packs[set]?.starts.slice(0, 3);
  expect(startsOf('event-version-details')).toEqual([0, 50, 100]);
  expect(startsOf('legacy-event-details')).toEqual([0, 50, 100]);
  expect(startsOf('legacy-events')).toEqual([0]);
});
