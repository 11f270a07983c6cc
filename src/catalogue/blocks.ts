/**
 * Treats blocks of consecutive strain files as sets: union, counts and membership.
 *
 * A block [start, count] stands for files that start at GPS second start, start + 4096, and so on. Canonical blocks are ascending, do not
 * overlap and are never adjacent: [a, 2] and [a + 8192, 1] become [a, 3].
 */
import { findFirst } from '../core/base/binary-search.ts';
import { STRAIN_FILE_DURATION_S } from '../core/contract/wire.ts';
import type { Block } from './types.ts';

/** True for a block that stands for strain files. */
export const isBlock = (value: unknown): value is Block =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every(Number.isSafeInteger) &&
  value[0] % STRAIN_FILE_DURATION_S === 0 &&
  value[1] > 0;

/** The blocks in a list of any values. */
export const blocksIn = (list: unknown): Block[] => (Array.isArray(list) ? list.filter(isBlock) : []);

/** The GPS second at which the block's last file ends. */
export function gpsStopOf([start, count]: Block): number {
  return start + count * STRAIN_FILE_DURATION_S;
}

function blockBetween(start: number, stop: number): Block {
  return [start, (stop - start) / STRAIN_FILE_DURATION_S];
}

/** The union of all blocks, as canonical blocks. */
export function uniteBlocks(blocks: readonly Block[]): Block[] {
  const sorted = [...blocks].sort(([a], [b]) => a - b);
  const united: Block[] = [];
  for (const block of sorted) {
    const last = united.at(-1);
    if (last && block[0] <= gpsStopOf(last)) {
      united[united.length - 1] = blockBetween(last[0], Math.max(gpsStopOf(last), gpsStopOf(block)));
    } else {
      united.push(block);
    }
  }
  return united;
}

export function countBlockFiles(blocks: readonly Block[]): number {
  return blocks.reduce((sum, [, count]) => sum + count, 0);
}

/** Number of canonical blocks that start at or before `gpsStart`. */
function countStarted(blocks: readonly Block[], gpsStart: number): number {
  return findFirst(blocks.length, (index) => (blocks[index]?.[0] ?? 0) > gpsStart);
}

/** True if the canonical blocks contain a file that starts at `gpsStart`. */
export function hasFile(blocks: readonly Block[], gpsStart: number): boolean {
  const block = blocks[countStarted(blocks, gpsStart) - 1];
  return block !== undefined && gpsStart < gpsStopOf(block) && gpsStart % STRAIN_FILE_DURATION_S === 0;
}
