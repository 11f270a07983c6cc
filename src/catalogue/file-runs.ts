/**
 * Blocks of consecutive strain files as sets: sort and join, union, difference, count. Pure.
 *
 * A block {firstGpsStart, count} stands for files that start at firstGpsStart, + 4096 s, and so on. Canonical blocks are
 * ascending, without overlap, and never adjacent: [a, 2] and [a + 8192, 1] become [a, 3].
 */
import { STRAIN_FILE_DURATION_S } from '../contract/wire.ts';
import type { FileRun } from './types.ts';

/** GPS second after the last file of the block. */
export function gpsStopOf(run: FileRun): number {
  return run.firstGpsStart + run.count * STRAIN_FILE_DURATION_S;
}

function runBetween(gpsStart: number, gpsStop: number): FileRun {
  return { firstGpsStart: gpsStart, count: (gpsStop - gpsStart) / STRAIN_FILE_DURATION_S };
}

/** The files of all blocks together, as canonical blocks. */
export function uniteFileRuns(runs: readonly FileRun[]): FileRun[] {
  const sorted = [...runs].sort((a, b) => a.firstGpsStart - b.firstGpsStart);
  const united: FileRun[] = [];
  for (const run of sorted) {
    const last = united.at(-1);
    if (last && run.firstGpsStart <= gpsStopOf(last)) {
      united[united.length - 1] = runBetween(last.firstGpsStart, Math.max(gpsStopOf(last), gpsStopOf(run)));
    } else {
      united.push(run);
    }
  }
  return united;
}

export function countFiles(runs: readonly FileRun[]): number {
  return runs.reduce((sum, run) => sum + run.count, 0);
}

/** Number of canonical blocks that start at or before `gpsStart`. Binary search. */
function countStarted(runs: readonly FileRun[], gpsStart: number): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.firstGpsStart ?? 0) <= gpsStart) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many files of `run` are among `others` (canonical). */
export function countShared(run: FileRun, others: readonly FileRun[]): number {
  const stop = gpsStopOf(run);
  let seconds = 0;
  for (let n = Math.max(0, countStarted(others, run.firstGpsStart) - 1); n < others.length; n++) {
    const other = others[n] as FileRun;
    if (other.firstGpsStart >= stop) break;
    const start = Math.max(run.firstGpsStart, other.firstGpsStart);
    seconds += Math.max(0, Math.min(stop, gpsStopOf(other)) - start);
  }
  return seconds / STRAIN_FILE_DURATION_S;
}

/** True if the canonical blocks contain a file that starts at `gpsStart`. */
export function hasFile(runs: readonly FileRun[], gpsStart: number): boolean {
  const run = runs[countStarted(runs, gpsStart) - 1];
  return run !== undefined && gpsStart < gpsStopOf(run) && gpsStart % STRAIN_FILE_DURATION_S === 0;
}

/**
 * A set of files to which blocks are added. The blocks are stored in parts, each at least twice as long as the next one, so
 * adding a block stays cheap however many there are.
 */
export class GrowingFileRuns {
  readonly #parts: FileRun[][];
  #all: readonly FileRun[] | null = null;

  constructor(runs: readonly FileRun[] = []) {
    this.#parts = runs.length > 0 ? [uniteFileRuns(runs)] : [];
  }

  add(run: FileRun): void {
    this.#all = null;
    let part = [run];
    for (let last = this.#parts.at(-1); last && last.length < 2 * part.length; last = this.#parts.at(-1)) {
      part = uniteFileRuns([...last, ...part]);
      this.#parts.pop();
    }
    this.#parts.push(part);
  }

  /** True if the set contains a file of `run`. */
  shares(run: FileRun): boolean {
    return this.#parts.some((part) => countShared(run, part) > 0);
  }

  /** The files as canonical blocks. */
  all(): readonly FileRun[] {
    this.#all ??= uniteFileRuns(this.#parts.flat());
    return this.#all;
  }
}
