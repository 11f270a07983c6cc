/**
 * Computes how many seconds of a strain file contain data, given the file's GPS start.
 *
 * A strain file covers [gps_start, gps_start + 4096); its DATA seconds are the seconds in `<detector>_DATA` segments in the dataset's run.
 * The published duty cycle is this number as a percentage of 4096, and the bit sum for DATA is the number itself.
 */
import { findFirst } from '../core/base/binary-search.ts';
import { STRAIN_FILE_DURATION_S } from '../core/contract/wire.ts';
import type { StrainDataset, Timeline } from './types.ts';

/** The bit that is set while there are data; its sum follows from the flag's segments. */
export const DATA_BIT = 'DATA';

/** The flag for the times at which a detector has data. */
export const dataFlagOf = (detector: string): string => `${detector}_${DATA_BIT}`;

/**
 * A lookup from the GPS start of a strain file to its DATA seconds, 0 to 4096; null if the run has no such flag. Each call is a
 * binary search.
 *
 * If H1_DATA in O1 is [[0, 4100], [8000, 9000]], the lookup returns 4096 for 0, 4 + 192 for 4096, and 0 for 12288.
 */
export function dataSecondsOf(
  timelines: readonly Timeline[],
  { run }: Pick<StrainDataset, 'run'>,
  detector: string,
): ((gpsStart: number) => number) | null {
  const name = dataFlagOf(detector);
  const segments = timelines.find((timeline) => timeline.run === run && timeline.name === name)?.segments ?? null;
  return segments && ((gpsStart) => secondsWithin(segments, gpsStart, gpsStart + STRAIN_FILE_DURATION_S));
}

/** The duty cycle, in percent, of a strain file with this many DATA seconds. */
export function dutyCycleOf(seconds: number): number {
  return (seconds / STRAIN_FILE_DURATION_S) * 100;
}

function secondsWithin(segments: Timeline['segments'], start: number, stop: number): number {
  let index = findFirst(segments.length, (n) => (segments[n]?.[1] ?? 0) > start);
  let seconds = 0;
  for (let segment = segments[index]; segment && segment[0] < stop; segment = segments[++index]) {
    seconds += Math.min(segment[1], stop) - Math.max(segment[0], start);
  }
  return seconds;
}
