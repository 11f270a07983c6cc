/**
 * Reads `strain-statistics/<dataset>.ndjson` after `checkFolder` has found the file to be valid. Each line is a JSON object for one
 * strain file; lines are ordered by gps_start, then detector. A file is read as a whole, but its lines are parsed one at a time, because a
 * bulk release's records take much more memory than their text.
 */
import { byCodeUnit } from '../core/base/order.ts';
import { readRegularFile } from '../fs/regular-file.ts';
import { splitLines } from './files/json-lines.ts';
import type { FileStatistics, LoadedDataset } from './types.ts';

/** Compares records by gps_start, then detector. Negative if `a` comes first. */
export function compareStatistics(
  a: Pick<FileStatistics, 'detector' | 'gps_start'>,
  b: Pick<FileStatistics, 'detector' | 'gps_start'>,
): number {
  return a.gps_start - b.gps_start || byCodeUnit(a.detector, b.detector);
}

/**
 * A dataset's statistics in file order; empty if the dataset has no statistics file. `read` returns a file's bytes. Throws the errors that
 * `read` throws, and SyntaxError if the file has become invalid since it was checked.
 */
export function* readStatistics(
  { statisticsFile }: Pick<LoadedDataset, 'statisticsFile'>,
  read: (path: string) => Buffer = readRegularFile,
): Generator<FileStatistics> {
  if (statisticsFile === null) return;
  for (const line of splitLines(read(statisticsFile).toString('utf8'))) {
    yield JSON.parse(line) as FileStatistics;
  }
}
