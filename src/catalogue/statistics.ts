/**
 * `strain-statistics/<dataset>.ndjson`: one JSON object per line and strain file, ordered by gps_start, then detector. Reads files that
 * `check-statistics.ts` has found to be valid. A file is read as a whole, but its lines are parsed one after the other, because the records
 * of a bulk release take much more memory than their text.
 */
import { byCodeUnit } from '../core/base/order.ts';
import { STRAIN_STATISTICS, type StrainStatistics } from '../core/contract/wire.ts';
import { readRegularFile } from '../fs/regular-file.ts';
import type { FileStatistics, StrainDataset } from './types.ts';

/** The record of a line, with null for missing members. The members have the order of the detail record. */
export function completeStatistics(
  known: Partial<FileStatistics> & Pick<FileStatistics, 'detector' | 'gps_start'>,
): FileStatistics {
  const numbers: unknown = Object.fromEntries(STRAIN_STATISTICS.map((name) => [name, known[name] ?? null]));
  return {
    detector: known.detector,
    gps_start: known.gps_start,
    ...(numbers as StrainStatistics),
    bitsums: known.bitsums ?? null,
  };
}

/** Order of the records: gps_start, then detector. Negative if `a` comes first. */
export function compareStatistics(
  a: Pick<FileStatistics, 'detector' | 'gps_start'>,
  b: Pick<FileStatistics, 'detector' | 'gps_start'>,
): number {
  return a.gps_start - b.gps_start || byCodeUnit(a.detector, b.detector);
}

/** The lines of a text, without an empty one after the last line feed. */
export function* splitLines(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    yield text.slice(start, end < 0 ? text.length : end);
    start = end < 0 ? text.length : end + 1;
  }
}

/**
 * The statistics of a dataset in the order of the file; none if it has no file. `read` returns the bytes of a file. Throws what `read`
 * throws, and SyntaxError if the file is no longer the valid one.
 */
export function* readStatistics(
  { statisticsFile }: StrainDataset,
  read: (path: string) => Buffer = readRegularFile,
): Generator<FileStatistics> {
  if (statisticsFile === null) return;
  for (const line of splitLines(read(statisticsFile).toString('utf8'))) {
    yield completeStatistics(JSON.parse(line) as FileStatistics);
  }
}
