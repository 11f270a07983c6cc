/** Finds the lines of a collection that differ from those of the previous build. Build time. */

import { LINES_PER_PACK } from '../../core/listing/pack.ts';

/** By line set: a 1 at each position whose line has changed, in memory that threads share. A missing set has not changed. */
export type ChangedLines = Readonly<Record<string, Uint8Array>>;

const LINE_FEED = 0x0a;

export interface LineComparison {
  readonly changed: ChangedLines;
  /** Compares a pack with the one of this number in the previous build; `before` is null if there was none. */
  compare(set: string, number: number, bytes: Uint8Array, before: Uint8Array | null): void;
}

/** Start of each line of a pack, and the end of the last. */
function lineStarts(pack: Buffer): number[] {
  const starts = [0];
  for (let end = pack.indexOf(LINE_FEED); end >= 0; end = pack.indexOf(LINE_FEED, end + 1)) starts.push(end + 1);
  return starts;
}

/** Starts a comparison of the lines of a collection with `count` entries. */
export function compareLines(count: number): LineComparison {
  const changed: Record<string, Uint8Array> = {};
  return {
    changed,
    compare(set, number, bytes, before) {
      changed[set] ??= new Uint8Array(new SharedArrayBuffer(count));
      const marks = changed[set] as Uint8Array;
      const now = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      const old = Buffer.from(before ?? []);
      const [starts, oldStarts] = [lineStarts(now), lineStarts(old)];
      const startIn = (lines: readonly number[], line: number) => lines[Math.min(line, lines.length - 1)] as number;
      /** Marks the lines from `from` to before `to` that have changed. Few have, so many are compared at once. */
      function mark(from: number, to: number): void {
        const [start, end] = [startIn(starts, from), startIn(starts, to)];
        if (now.compare(old, startIn(oldStarts, from), startIn(oldStarts, to), start, end) === 0) return;
        if (to - from === 1) {
          marks[number * LINES_PER_PACK + from] = 1;
          return;
        }
        const middle = Math.floor((from + to) / 2);
        mark(from, middle);
        mark(middle, to);
      }
      mark(0, starts.length - 1);
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
