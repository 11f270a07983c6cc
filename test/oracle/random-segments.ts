/** Random segments of data-quality flags: half-open, ascending, neither overlapping nor touching. */
import type { Random } from './random.ts';

export type Segments = readonly (readonly [start: number, stop: number])[];

const FILE_S = 4096;

/** Segments inside the strain files, with at least one second in each file. `blocks`: [first_gps_start, count], ascending. */
export function dataSegments(source: Random, blocks: readonly (readonly [number, number])[]): Segments {
  const pieces: [number, number][] = [];
  for (const [first, count] of blocks) {
    for (let start = first; start < first + count * FILE_S; start += FILE_S) pieces.push(...partsOfFile(source, start));
  }
  const segments: [number, number][] = [];
  for (const piece of pieces) {
    const last = segments.at(-1);
    if (last !== undefined && last[1] === piece[0]) last[1] = piece[1];
    else segments.push(piece);
  }
  return segments;
}

function partsOfFile(source: Random, start: number): [number, number][] {
  const stop = start + FILE_S;
  const [a, b] = [start + source.integer(1, 2000), start + source.integer(2001, FILE_S - 1)];
  switch (source.pick(['all', 'all', 'all', 'head', 'tail', 'middle', 'ends', 'second'])) {
    case 'head':
      return [[start, a]];
    case 'tail':
      return [[b, stop]];
    case 'middle':
      return [[a, b]];
    case 'ends':
      return [
        [start, a],
        [b, stop],
      ];
    case 'second':
      return [[a, a + 1]];
    default:
      return [[start, stop]];
  }
}

/** Segments anywhere between two times; sometimes none. */
export function otherSegments(source: Random, first: number, limit: number): Segments {
  const segments: [number, number][] = [];
  let next = first + source.integer(0, 5000);
  for (let left = source.pick([0, 1, 2, 5, 30, 130]); left > 0; left -= 1) {
    const stop = next + source.pick([1, 2, 60, 4096, 10_000]);
    if (stop > limit) break;
    segments.push([next, stop]);
    next = stop + source.pick([1, 1, 2, 1000, 50_000]);
  }
  return segments;
}

export function secondsIn(segments: Segments, start: number, stop: number): number {
  let seconds = 0;
  for (const segment of segments) {
    seconds += Math.max(Math.min(segment[1], stop) - Math.max(segment[0], start), 0);
  }
  return seconds;
}
