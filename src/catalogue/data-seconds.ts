/**
 * Computes how many seconds of a strain file contain data. In: timelines, dataset, detector. Out: a lookup by the file's GPS start. Pure.
 *
 * A strain file covers [gps_start, gps_start + 4096); its DATA seconds are those in segments of `<detector>_DATA` in the dataset's run.
 * The published duty cycle is this number over 4096 in percent, and the bit sum of DATA is the number itself.
 */
import { findFirst } from '../core/contract/binary-search.ts';
import { STRAIN_FILE_DURATION_S } from '../core/contract/wire.ts';
import type { StrainDataset, Timeline } from './types.ts';

/** The segments of `<detector>_DATA` in a run, ascending; null if the run has no such flag. */
export function dataSegmentsOf(
  timelines: readonly Timeline[],
  run: string,
  detector: string,
): Timeline['segments'] | null {
  const name = `${detector}_DATA`;
  return timelines.find((timeline) => timeline.run === run && timeline.name === name)?.segments ?? null;
}

/**
 * A lookup from the GPS start of a strain file to its DATA seconds, 0 to 4096; null if the run has no such flag. Each call is a
 * binary search.
 *
 * With H1_DATA of O1 as [[0, 4100], [8000, 9000]], the lookup gives 4096 for 0, 4 + 192 for 4096, and 0 for 12288.
 */
export function dataSecondsOf(
  timelines: readonly Timeline[],
  dataset: Pick<StrainDataset, 'run'>,
  detector: string,
): ((gpsStart: number) => number) | null {
  const segments = dataSegmentsOf(timelines, dataset.run, detector);
  return segments && ((gpsStart) => secondsWithin(segments, gpsStart, gpsStart + STRAIN_FILE_DURATION_S));
}

/** Duty cycle in percent of a strain file with this many DATA seconds. */
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
