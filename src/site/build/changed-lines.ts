/** Finds the lines of a collection that differ from those of the previous build. Build time. */

import { LINES_PER_PACK } from '../../listing/pack.ts';

/** By line set: a 1 at each position whose line has changed, in memory that threads share. A missing set has not changed. */
export type ChangedLines = Readonly<Record<string, Uint8Array>>;

const LINE_FEED = 0x0a;

export interface LineComparison {
  readonly changed: ChangedLines;
  /** Compares a pack with the one of this number in the previous build; `before` is null if there was none. */
  compare(set: string, number: number, bytes: Uint8Array, before: Uint8Array | null): void;
}

/** Starts a comparison of the lines of a collection with `count` entries. */
export function compareLines(count: number): LineComparison {
  const changed: Record<string, Uint8Array> = {};
  return {
    changed,
    compare(set, number, bytes, before) {
      changed[set] ??= new Uint8Array(new SharedArrayBuffer(count));
      const now = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      const old = Buffer.from(before ?? []);
      let [start, oldStart] = [0, 0];
      for (let position = number * LINES_PER_PACK; start < now.length; position++) {
        const end = now.indexOf(LINE_FEED, start) + 1;
        const oldEnd = old.indexOf(LINE_FEED, oldStart) + 1 || old.length;
        if (now.compare(old, oldStart, oldEnd, start, end) !== 0) (changed[set] as Uint8Array)[position] = 1;
        [start, oldStart] = [end, oldEnd];
      }
    },
  };
}

/** True if a line at one of these positions has changed. */
export function hasChanged(changed: ChangedLines, set: string, positions: ArrayLike<number>): boolean {
  const ofSet = changed[set];
  if (!ofSet) return false;
  for (let n = 0; n < positions.length; n++) if (ofSet[positions[n] as number] === 1) return true;
  return false;
}
