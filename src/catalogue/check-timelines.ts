/**
 * Checks timelines beyond their schema: the order of segments, and whether DATA segments and strain files match. Pure.
 *
 * A strain file is published wherever a detector has data. So each second of `<detector>_DATA` must be in a strain file of the
 * run, and each strain file must contain such a second. This is not checked for runs without the flag or without strain files of
 * the detector.
 */
import { STRAIN_FILE_DURATION_S } from '../core/contract/wire.ts';
import type { Finding } from '../report/problems.ts';
import { gpsStopOf, uniteBlocks } from './blocks.ts';
import { dataSecondsOf, dataSegmentsOf } from './data-seconds.ts';
import type { RawFlag, RawSegment } from './files/raw.ts';
import type { PlacedFinding } from './files/yaml-file.ts';
import { type KnownNames, reservedNameFinding, unknownNameFinding } from './names.ts';
import type { Block, StrainDataset, Timeline } from './types.ts';

/** `H1` of `H1_CBC_CAT1`. */
export function detectorOfFlag(flag: string): string {
  return flag.slice(0, flag.indexOf('_'));
}

const show = ([start, stop]: RawSegment): string => `[${start}, ${stop})`;

/** Problems of a single segment. */
function emptyFinding(segment: RawSegment): Finding | null {
  const [start, stop] = segment;
  if (stop > start) return null;
  const message = `segment ${show(segment)} stops at GPS ${stop}, not after its start`;
  return { code: 'D149', message, fix: 'correct one of the two' };
}

/** Checks two consecutive segments. */
function orderFinding(before: RawSegment, segment: RawSegment): Finding | null {
  if (segment[0] > before[1]) return null;
  const code = 'D149';
  if (segment[0] === before[1]) {
    const message = `segment ${show(segment)} begins where ${show(before)} stops`;
    return { code, message, fix: `join the two: [${before[0]}, ${segment[1]}]` };
  }
  const isBefore = segment[1] < before[0];
  const message = `segment ${show(segment)} ${isBefore ? 'comes after the later' : 'overlaps'} ${show(before)}`;
  return { code, message, fix: isBefore ? 'sort the segments by start' : 'correct start or stop of one of the two' };
}

/** A finding if the segment is empty, or touches a neighbour in an ordered list; null for no neighbour. */
export function segmentFinding(
  before: RawSegment | undefined,
  segment: RawSegment,
  after: RawSegment | undefined,
): Finding | null {
  return (
    emptyFinding(segment) ??
    (before ? orderFinding(before, segment) : null) ??
    (after ? orderFinding(segment, after) : null)
  );
}

export function checkFlag(flag: RawFlag, known: KnownNames): PlacedFinding[] {
  const findings: PlacedFinding[] = [];
  const detector = detectorOfFlag(flag.name);
  const unknown = unknownNameFinding('D133', 'detector', detector, known.detectors, 'detectors.yaml');
  if (unknown) findings.push({ at: ['name'], ...unknown, message: `${unknown.message} of flag ${flag.name}` });
  const taken = reservedNameFinding('a flag', flag.name);
  if (taken) findings.push({ at: ['name'], ...taken });
  let before: RawSegment | undefined;
  for (const [index, segment] of flag.segments.entries()) {
    const finding = segmentFinding(before, segment, undefined);
    if (finding) findings.push({ at: ['segments', index], ...finding });
    before = segment;
  }
  return findings;
}

/** Strain files of one detector in one run, from any dataset, in canonical blocks. */
function filesOf(datasets: readonly StrainDataset[], run: string, detector: string): Block[] {
  const series = datasets.filter((dataset) => dataset.run === run).flatMap((dataset) => dataset.series);
  return uniteBlocks(series.filter((one) => one.detector === detector).flatMap(({ blocks }) => blocks));
}

/** DATA segments that are not completely in strain files; `at` is the index of the segment. Empty for other flags. */
export function findDataOutsideFiles(
  timeline: Timeline,
  datasets: readonly StrainDataset[],
): { index: number; finding: Finding }[] {
  const { run, detector, name, segments } = timeline;
  if (segments !== dataSegmentsOf([timeline], run, detector)) return [];
  const blocks = filesOf(datasets, run, detector);
  if (blocks.length === 0) return [];
  const found: { index: number; finding: Finding }[] = [];
  let next = 0;
  for (const [index, segment] of segments.entries()) {
    const [start, stop] = segment;
    // Blocks are canonical: two of them have a gap between them, so a segment is covered by one block or not at all.
    let block = blocks[next];
    while (block && gpsStopOf(block) <= start) block = blocks[++next];
    const from = block && block.firstGpsStart <= start ? gpsStopOf(block) : start;
    if (from >= stop) continue;
    const message = `${name} ${show(segment)} is not in a strain file of ${detector} in ${run} from GPS ${from}`;
    const fix = `correct the segment, or add the files to strain-files/ (the first starts at ${fileStart(from)})`;
    found.push({ index, finding: { code: 'D155', message, fix } });
  }
  return found;
}

const fileStart = (gps: number): number => gps - (gps % STRAIN_FILE_DURATION_S);

/** Strain files of a dataset without a DATA second; `at` is the path of their block of files. */
export function findFilesWithoutData(
  dataset: StrainDataset,
  blocksOf: (series: number) => readonly Block[],
  timelines: readonly Timeline[],
): PlacedFinding[] {
  return dataset.series.flatMap(({ detector }, index) => {
    const secondsAt = dataSecondsOf(timelines, dataset, detector);
    if (!secondsAt) return [];
    return blocksOf(index).flatMap((block, position): PlacedFinding[] => {
      const empty: number[] = [];
      for (let start = block.firstGpsStart; start < gpsStopOf(block); start += STRAIN_FILE_DURATION_S) {
        if (secondsAt(start) === 0) empty.push(start);
      }
      if (empty.length === 0) return [];
      const files =
        empty.length === 1 ? `the file at GPS ${empty[0]} has` : `${empty.length} files from GPS ${empty[0]} have`;
      const message = `${files} no second of ${detector}_DATA in ${dataset.run}`;
      const fix = `remove them from the block, or add the segment to timelines/${dataset.run}.yaml`;
      return [{ at: ['series', index, 'blocks', position], code: 'D156', message, fix }];
    });
  });
}
