/**
 * Checks timelines beyond their schema: the order of segments, and whether DATA segments and strain files match.
 *
 * Strain files are published for all times at which a detector has data. So each second of `<detector>_DATA` must be in one of the run's
 * strain files, and each strain file must contain at least one such second. This is not checked for a run that lacks the flag or has no
 * strain files from the detector.
 */

import { STRAIN_FILE_DURATION_S } from '../core/contract/wire.ts';
import { countOf } from '../report/count.ts';
import { type Finding, placed } from '../report/problems.ts';
import { gpsStopOf, uniteBlocks } from './blocks.ts';
import { type KnownNames, reservedNameFinding, unknownNameFinding } from './check-names.ts';
import { dataFlagOf, dataSecondsOf } from './data-seconds.ts';
import type { Block, Flag, Segment, StrainDataset, Timeline } from './types.ts';

/** The detector in a flag's name: `H1` for `H1_CBC_CAT1`. */
export function detectorOfFlag(flag: string): string {
  return flag.split('_')[0] ?? '';
}

const show = ([start, stop]: Segment): string => `[${start}, ${stop})`;

/** A finding if the segment is empty. */
function emptyFinding(segment: Segment): Finding | null {
  const [start, stop] = segment;
  if (stop > start) return null;
  const message = `segment ${show(segment)} stops at GPS ${stop}, not after its start`;
  return { code: 'D149', message, fix: 'correct one of the two' };
}

/** A finding if a segment is empty, overlaps the previous one, or is out of order. */
function segmentFinding(segments: readonly Segment[], index: number): Finding | null {
  const [segment, before] = [segments[index] as Segment, segments[index - 1]];
  const empty = emptyFinding(segment);
  if (empty) return { ...empty, at: [index] };
  if (!before || segment[0] >= before[1]) return null;
  const isBefore = segment[1] < before[0];
  const message = `segment ${show(segment)} ${isBefore ? 'comes after the later' : 'overlaps'} ${show(before)}`;
  const fix = isBefore ? 'sort the segments by start' : 'correct start or stop of one of the two';
  return { at: [index], other: { at: [index - 1] }, code: 'D149', message, fix };
}

/** Checks a flag's names and the order of its segments. Paths in the findings are relative to the flag. */
export function checkFlag(flag: Flag, known: KnownNames): Finding[] {
  const { name, segments } = flag;
  const unknown = unknownNameFinding('detector', detectorOfFlag(name), known.detectors);
  return [
    ...placed(['name'], unknown && { ...unknown, message: `${unknown.message} of flag ${name}` }),
    ...placed(['name'], reservedNameFinding('flag', name)),
    ...placed(
      ['segments'],
      segments.flatMap((_, index) => segmentFinding(segments, index) ?? []),
    ),
  ];
}

/** One detector's strain files in one run, from any dataset, as canonical blocks. */
function filesOf(datasets: readonly StrainDataset[], run: string, detector: string): Block[] {
  const series = datasets.filter((dataset) => dataset.run === run).flatMap((dataset) => dataset.series);
  return uniteBlocks(series.filter((one) => one.detector === detector).flatMap(({ blocks }) => blocks));
}

/** Findings about DATA segments that are not completely covered by strain files. Empty for other flags. */
export function findDataOutsideFiles(
  { run, detector, name, segments }: Timeline,
  datasets: readonly StrainDataset[],
): Finding[] {
  if (name !== dataFlagOf(detector)) return [];
  const blocks = filesOf(datasets, run, detector);
  if (blocks.length === 0) return [];
  const found: Finding[] = [];
  let next = 0;
  for (const [index, segment] of segments.entries()) {
    const [start, stop] = segment;
    // Blocks are canonical, so there are gaps between them, and a segment is covered by a single block or not at all.
    let block = blocks[next];
    while (block && gpsStopOf(block) <= start) block = blocks[++next];
    const from = block && block[0] <= start ? gpsStopOf(block) : start;
    if (from >= stop) continue;
    const message = `${name} ${show(segment)} is not in a strain file of ${detector} in ${run} from GPS ${from}`;
    const fix = `correct the segment, or add the files to strain-files/ (the first starts at ${fileStart(from)})`;
    found.push({ at: ['segments', index], code: 'D155', message, fix });
  }
  return found;
}

const fileStart = (gps: number): number => gps - (gps % STRAIN_FILE_DURATION_S);

/** Findings about strain files that contain no DATA second; `at` is the path of their block. */
export function findFilesWithoutData(dataset: StrainDataset, timelines: readonly Timeline[]): Finding[] {
  return dataset.series.flatMap(({ detector, blocks }, index) => {
    const secondsAt = dataSecondsOf(timelines, dataset, detector);
    if (!secondsAt) return [];
    return blocks.flatMap(([first, count], position): Finding[] => {
      const starts = Array.from({ length: count }, (_, n) => first + n * STRAIN_FILE_DURATION_S);
      const empty = starts.filter((start) => secondsAt(start) === 0);
      if (empty.length === 0) return [];
      const isOne = empty.length === 1;
      const files = isOne
        ? `the file at GPS ${empty[0]} has`
        : `${countOf(empty.length, 'file')} of the block, the first at GPS ${empty[0]}, have`;
      const message = `${files} no second of ${dataFlagOf(detector)} in ${dataset.run}`;
      const fix = `remove ${isOne ? 'it' : 'them'} from the block, or add the segment to timelines/${dataset.run}.yaml`;
      return [{ at: ['series', index, 'blocks', position], code: 'D156', message, fix }];
    });
  });
}
